import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { tasks } from "../../../generated/extensions/tasks.ts";
import { createClient } from "../../../generated/index.ts";
import { httpTransport } from "../../../src/runtime/http-client.ts";
import { listen } from "../../../src/runtime/http-node.ts";
import { spawnStdio } from "../../../src/runtime/spawn-stdio.ts";
import { generateServer } from "../../../src/index.ts";
import {
  readDescription,
  snapshotOf,
} from "../../../src/contracts/snapshot/index.ts";
import { unformatted } from "../../emit/formatted.ts";
import { readTree, temporaryFolder } from "../../emit/output/folder.ts";
import { payloads } from "../../support/hostile.ts";
import { compile, folderOf } from "../../support/typescript.ts";
import { loadServer, type Handlers, type LoadedServer } from "./load.ts";
import { weather } from "./weather.ts";

async function connected(
  { mcp, create }: LoadedServer,
  handlers: object,
  options: object = {},
) {
  const client = mcp.createClient({ info: { name: "test", version: "1" } });
  await mcp.connect(create(handlers, options), client);
  return client;
}

/** All that a server lists, sorted, and what it says of itself. */
async function listsOf(
  transport: Parameters<ReturnType<typeof createClient>["connect"]>[0],
) {
  const client = createClient({
    info: { name: "test", version: "1" },
    revisions: ["2025-11-25"],
  });
  await client.connect(transport);
  const { serverInfo } = client;
  const { snapshot } = snapshotOf({
    ...(await client.listTools()),
    ...(await client.listPrompts()),
    ...(await client.listResources()),
    ...(await client.listResourceTemplates()),
    serverInfo: { ...serverInfo },
    protocolVersion: client.protocolVersion ?? "",
  });
  await client.close();
  return snapshot;
}

/** Handlers that answer in the plainest way. */
const answers: Handlers = {
  tools: {
    ["__proto__"]: () => "proto",
    toString: () => "text",
    broken: () => ({ structuredContent: { x: 1 } }),
    forecast: ({ city, days = 1 }: { city: string; days?: number }) => ({
      structuredContent: {
        days: Array.from({ length: days }, () => ({ date: city, high: 3 })),
      },
    }),
    "get-sum": ({ a, b }: { a: number; b: number }) => String(a + b),
    "of an older time/ü": () => "old",
  },
  prompts: {
    plain: () => "Plain",
    report: ({ city, tone = "dry" }: { city: string; tone?: string }) =>
      `${tone} ${city}`,
  },
  resources: { "weather://stations": () => "Oslo" },
  resourceTemplates: {
    "weather://{city}/history{?year}": ({
      city,
      year,
    }: Record<string, string>) => `${city} ${year ?? "all"}`,
    "weather://{a}{b}": () => "never",
  },
};

let loaded: Promise<LoadedServer> | undefined;

/** Bundled once: its tests share nothing else. */
function weatherServer(): Promise<LoadedServer> {
  return (loaded ??= loadServer(weather));
}

