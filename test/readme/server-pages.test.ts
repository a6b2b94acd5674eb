import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as older from "../../generated/2025-06-18/index.ts";
import {
  connect,
  createClient,
  createServer,
  NotFoundError,
  ProtocolError,
  tool,
  ToolError,
  type Server,
} from "../../generated/index.ts";
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
