import process from "node:process";
import { describe, expect, test } from "vitest";
import { spawnStdio } from "../../src/runtime/spawn-stdio.ts";
import type { Transport } from "../../src/runtime/peer/transport.ts";
import { legacy, modern } from "./client-tables.ts";
import { createClient } from "./test-client.ts";

/** A server that speaks by itself: it dies when `die` is called. */
const modernServer = `
  const meta = "io.modelcontextprotocol/subscriptionId";
  const say = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
  require("node:readline").createInterface(process.stdin).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    const _meta = { [meta]: id };
    if (method === "server/discover")
      say({ id, result: { supportedVersions: ["3"], capabilities: { tools: {} } } });
    if (method === "subscriptions/listen") {
      say({ method: "notifications/subscriptions/acknowledged", params: { _meta, notifications: params.notifications } });
      say({ method: "notifications/tools/list_changed", params: { _meta } });
    }
    if (method !== "tools/call") return;
    if (params.name === "die") process.exit(3);
    say({ id, result: { content: [process.pid] } });
  });
`;

/** An old server that dies of what it does not know. */
const legacyServer = `
  const say = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
  require("node:readline").createInterface(process.stdin).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    if (method === "server/discover") throw new Error("unknown method");
    if (method === "initialize")
      say({ id, result: { protocolVersion: "1", capabilities: {}, serverInfo: {} } });
  });
`;

function starter(program: string): { open: () => Transport; started: number } {
  const starts = {
    started: 0,
    open: () => {
      starts.started++;
      return spawnStdio({
        command: process.execPath,
        args: ["-e", program],
        stderr: "ignore",
      });
    },
  };
  return starts;
}

describe("a server in a process of its own", () => {
  test("that dies in mid-call is started again, and its subscriptions with it", async () => {
    const starts = starter(modernServer);
    const client = createClient([modern("3")]);
    await client.connect(starts.open, { restart: { delayMs: 10 } });
    const subscription = await client.listen({ toolsListChanged: true });
    const changes = subscription[Symbol.asyncIterator]();
    expect(await changes.next()).toMatchObject({ done: false });
    const pidOf = async (): Promise<unknown> =>
      client.request("tools/call", { name: "pid" });
    const first = await pidOf();
    await expect(
      client.request("tools/call", { name: "die" }),
    ).rejects.toMatchObject({
      kind: "transport",
      message: "the connection broke: the server exited with code 3",
    });
    const second = await pidOf();
    expect(second).not.toEqual(first);
    expect(await changes.next()).toMatchObject({ done: false });
    await client.close();
    expect(await subscription.closed).toBeUndefined();
    expect(starts.started).toBe(2);
  });

  test("that dies of the first question is asked the old way", async () => {
    const starts = starter(legacyServer);
    // A process may take longer to start than a probe waits by itself.
    const client = createClient([modern("3"), legacy("1")], {
      probeTimeout: 30_000,
    });
    await client.connect(starts.open);
    expect(client.protocolVersion).toBe("1");
    expect(starts.started).toBe(2);
    await client.close();
  });

  test("that cannot be started fails with the reason", async () => {
    const client = createClient([modern("3"), legacy("1")]);
    const command = "no-such-program-anywhere";
    await expect(client.connect(spawnStdio({ command }))).rejects.toMatchObject(
      {
        kind: "transport",
        message: expect.stringContaining(command),
      },
    );
  });
});
