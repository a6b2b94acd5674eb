import { describe, expect, test } from "vitest";
import { createClient, type Client } from "../../generated/index.ts";
import { spawnStdio } from "../../src/runtime/spawn-stdio.ts";

const info = { name: "test", version: "1" };
const revision = "2025-06-18";

/** A server of a few lines, of one handshake revision, that has its own way with a message. */
function serverThat(way: string): () => ReturnType<typeof spawnStdio> {
  const script = `
    const say = (...messages) => process.stdout.write(messages.map((message) =>
      JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n").join(""));
    const lines = require("node:readline").createInterface({ input: process.stdin });
    lines.on("line", (line) => {
      const { id, method, params } = JSON.parse(line);
      ${way}
      if (method === "initialize") say({ id, result: {
        protocolVersion: ${JSON.stringify(revision)},
        capabilities: { tools: {} },
        serverInfo: { name: "other", version: "1" },
      } });
      if (method === "tools/list") say({ id, result: { tools: [] } });
    });
  `;
  return () => spawnStdio({ command: process.execPath, args: ["-e", script] });
}

async function isUsed(client: Client): Promise<void> {
  expect(client.protocolVersion).toBe(revision);
  expect((await client.listTools()).tools).toEqual([]);
  await client.close();
}

const isDiscover = `method === "server/discover"`;

describe("our client uses a server that knows no discovery and", () => {
  test.each([
    ["says so", -32601],
    ["finds its params wrong", -32602],
    ["wants a handshake first", -32600],
    ["calls it an error of its own", 42],
    ["uses a code of the later lifecycle for its own ends", -32001],
  ])("%s", async (_, code) => {
    const error = `{ code: ${code}, message: "no" }`;
    const open = serverThat(
      `if (${isDiscover}) return say({ id, error: ${error} });`,
    );
    const client = createClient({ info });
    await client.connect(open());
    await isUsed(client);
  });

  test("says nothing", async () => {
    const client = createClient({ info, probeTimeout: 200 });
    await client.connect(serverThat(`if (${isDiscover}) return;`)());
    await isUsed(client);
  });

  test("ends, if it can be started again", async () => {
    const open = serverThat(`if (${isDiscover}) process.exit(1);`);
    // A process may take longer to start than a probe waits by itself.
    const client = createClient({ info, probeTimeout: 60_000 });
    await client.connect(open);
    await isUsed(client);
    await expect(client.connect(open())).rejects.toMatchObject({
      name: "TransportError",
    });
  });
});

test("progress that comes together with the answer is heard", async () => {
  const client = createClient({ info });
  const open = serverThat(`
    if (${isDiscover}) return say({ id, error: { code: -32601, message: "no" } });
    if (method === "tools/call") {
      const { progressToken } = params._meta;
      const progress = (progress) => ({
        method: "notifications/progress",
        params: { progressToken, progress },
      });
      say(progress(1), progress(2), { id, result: { content: [] } });
    }
  `);
  await client.connect(open());
  const told: number[] = [];
  const onProgress = ({ progress }: { progress: number }): unknown =>
    told.push(progress);
  await client.callTool({ name: "any" }, { onProgress });
  expect(told).toEqual([1, 2]);
  await client.close();
});
