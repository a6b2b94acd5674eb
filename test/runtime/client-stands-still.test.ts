import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, describe, expect, test } from "vitest";
import { spawnStdio } from "../../src/runtime/spawn-stdio.ts";
import type { Transport } from "../../src/runtime/peer/transport.ts";
import { legacy, modern } from "./client-tables.ts";
import { createClient } from "./test-client.ts";

const folder = mkdtempSync(join(tmpdir(), "mcp-gen-still-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A server of two lifecycles, which makes a file named by what it has done; the tool `silent` has no answer. */
const server = `
  const did = (what) => require("node:fs").writeFileSync(process.argv[1] + what.replace("/", "-"), "");
  const answers = {
    "server/discover": { supportedVersions: ["3"], capabilities: { tools: {} } },
    initialize: { protocolVersion: "1", capabilities: { tools: {} }, serverInfo: {} },
    "tools/call": { content: [] },
  };
  require("node:readline").createInterface(process.stdin).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    const result = params?.name === "silent" ? undefined : answers[method];
    if (!result) return did("silent");
    const answer = JSON.stringify({ jsonrpc: "2.0", id, result });
    process.stdout.write(answer + "\\n", () => did(method));
  });
`;

interface Started {
  readonly transport: Transport;
  /** Nothing else happens in this process until the server has done this, and half a second more. */
  standStill(what: string): Promise<void>;
}

let count = 0;

function start(): Started {
  const files = join(folder, `${++count}-`);
  return {
    transport: spawnStdio({
      command: process.execPath,
      args: ["-e", server, files],
    }),
    async standStill(what) {
      await new Promise((resolve) => setImmediate(resolve)); // what is asked leaves
      const ends = performance.now() + 60_000;
      while (!existsSync(files + what) && performance.now() < ends) block(20);
      block(500);
    },
  };
}

function block(duration: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, duration);
}

describe("a client whose process stands still", () => {
  test("reads what came meanwhile before it gives up a call", async () => {
    const { transport, standStill } = start();
    const client = createClient([modern("3")]);
    await client.connect(transport);
    const call = client.request("tools/call", { name: "a" }, { timeout: 100 });
    await standStill("tools-call");
    expect(await call).toMatchObject({ content: [] });
    await client.close();
  });

  test("speaks the revision that the server named meanwhile", async () => {
    const { transport, standStill } = start();
    const client = createClient([modern("3"), legacy("1")], {
      probeTimeout: 100,
    });
    const connected = client.connect(transport);
    await standStill("server-discover");
    await connected;
    expect(client.protocolVersion).toBe("3");
    await client.close();
  });

  test("gives up a call all the same that nobody answers", async () => {
    const { transport, standStill } = start();
    const client = createClient([modern("3")]);
    await client.connect(transport);
    const params = { name: "silent" };
    const call = client.request("tools/call", params, { timeout: 100 });
    const failed = expect(call).rejects.toMatchObject({ kind: "timeout" });
    await standStill("silent");
    await failed;
    await client.close();
  });
});
