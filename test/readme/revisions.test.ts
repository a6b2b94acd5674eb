import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  connect,
  createClient,
  createServer,
  revisions,
  type Client,
  type Server,
} from "../../generated/index.ts";
import { createHttpHandler } from "../../src/runtime/http.ts";
import { httpTransport } from "../../src/runtime/http-client.ts";
import type { Transport } from "../../src/runtime/index.ts";
import { spawnStdio } from "../../src/runtime/spawn-stdio.ts";
import { codeBlocks, readPage } from "./blocks.ts";
import { writeBlocks } from "./compiled.ts";

const root = join(import.meta.dirname, "../..");
const page = readPage("docs/guides/revisions.md");
const info = { name: "test", version: "1.0.0" };
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(root, ".example-"));
  writeBlocks(folder, page);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function load<T>(name: string): Promise<T> {
  return (await import(join(folder, name))) as T;
}

async function printed(name: string): Promise<unknown[]> {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  await load(name);
  const lines = log.mock.calls.map(([line]) => line as unknown);
  log.mockRestore();
  return lines;
}

/** A server of 2025-06-18, or one that speaks what it is asked for. */
function open(kind: string): Transport {
  const server = join(import.meta.dirname, "misbehaving/server.js");
  return spawnStdio({
    command: process.execPath,
    args: [server, kind],
    grace: 100,
  });
}

describe("the page of revisions", () => {
  test("forces one on a server, and says which is spoken", async () => {
    const [, said] = /^It prints `(.+?)`\./m.exec(page) ?? [];
    expect(await printed("one-server.ts")).toEqual([said]);
  });

  test("forces them on a client, and one on a connection", async () => {
    const { client, connectToOne } = await load<{
      client: Client;
      connectToOne(transport: Transport): Promise<void>;
    }>("revisions.ts");
    await connectToOne(open("echoes"));
    expect(client.protocolVersion).toBe("2025-06-18");
    await client.close();
    await client.connect(open("echoes"));
    expect(client.protocolVersion).toBe("2025-11-25");
    await client.close();
  });

  test("has entries of one revision, for both sides", async () => {
    const one = await load<{ server: Server; client: Client }>(
      "one-revision.ts",
    );
    await connect(one.server, createClient({ info }));
    await connect(createServer({ info }), one.client);
    expect(one.client.protocolVersion).toBe("2025-06-18");
    await one.client.close();
  });

  test("speaks each in a test", async () => {
    expect(await printed("each.ts")).toEqual([...revisions]);
  });

  test("takes the newest, in whatever order they are named", async () => {
    const client = createClient({
      info,
      revisions: ["2024-11-05", "2025-11-25"],
    });
    await connect(createServer({ info }), client);
    expect(client.protocolVersion).toBe("2025-11-25");
    await client.close();
    const unknown = ["2025-01-01"] as unknown as ["2025-11-25"];
    expect(() => createServer({ info, revisions: unknown })).toThrow(TypeError);
  });

  test("refuses over HTTP a client of none of them, and names them", async () => {
    const server = createServer({ info, revisions: ["2025-06-18"] });
    const handler = createHttpHandler(server, { allowedHosts: ["test"] });
    const reach = (): Transport =>
      httpTransport({
        url: "http://test/mcp",
        fetch: (input, init) => handler(new Request(input, init)),
      });
    const client = createClient({ info, revisions: ["2025-11-25"] });
    await expect(client.connect(reach())).rejects.toThrow(/2025-06-18/);
    const newest = createClient({ info, revisions: ["2026-07-28"] });
    await expect(newest.connect(reach())).rejects.toThrow(/2025-06-18/);
    const fitting = createClient({ info });
    await fitting.connect(reach());
    expect(fitting.protocolVersion).toBe("2025-06-18");
    await fitting.close();
  });

  test("says what to do where none is common", async () => {
    const told: string[] = [];
    for (const [revision, kind] of [
      ["2024-11-05", "invalid"],
      ["2026-07-28", "protocol"],
    ] as const) {
      const client = createClient({ info, revisions: [revision] });
      const error = await client.connect(open("")).then(
        () => new Error("it did not fail"),
        (reason: unknown) => reason as Error,
      );
      expect(error).toMatchObject({ kind });
      told.push(error.message);
    }
    const [shown] = codeBlocks(page).filter(
      ({ language }) => language === "text",
    );
    expect(shown?.text.trim().split("\n")).toEqual(told);
    const other = createClient({ info }).connect(open("other revision"));
    await expect(other).rejects.toThrow(
      /if "npx mcp-gen list" names 2023-01-01.*have the server speak a published revision$/,
    );
  });
});