describe("a server of what it is to list", () => {
  test("lists that to the letter, and does what its handlers do", async () => {
    const told = vi.spyOn(console, "error").mockReturnValue();
    const server = await weatherServer();
    const client = await connected(server, answers);
    expect(told).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining("weather://{a}{b} could be read in two ways"),
    );
    const { tools } = await client.listTools();
    const { prompts } = await client.listPrompts();
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    const { snapshot } = snapshotOf({
      serverInfo: weather.server,
      protocolVersion: "any",
      ...{ tools, prompts, resources, resourceTemplates },
    });
    expect(snapshot).toEqual({
      formatVersion: 1,
      protocolVersion: "any",
      ...readDescription(JSON.stringify(weather), "weather"),
    });
    const call = (name: string, args: Record<string, unknown> = {}) =>
      client.callTool({ name, arguments: args });
    expect(await call("forecast", { city: "Oslo" })).toMatchObject({
      structuredContent: { days: [{ date: "Oslo", high: 3 }] },
    });
    expect(await call("get-sum", { a: 1, b: 2 })).toMatchObject({
      content: [{ text: "3" }],
    });
    expect(await call("__proto__")).toMatchObject({
      content: [{ text: "proto" }],
    });
    expect(await call("of an older time/ü", { x: 1 })).toMatchObject({
      content: [{ text: "old" }],
    });
    expect(await call("broken", { x: "unchecked" })).toMatchObject({
      structuredContent: { x: 1 },
    });
    expect(
      await client.getPrompt({ name: "report", arguments: { city: "Oslo" } }),
    ).toMatchObject({
      description: "Writes a report",
      messages: [{ content: { text: "dry Oslo" } }],
    });
    const read = async (uri: string): Promise<unknown> =>
      (await client.readResource({ uri })).contents[0];
    expect(await read("weather://stations")).toMatchObject({
      mimeType: "text/csv",
      text: "Oslo",
    });
    expect(await read("weather://Oslo/history?year=2024")).toMatchObject({
      text: "Oslo 2024",
    });
  });

  test("checks what handlers are given, and what they give", async () => {
    const errors: Error[] = [];
    vi.spyOn(console, "error").mockReturnValue();
    const wrong = () => ({ structuredContent: { days: [{ date: 3 }] } });
    const tools = { ...answers["tools"], forecast: wrong };
    const client = await connected(
      await weatherServer(),
      { ...answers, tools },
      { onError: (error: Error) => errors.push(error) },
    );
    const call = (name: string, args: Record<string, unknown>) =>
      client.callTool({ name, arguments: args });
    expect(await call("forecast", { city: "" })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("city: expected at least") }],
    });
    expect(await call("of an older time/ü", { x: 0 })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("x: ") }],
    });
    expect(await call("forecast", { city: "Oslo" })).toMatchObject({
      isError: true,
    });
    expect(String(errors)).toContain("days.0.date");
  });

  test("speaks every revision", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const server = await weatherServer();
    for (const revision of server.mcp.revisions) {
      const client = server.mcp.createClient({
        info: { name: "test", version: "1" },
        revisions: [revision],
      });
      await server.mcp.connect(server.create(answers), client);
      expect(client.protocolVersion).toBe(revision);
      const args = { name: "get-sum", arguments: { a: 1, b: 2 } };
      expect(await client.callTool(args)).toMatchObject({
        content: [{ text: "3" }],
      });
      await client.close();
    }
  });

  test("lists over stdio and HTTP what the server lists that was described", async () => {
    const node = process.execPath;
    const published = spawnStdio({
      command: node,
      args: [
        "node_modules/@modelcontextprotocol/server-everything/dist/index.js",
      ],
      stderr: "ignore",
    });
    const described = await listsOf(published);
    expect(described.tools.length).toBeGreaterThan(10);
    const { file, create, handlers } = await loadServer(described);
    const text = `import { create, handlers, serveStdio } from ${JSON.stringify(file)};
      await serveStdio(create(handlers));`;
    const args = ["--input-type=module", "--eval", text];
    expect(await listsOf(spawnStdio({ command: node, args }))).toEqual(
      described,
    );
    const running = await listen(create(handlers), { port: 0 });
    const { url } = running;
    expect(await listsOf(httpTransport({ url }))).toEqual(described);
    await running.close();
  });

  test("serves the tools as tasks that say they are", async () => {
    const heard = vi.spyOn(console, "error").mockReturnValue();
    heard.mockClear();
    const inputSchema = { type: "object" };
    const tools = ["forbidden", "required"].map((taskSupport) => ({
      ...{ name: taskSupport, inputSchema, execution: { taskSupport } },
    }));
    const { mcp, create } = await loadServer(tools);
    const answer = (): string => "done";
    const handlers = { tools: { forbidden: answer, required: answer } };
    for (const options of [{}, { extensions: [tasks] }])
      for (const revision of mcp.revisions) {
        const client = createClient({
          info: { name: "test", version: "1" },
          revisions: [revision],
          extensions: [tasks],
        });
        await mcp.connect(create(handlers, options), client);
        expect((await client.listTools()).tools).toEqual(tools);
        const name = "required";
        const task = await client.tasks.call({ name }, { when: "required" });
        expect(task.taskId !== undefined).toBe(revision >= "2025-11-25");
        await task.cancel().catch(() => undefined);
        await client.close();
      }
    expect(heard).not.toHaveBeenCalled();
  });

  test("names the handlers that are missing", async () => {
    const { create } = await weatherServer();
    const { toString: _, ...tools } = answers["tools"] ?? {};
    const { prompts: __, ...others } = answers;
    expect(() => create({ ...answers, tools })).toThrow(
      'handlers.tools lacks "toString": each is a function',
    );
    expect(() => create(others)).toThrow(
      'handlers.prompts lacks "plain", "report"',
    );
  });

  test("has handlers to be filled in, which say so until then", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const server = await weatherServer();
    const client = await connected(server, server.handlers, {
      onError: () => {},
    });
    const args = { name: "forecast", arguments: { city: "Oslo" } };
    expect(await client.callTool(args)).toMatchObject({
      isError: true,
      content: [{ text: "forecast is not implemented yet" }],
    });
  });

  test("is typed, under the strictest flags", async () => {
    const { files } = await generateServer({
      description: weather,
      name: "weather",
      runtime: "@mcp-gen/runtime",
    });
    const program = `
      import { structured } from "@mcp-gen/runtime";
      import { createWeatherServer, type WeatherHandlers } from "./index.js";
      import { handlers } from "./handlers.js";
      export const tools: WeatherHandlers["tools"] = {
        ...handlers.tools,
        forecast({ city, days }, context) {
          const count: number | undefined = days;
          context.progress(1);
          return structured({ days: [{ date: city, high: count ?? 1, kind: "rain" }] });
        },
        "get-sum": ({ a, b }) => String(a + b),
      };
      export const prompts: WeatherHandlers["prompts"] = {
        ...handlers.prompts,
        report({ city, tone }) {
          const given: string = city;
          // @ts-expect-error
          const other: string = tone;
          return given + other;
        },
      };
      export const server: object = createWeatherServer({
        ...handlers,
        tools,
        prompts,
        resourceTemplates: {
          ...handlers.resourceTemplates,
          "weather://{city}/history{?year}": ({ city, year }) => city + (year ?? ""),
        },
      });
      export const wrong: WeatherHandlers["tools"] = {
        ...tools,
        // @ts-expect-error
        forecast: () => structured({ days: [{ date: "today" }] }),
        // @ts-expect-error
        "get-sum": ({ c }) => String(c),
      };
      const { report: _, ...missing } = prompts;
      // @ts-expect-error
      createWeatherServer({ ...handlers, prompts: missing });`;
    const folder = folderOf([
      ...files.map(({ path, text = "" }) => ({ path, text })),
      { path: "program.ts", text: program },
    ]);
    const modules = join(folder, "node_modules/@mcp-gen");
    mkdirSync(modules, { recursive: true });
    const built = join(import.meta.dirname, "../../../dist/packages/runtime");
    symlinkSync(built, join(modules, "runtime"));
    expect(await compile(folder, { skipLibCheck: true })).toEqual([]);
  });

  test.each(["tools", "prompts", "resources", "resourceTemplates"] as const)(
    "imports nothing in vain where it has %s alone",
    async (list) => {
      const { files } = await generateServer({
        description: { [list]: weather[list] },
      });
      const { text = "" } =
        files.find(({ path }) => path === "server.ts") ?? {};
      const [, imported = ""] = /^import \{([^}]*)\}/m.exec(text) ?? [];
      const names = imported.match(/\w+/g) ?? [];
      expect(names).toContain("createServer");
      const used = (name: string): number =>
        text.match(new RegExp(`\\b${name}\\(`, "g"))?.length ?? 0;
      expect(names.filter((name) => used(name) === 0)).toEqual([]);
    },
  );

  test("is the same each time, and as prettier lays it out", async () => {
    for (const target of ["ts", "js"] as const) {
      const options = { description: weather, name: "weather", target };
      const { files } = await generateServer(options);
      const texts = files.map(({ path, text = "" }) => ({ path, text }));
      expect(await unformatted(texts)).toEqual([]);
      const reversed = {
        ...weather,
        tools: [...weather.tools].reverse(),
        prompts: [...weather.prompts].reverse(),
      };
      expect(
        (await generateServer({ ...options, description: reversed })).files,
      ).toEqual(files);
    }
  });

  test("runs nothing that a description says", async () => {
    const schema = (text: string) => ({
      type: "object",
      title: text,
      description: text,
      properties: {
        [text]: { type: "string", description: text, default: text },
      },
      required: [text],
    });
    const description = {
      server: { name: payloads[0], version: payloads[1] },
      tools: payloads.filter(Boolean).map((text) => ({
        name: text,
        title: text,
        description: text,
        inputSchema: schema(text),
        outputSchema: schema(text),
      })),
      prompts: payloads.filter(Boolean).map((text) => ({
        name: text,
        description: text,
        arguments: [{ name: text, description: text, required: true }],
      })),
      resources: payloads.filter(Boolean).map((text) => ({
        uri: `x:${text}`,
        name: text,
        description: text,
      })),
      resourceTemplates: payloads.filter(Boolean).map((text) => ({
        uriTemplate: `x:${text}`,
        name: text,
        description: text,
      })),
    };
    vi.spyOn(console, "error").mockReturnValue();
    const canary = vi.fn();
    vi.stubGlobal("canary", canary);
    const server = await loadServer(description);
    const client = await connected(server, server.handlers, { check: false });
    expect((await client.listTools()).tools).toEqual(
      readDescription(JSON.stringify(description), "hostile").tools,
    );
    expect(canary).not.toHaveBeenCalled();
  });
});

