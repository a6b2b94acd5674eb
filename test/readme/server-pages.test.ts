import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as older from "../../generated/2025-06-18/index.ts";
import {
  connect,
  createClient,
  createServer,
  NotFoundError,
  prompt,
  ProtocolError,
  tool,
  ToolError,
  UnsendableError,
  type Feature,
  type Server,
} from "../../generated/index.ts";
import { allowInvalid } from "../support/wire-check.ts";
import { writeBlocks } from "./compiled.ts";
import { readPage } from "./blocks.ts";

const root = join(import.meta.dirname, "../..");
const info = { name: "test", version: "1.0.0" };
let folder: string;

// Within the repository, because the programs import what is installed there.
beforeAll(() => {
  folder = mkdtempSync(join(root, ".example-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a program of a page exports; the page's programs lie in one folder. */
async function programOf<Exports>(
  page: string,
  name: string,
): Promise<Exports> {
  const own = join(folder, page);
  if (mkdirSync(own, { recursive: true }) !== undefined)
    writeBlocks(own, readPage(`docs/guides/${page}.md`));
  return (await import(join(own, name))) as Exports;
}

async function clientOf(
  server: Server,
  options: Partial<Parameters<typeof createClient>[0]> = {},
): Promise<ReturnType<typeof createClient>> {
  const client = createClient({ info, ...options });
  await connect(server, client);
  return client;
}

const text = (words: string): object[] => [{ type: "text", text: words }];

describe("the page of tools", () => {
  const page = readPage("docs/guides/tools.md");
  const serverOf = async (): Promise<Server> =>
    (await programOf<{ server: Server }>("tools", "server.ts")).server;

  test("has a server that answers, and fails as it says", async () => {
    const client = await clientOf(await serverOf());
    const ask = (args: object) =>
      client.callTool({ name: "temperature", arguments: { ...args } });
    expect(await ask({ city: "Oslo" })).toMatchObject({
      content: text('{"celsius":-4}'),
      structuredContent: { celsius: -4 },
    });
    expect(await ask({ city: "Rome" })).toMatchObject({
      content: text("No such city: Rome"),
      isError: true,
    });
    const [wrong] = (await ask({})).content;
    expect(wrong).toMatchObject({ type: "text" });
    expect(page).toContain(
      `\`\`\`text\n${wrong?.type === "text" ? wrong.text : ""}\n\`\`\``,
    );
    await client.close();
  });

  test("tells older clients of wrong arguments as an error", async () => {
    const client = older.createClient({ info });
    await connect(await serverOf(), client);
    const call = client.callTool({ name: "temperature", arguments: {} });
    await expect(call).rejects.toThrow(
      "Invalid arguments for tool temperature:",
    );
    await client.close();
  });

  test("lets features come and go", async () => {
    const log = vi.spyOn(console, "log").mockReturnValue();
    await programOf("tools", "later.ts");
    expect(log.mock.calls).toEqual([[true]]);
    log.mockRestore();
  });

  const platform = Object.assign(new Error("open /etc/x"), { code: "ENOENT" });
  test.each([
    [new ToolError("No such city"), "No such city", 0],
    [new Error("No such city"), "No such city", 1],
    [new TypeError("x is undefined"), "The tool temperature failed", 1],
    [platform, "The tool temperature failed", 1],
    [new ProtocolError(429, "Too many"), undefined, 0],
    [new NotFoundError("No such city"), undefined, 0],
  ])("says who hears of %s", async (error, model, reports) => {
    const onError = vi.fn();
    const fails = tool("temperature", {}, () => {
      throw error;
    });
    const server = createServer({ info, features: [fails], onError });
    const client = await clientOf(server);
    const call = client.callTool({ name: "temperature" });
    if (model === undefined) await expect(call).rejects.toThrow(error.message);
    else expect((await call).content).toEqual(text(model));
    expect(onError).toHaveBeenCalledTimes(reports);
    await client.close();
  });
});

describe("the page of resources", () => {
  const serverOf = async (name: string): Promise<Server> =>
    (await programOf<{ server: Server }>("resources", name)).server;

  test("has resources, templates and prompts that answer", async () => {
    const client = await clientOf(await serverOf("server.ts"));
    const read = async (uri: string): Promise<unknown> =>
      (await client.readResource({ uri })).contents[0];
    expect(await read("weather://stations")).toMatchObject({
      mimeType: "text/csv",
      text: "Oslo,59.9,10.7\nLisbon,38.7,-9.1\n",
    });
    expect(await read("weather://Oslo/history?year=2020")).toMatchObject({
      text: "The weather in Oslo in 2020",
    });
    await expect(read("weather://Rome/history")).rejects.toThrow("not found");
    const { resources } = await client.listResources();
    expect(resources.map(({ name }) => name)).toEqual(["stations"]);
    const args = { city: "Oslo" };
    const { messages } = await client.getPrompt({
      name: "report",
      arguments: args,
    });
    const content = {
      type: "text",
      text: "Write a dry weather report for Oslo.",
    };
    expect(messages).toEqual([{ role: "user", content }]);
    await client.close();
  });

  test("lists what a template has, and nothing else can be read", async () => {
    const { server, notes } = await programOf<{
      readonly server: Server;
      readonly notes: Map<string, string>;
    }>("resources", "notes.ts");
    const client = await clientOf(server);
    const names = async (): Promise<readonly string[]> =>
      (await client.listResources()).resources.map(({ name }) => name);
    expect(await names()).toEqual(["shopping", "garden"]);
    notes.set("reading", "A book");
    expect(await names()).toEqual(["shopping", "garden", "reading"]);
    const read = await client.readResource({ uri: "note:///garden" });
    expect(read.contents).toMatchObject([{ text: "Water the tomatoes" }]);
    await expect(
      client.readResource({ uri: "note:///secret" }),
    ).rejects.toThrow("not found");
    await client.close();
  });

  test("tells of another list, and of a resource's parts", async () => {
    const server = await serverOf("notes.ts");
    const client = await clientOf(server);
    const heard: unknown[] = [];
    const changes = await client.listen({
      resourcesListChanged: true,
      resourceSubscriptions: ["note:///garden"],
    });
    server.notify.resourceListChanged();
    server.notify.resourceUpdated({ uri: "note:///garden/a" });
    server.notify.resourceUpdated({ uri: "note:///gardening" });
    server.notify.resourceUpdated({ uri: "note:///garden" });
    for await (const { method, params } of changes) {
      heard.push([method, (params as { readonly uri?: string }).uri]);
      if (heard.length === 3) break;
    }
    expect(heard).toEqual([
      ["notifications/resources/list_changed", undefined],
      ["notifications/resources/updated", "note:///garden/a"],
      ["notifications/resources/updated", "note:///garden"],
    ]);
    await client.close();
  });

  test("suggests streets of the city that is known", async () => {
    const { directions } = await programOf<{ directions: Feature }>(
      "resources",
      "streets.ts",
    );
    const client = await clientOf(
      createServer({ info, features: [directions] }),
    );
    const { completion } = await client.complete({
      ref: { type: "ref/prompt", name: "directions" },
      argument: { name: "street", value: "Ka" },
      context: { arguments: { city: "Oslo" } },
    });
    expect(completion.values).toEqual(["Karl Johans gate"]);
    await client.close();
  });
});

describe("the page of the context", () => {
  interface Exports {
    readonly server: Server;
  }

  test("has a tool that tells its progress and its log", async () => {
    const { server } = await programOf<Exports>("context", "server.ts");
    const logs: unknown[] = [];
    const client = await clientOf(server, {
      logLevel: "info",
      handlers: { loggingMessage: ({ data }) => void logs.push(data) },
    });
    const heard: unknown[] = [];
    const { content } = await client.callTool(
      { name: "import" },
      { onProgress: ({ progress, message }) => heard.push(progress, message) },
    );
    expect(content).toEqual(text("Imported 3 rows for test"));
    expect(heard.slice(-2)).toEqual([3, "imported c"]);
    expect(logs).toEqual([{ row: "a" }, { row: "b" }, { row: "c" }]);
    await client.close();
  });

  test("has interceptors that log, and refuse what is too much", async () => {
    const print = vi.spyOn(console, "error").mockReturnValue();
    const { server } = await programOf<Exports>("context", "limited.ts");
    const client = await clientOf(server);
    const call = () => client.callTool({ name: "ping" });
    for (let count = 0; count < 99; count++) await call();
    await expect(call()).rejects.toThrow("Too many calls");
    await client.close();
    const [method, name, , kind] = print.mock.lastCall ?? [];
    expect([method, name, kind]).toEqual(["tools/call", "ping", "error"]);
    print.mockRestore();
  });

  test("tells of an error that no client is told", async () => {
    const { server, reports } = await programOf<
      Exports & { readonly reports: readonly string[] }
    >("context", "reporting.ts");
    const broken = prompt("broken", {}, () => {
      throw new Error("no ink");
    });
    server.add(broken);
    const client = await clientOf(server);
    const asked = client.getPrompt({ name: "broken" });
    await expect(asked).rejects.toThrow(/^Internal error$/);
    expect(reports).toEqual(["Error: no ink"]);
    await client.close();
  });
});

describe("the page of handlers", () => {
  interface Exports {
    readonly server: Server;
  }

  test("has a server whose tools a gateway hands on, with their errors", async () => {
    const { server } = await programOf<Exports>("handlers", "server.ts");
    const { gatewayTo } = await programOf<{
      gatewayTo(client: ReturnType<typeof createClient>): Server;
    }>("handlers", "gateway.ts");
    const inner = await clientOf(server);
    const client = await clientOf(gatewayTo(inner));
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([{ name: "forecast" }]);
    const call = (name: string) =>
      client.callTool({ name, arguments: { city: "Oslo" } });
    expect((await call("forecast")).content).toEqual(text("Sun in Oslo"));
    await expect(call("x")).rejects.toMatchObject({
      code: -32602,
      message: "No tool x",
    });
    await client.close();
    await inner.close();
  });

  test("has a method of its own, and its notification", async () => {
    allowInvalid("the methods are a vendor's");
    const { server } = await programOf<Exports>("handlers", "words.ts");
    const asked: unknown[] = [];
    const client = await clientOf(server, {
      methods: {
        "example/asked": (params: unknown) => void asked.push(params),
      },
    });
    const params = { word: "rain" };
    expect(await client.request("example/define", params)).toMatchObject({
      meaning: "water that falls",
    });
    expect(asked).toEqual([params]);
    await client.close();
  });

  test("says what becomes of a result that cannot be sent", async () => {
    const onError = vi.fn();
    const wrong = { content: [{ type: "text", text: 7 }] } as never;
    const server = createServer({
      info,
      onError,
      handlers: { listTools: () => ({ tools: [] }), callTool: () => wrong },
    });
    const client = await clientOf(server);
    const call = client.callTool({ name: "x" });
    await expect(call).rejects.toThrow(/^Internal error$/);
    const [[error]] = onError.mock.calls as [[Error]];
    expect(error).toBeInstanceOf(UnsendableError);
    expect(readPage("docs/guides/handlers.md")).toContain(
      `\`\`\`text\n${error.message}\n\`\`\``,
    );
    await client.close();
  });
});
