import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  createClient,
  type Client,
  type ClientOptions,
} from "../../generated/index.ts";
import type { Transport } from "../../src/runtime/index.ts";
import { spawnStdio } from "../../src/runtime/spawn-stdio.ts";
import { codeBlocks, readPage } from "./blocks.ts";
import { writeBlocks } from "./compiled.ts";

const root = join(import.meta.dirname, "../..");
const page = readPage("docs/guides/misbehaving.md");
const info = { name: "test", version: "1.0.0" };
/** What the page says that is told. */
const shown = codeBlocks(page)
  .filter(({ language }) => language === "text")
  .flatMap(({ text }) => text.trim().split("\n"));
const told = new Set<string>();
const clients: Client[] = [];
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(root, ".example-"));
  writeBlocks(folder, page);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  rmSync(folder, { recursive: true, force: true });
});

/** A server that does one thing wrong. */
function open(wrong: string): Transport {
  const server = join(import.meta.dirname, "misbehaving/server.js");
  return spawnStdio({
    command: process.execPath,
    args: [server, wrong],
    grace: 100,
  });
}

/** A client that notes what it hears of. */
function clientOf(options: Partial<ClientOptions> = {}): Client {
  const client = createClient({
    info,
    // A process may take longer to start than a probe waits by itself.
    probeTimeout: 60_000,
    onError: ({ message }) => void told.add(message),
    ...options,
  });
  clients.push(client);
  return client;
}

async function connected(
  wrong: string,
  options?: Partial<ClientOptions>,
): Promise<Client> {
  const client = clientOf(options);
  await client.connect(open(wrong));
  return client;
}

/** Why something rejects. */
async function why(call: Promise<unknown>): Promise<Error> {
  const error = await call.then(
    () => new Error("it did not fail"),
    (reason: unknown) => reason as Error,
  );
  told.add(error.message);
  return error;
}

const done = { content: [{ type: "text", text: "done" }] };
const good = { name: "good" };

describe.concurrent("the page of servers that misbehave", () => {
  test("starts a server again that its first question ended", async () => {
    await why(connected("dies of the question"));
    const again = clientOf();
    await again.connect(() => open("dies of the question"));
    expect(await again.callTool(good)).toEqual(done);
    const older = await connected("dies of the question", {
      revisions: ["2025-06-18"],
    });
    expect(older.protocolVersion).toBe("2025-06-18");
  });

  test("waits for one that is silent as long as it says", async () => {
    const client = await connected("silent", { probeTimeout: 100 });
    expect(client.protocolVersion).toBe("2025-06-18");
    const failure = clientOf().connect(open("silent"), { timeout: 50 });
    expect(await why(failure)).toMatchObject({ kind: "timeout" });
  });

  test.each([
    ["prints", done],
    ["no content", { content: [], structuredContent: { n: 1 } }],
    ["ids as text", done],
    ["stray", done],
  ])("takes an answer as it is meant: %s", async (wrong, result) => {
    const client = await connected(wrong);
    expect(await client.callTool(good)).toEqual(result);
  });

  test.each([
    ["null cursor", ["good"]],
    ["bad item", ["good"]],
    ["circles", ["tool-0", "tool-1"]],
  ])("takes a list as far as it goes: %s", async (wrong, names) => {
    const client = await connected(wrong);
    const found = [];
    for await (const { name } of client.allTools()) found.push(name);
    expect(found).toEqual(names);
  });

  test("fails a call whose answer nobody can guess, and has what came", async () => {
    const client = await connected("wrong result");
    await why(client.callTool(good));
    interface Raw {
      callAnyway(client: Client, name: string): Promise<unknown>;
    }
    const { callAnyway } = (await import(join(folder, "raw.ts"))) as Raw;
    expect(await callAnyway(client, "good")).toEqual({ content: "a text" });
  });

  test("gives up what hangs, and closes what answers no ping", async () => {
    const client = await connected("hangs");
    const failure = client.callTool(good, { timeout: 50 });
    expect(await why(failure)).toMatchObject({ kind: "timeout" });
    const onClose = vi.fn<(error?: Error) => void>();
    await connected("hangs", {
      onClose,
      keepAlive: { intervalMs: 50, timeoutMs: 50 },
    });
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce(), 30_000);
    const [reason] = onClose.mock.calls[0] ?? [];
    told.add(reason?.message.replace("50 ms", "30000 ms") ?? "");
  });

  test("starts one again that died in mid-call", async () => {
    const client = clientOf();
    await client.connect(() => open("dies in a call"), {
      restart: { delayMs: 1 },
    });
    const dying = client.callTool({ ...good, arguments: { dies: true } });
    expect(await why(dying)).toMatchObject({ kind: "transport" });
    expect(await client.callTool(good)).toEqual(done);
  });

  test("hears a flood within bounds", async () => {
    const onProgress = vi.fn<(progress: { progress: number }) => void>();
    const loggingMessage = vi.fn();
    const client = await connected("floods", { handlers: { loggingMessage } });
    expect(await client.callTool(good, { onProgress })).toEqual(done);
    // At once, and what may come a second while that lasts.
    for (const [heard, burst] of [
      [loggingMessage, 1_000],
      [onProgress, 100],
    ] as const) {
      const { length } = heard.mock.calls;
      expect(length).toBeGreaterThanOrEqual(burst);
      expect(length).toBeLessThan(3_000);
    }
    expect(onProgress.mock.lastCall).toMatchObject([{ progress: 3_000 }]);
  });
});

test("all that the page says is told, was told", () => {
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.filter((line) => !told.has(line))).toEqual([]);
});