describe("the folder of a server", () => {
  test("keeps its handlers whatever is generated, and its settings", async () => {
    const out = join(temporaryFolder(), "weather-server");
    const first = await generateServer({
      description: weather,
      out,
      docs: false,
      runtime: "../mcp/index.js",
    });
    expect(first.files.at(-1)).toMatchObject({
      path: "handlers.ts",
      status: "created",
    });
    writeFileSync(join(out, "handlers.ts"), "// Mine.\n");
    const tools = weather.tools.slice(1);
    const again = await generateServer({ description: { tools }, out });
    expect(again.files.at(-1)).toEqual({ path: "handlers.ts", status: "kept" });
    const tree = readTree(out);
    expect(tree["handlers.ts"]).toBe("// Mine.\n");
    expect(tree["server.ts"]).toContain('from "../mcp/index.js"');
    expect(tree["server.ts"]).not.toContain("ForecastArguments");
    expect(tree["server.ts"]).not.toContain("/** Writes a report");
    const same = await generateServer({ description: { tools }, out });
    expect(new Set(same.files.map(({ status }) => status))).toEqual(
      new Set(["unchanged", "kept"]),
    );
  });

  test("is not of what no server may list, which spoils nothing else", async () => {
    const { notes, files } = await generateServer({
      description: {
        tools: [
          { name: "no-object", inputSchema: { type: "string" } },
          { name: "titled", title: 5, inputSchema: { type: "object" } },
          { name: "right", inputSchema: { type: "object" } },
        ],
        resources: [
          { uri: "no scheme", name: "odd" },
          { uri: "x:y", name: "right" },
        ],
      },
    });
    expect(notes).toEqual([
      'tools: "no-object" is left out: the protocol does not allow its inputSchema in a list',
      'tools: "titled" is left out: the protocol does not allow its title in a list',
      'resources: "no scheme" is left out: the protocol does not allow its uri in a list',
    ]);
    const server = files.find(({ path }) => path === "server.ts");
    expect(server?.text).toContain('requireHandlers("tools", ["right"]');
    expect(server?.text).toContain('requireHandlers("resources", ["x:y"]');
  });

  test("tells what goes unchecked, by tool", async () => {
    const { notes } = await generateServer({ description: weather });
    expect(notes).toEqual([
      expect.stringMatching(/^tool "broken": its arguments are unknown/),
      expect.stringMatching(/^tool "broken": its results are unknown/),
    ]);
  });
});
