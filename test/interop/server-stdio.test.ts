import { spawn } from "node:child_process";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundle, type Bundle } from "./bundle.ts";

let weather: Bundle;
let noisy: Bundle;

beforeAll(async () => {
  weather = await bundle("../../templates/example/server.ts");
  noisy = await bundle("noisy-server.ts");
});

afterAll(() => {
  weather.remove();
  noisy.remove();
});

describe("our server over stdio", () => {
  test("is used by the official client", async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [weather.file],
      }),
    );
    try {
      expect(client.getServerVersion()).toEqual({
        name: "weather",
        version: "1.0.0",
      });
      expect(client.getServerCapabilities()).toEqual({ tools: {} });
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(["forecast"]);
      const oslo = { name: "forecast", arguments: { city: "Oslo" } };
      expect((await client.callTool(oslo)).content).toEqual([
        { type: "text", text: "snow, -4 °C" },
      ]);
      await expect(client.callTool({ name: "nothing" })).rejects.toMatchObject({
        code: -32602,
      });
      await client.ping();
    } finally {
      await client.close();
    }
  });

  test("tells the official client its progress", async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [noisy.file],
        stderr: "ignore",
      }),
    );
    try {
      const told: unknown[] = [];
      const onprogress = (progress: unknown): unknown => told.push(progress);
      await client.request(
        { method: "tools/call", params: { name: "slow" } },
        CallToolResultSchema,
        { onprogress },
      );
      expect(told).toEqual([{ progress: 1, total: 2, message: "printing" }]);
    } finally {
      await client.close();
    }
  });

  test("keeps standard output clean, and ends after its last answer", async () => {
    const { lines, stderr, code } = await run(noisy.file, [
      {
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-11-25",
          capabilities: {},
          clientInfo: { name: "test", version: "1" },
        },
      },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/call", params: { name: "slow" } },
      { id: 3, method: "tools/call", params: { name: "throw" } },
    ]);
    const after = lines.pop();
    const messages = lines.map((line) => JSON.parse(line));
    const answers = messages.filter((message) => "id" in message);
    expect(answers.map(({ id }) => id)).toEqual([1, 3, 2]);
    expect(answers[1].error).toEqual({
      code: -32603,
      message: "Internal error",
    });
    expect(answers[2].result.content[0].text).toBe("slow");
    expect(after).toBe("after serving");
    expect(stderr).toContain("printed by a handler");
    expect(stderr).toContain("written by a handler");
    expect(stderr).toContain("reported: a secret");
    expect(code).toBe(0);
  });
});

interface Finished {
  lines: string[];
  stderr: string;
  code: number | null;
}

/** Runs a server on a whole input, up to its own end. */
function run(file: string, messages: readonly object[]): Promise<Finished> {
  const child = spawn(process.execPath, [file]);
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  for (const message of messages) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
  child.stdin.end();
  return new Promise((resolve) => {
    child.on("close", (code) => {
      resolve({ lines: stdout.trim().split("\n"), stderr, code });
    });
  });
}
