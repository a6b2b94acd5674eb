import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { createClient, type Client } from "../../generated/2025-11-25/index.ts";
import { spawnStdio } from "../../generated/runtime/spawn-stdio.ts";

const require = createRequire(import.meta.url);
const everything = join(
  dirname(
    require.resolve("@modelcontextprotocol/server-everything/package.json"),
  ),
  "dist/index.js",
);

function createTestClient(): Client {
  return createClient({
    info: { name: "test", version: "1.0.0" },
    handlers: { listRoots: () => ({ roots: [] }) },
  });
}

describe("our client over stdio", () => {
  test("drives a server that it has never seen", async () => {
    const client = createTestClient();
    await client.connect(
      spawnStdio({ command: process.execPath, args: [everything], grace: 300 }),
    );
    try {
      expect(client.serverInfo?.name).toBe("mcp-servers/everything");
      expect(client.serverCapabilities?.tools).toEqual({ listChanged: true });
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain("echo");
      const echo = { name: "echo", arguments: { message: "hello" } };
      expect(await client.callTool(echo)).toEqual({
        content: [{ type: "text", text: "Echo: hello" }],
      });
      expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0);
      const { resources } = await client.listResources();
      expect(resources.length).toBeGreaterThan(0);
      const uri = resources[0]?.uri ?? "";
      const { contents } = await client.readResource({ uri });
      expect(contents[0]?.uri).toBe(uri);
      expect(await client.ping()).toEqual({});
    } finally {
      await client.close();
    }
  });

  test("hears progress, and takes a call back", async () => {
    const client = createTestClient();
    await client.connect(
      spawnStdio({ command: process.execPath, args: [everything], grace: 300 }),
    );
    try {
      const controller = new AbortController();
      const call = client.callTool(
        {
          name: "trigger-long-running-operation",
          arguments: { duration: 10, steps: 100 },
        },
        { signal: controller.signal, onProgress: () => controller.abort() },
      );
      await expect(call).rejects.toMatchObject({ name: "CancelledError" });
    } finally {
      await client.close();
    }
  });

  test("says why a server could not be started", async () => {
    const client = createTestClient();
    const missing = spawnStdio({ command: "no-such-program-anywhere" });
    await expect(client.connect(missing)).rejects.toThrow(/ENOENT/);
  });

  test("ends a server that stays", async () => {
    const script = `
      process.on("SIGTERM", () => {});
      process.stdin.on("data", () => process.stdout.write("{}\\n"));
      setInterval(() => {}, 1000);
    `;
    const transport = spawnStdio({
      command: process.execPath,
      args: ["-e", script],
      grace: 100,
    });
    const opened = new Promise<void>((resolve) => {
      transport.start({
        message: () => resolve(),
        unreadable() {},
        ended() {},
        closed() {},
      });
    });
    transport.send({ jsonrpc: "2.0", method: "hello" });
    await opened;
    const started = performance.now();
    await transport.close();
    expect(performance.now() - started).toBeGreaterThan(190);
  });

  test("gives a server no more of the environment than it needs", async () => {
    process.env["MCP_GEN_TEST_SECRET"] = "secret";
    const script = `process.stdout.write(JSON.stringify(process.env) + "\\n")`;
    const transport = spawnStdio({
      command: process.execPath,
      args: ["-e", script],
      env: { GIVEN: "yes" },
    });
    const environment = await new Promise((resolve) => {
      transport.start({
        message: resolve,
        unreadable() {},
        ended() {},
        closed() {},
      });
    });
    await transport.close();
    delete process.env["MCP_GEN_TEST_SECRET"];
    expect(environment).toMatchObject({
      GIVEN: "yes",
      PATH: process.env["PATH"],
    });
    expect(environment).not.toHaveProperty("MCP_GEN_TEST_SECRET");
  });
});
