import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { createClient } from "../../../generated/index.ts";
import { run } from "../../../src/cli/commands/run.ts";
import { httpTransport } from "../../../src/runtime/http-client.ts";
import { spawnStdio } from "../../../src/runtime/spawn-stdio.ts";
import { mcpGen } from "../../cli/command-line.ts";
import { weather } from "../server/weather.ts";
import {
  readTree,
  temporaryFolder,
  writeTree,
} from "../../emit/output/folder.ts";

/** The command as it is built. */
const built = join(import.meta.dirname, "../../../dist/cli.js");

function project(): string {
  const cwd = temporaryFolder();
  writeTree(cwd, { "weather.json": JSON.stringify(weather) });
  return cwd;
}

describe("mcp-gen mock", () => {
  test("listens, says what it is, and ends when it is asked to", async () => {
    const stop = new AbortController();
    let stderr = "";
    const listening = withResolvers();
    const ended = run(["mock", "weather.json", "--http", "0", "--seed", "3"], {
      cwd: project(),
      isTerminal: false,
      stdout: () => {},
      stderr: (text) => {
        stderr += text;
        const [url] = /http:\S+/.exec(text) ?? [];
        if (url !== undefined && text.includes("listening"))
          listening.resolve(url);
      },
      readStdin: async () => Buffer.from(""),
      stdin: () => Readable.from([]),
      drained: async () => true,
      interruption: () => stop.signal,
    });
    const client = createClient({ info: { name: "test", version: "1" } });
    await client.connect(httpTransport({ url: await listening.promise }));
    expect((await client.listTools()).tools).toHaveLength(6);
    const params = { name: "forecast", arguments: { city: "Oslo" } };
    expect(await client.callTool(params)).toMatchObject({
      structuredContent: { days: expect.any(Array) },
    });
    await client.close();
    stop.abort();
    expect(await ended).toBe(0);
    expect(stderr).toContain(
      "a mock of weather 2.1.0: 6 tools, 2 prompts, 1 resource, 2 templates; what it answers is made up, of seed 3",
    );
  });

  test("answers on standard output, and says what it is beside it", async () => {
    let said = "";
    const client = createClient({ info: { name: "test", version: "1" } });
    await client.connect(
      spawnStdio({
        command: process.execPath,
        args: [built, "mock", "weather.json", "--seed", "3"],
        cwd: project(),
        stderr: (text) => (said += text),
      }),
    );
    expect((await client.listTools()).tools).toHaveLength(6);
    const params = { name: "forecast", arguments: { city: "Oslo" } };
    expect(await client.callTool(params)).toMatchObject({
      structuredContent: { days: expect.any(Array) },
    });
    await client.close();
    expect(said).toContain("a mock of weather 2.1.0: 6 tools");
  });

  test.each([
    [["mock", "-"], "Standard input is the client's"],
    [["mock", "absent.json"], "absent.json"],
    [["mock", "weather.json", "--http", "host"], "a port from 0 to 65535"],
    [["mock", "weather.json", "--http", "70000"], "a port from 0 to 65535"],
    [["mock", "weather.json", "--seed", "x"], "a whole number"],
  ])("%j is refused", async (args, reason) => {
    const { code, stdout, stderr } = await mcpGen(args, { cwd: project() });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(reason);
  });
});

describe("mcp-gen server", () => {
  test("writes a folder once, compares it, and leaves the handlers", async () => {
    const cwd = project();
    const args = ["server", "weather.json", "--out", "src/weather-server"];
    const terminal = { cwd, isTerminal: true };
    const first = await mcpGen(args, terminal);
    expect(first).toMatchObject({ code: 0, stdout: "" });
    expect(first.stderr).toContain("Wrote 8 files to src/weather-server");
    expect(first.stderr).toContain(
      "Fill in src/weather-server/handlers.ts: no later run replaces it.",
    );
    expect(first.stderr).toContain('warning unchecked: tool "broken": ');
    const files = readTree(cwd);
    expect(files["src/weather-server/server.ts"]).toContain(
      "export function createWeatherServer(",
    );
    expect(await mcpGen([...args, "--check"], terminal)).toMatchObject({
      code: 0,
    });
    const tools = weather.tools.slice(1);
    writeTree(cwd, { "weather.json": JSON.stringify({ tools }) });
    const check = await mcpGen([...args, "--check"], terminal);
    expect(check.code).toBe(1);
    expect(check.stdout).toContain("changed src/weather-server/server.ts");
    expect(check.stdout).toMatch(/^-.*forecast/m);
    const { "weather.json": _, ...unchanged } = readTree(cwd);
    expect(files).toMatchObject(unchanged);
  });

  test("tells programs what was written", async () => {
    const cwd = project();
    const args = ["server", "-", "--out", "out", "--format", "json"];
    const stdin = JSON.stringify(weather.tools);
    const { code, stdout } = await mcpGen(args, { cwd, stdin });
    expect(code).toBe(0);
    const report: unknown = JSON.parse(stdout);
    expect(report).toMatchObject({
      status: "done",
      files: expect.arrayContaining([
        { path: "handlers.ts", status: "created" },
      ]),
      notes: [expect.stringContaining("broken"), expect.any(String)],
    });
  });

  test.each([
    [["server", "weather.json"], "--out"],
    [
      ["server", "weather.json", "--out", "o", "--runtime", "copy"],
      "not copied",
    ],
    [["server", "absent.json", "--out", "o"], "absent.json"],
  ])("%j is refused", async (args, reason) => {
    const cwd = project();
    const { code, stderr } = await mcpGen(args, { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(reason);
    expect(Object.keys(readTree(cwd))).toEqual(["weather.json"]);
  });
});

function withResolvers(): {
  promise: Promise<string>;
  resolve: (text: string) => void;
} {
  let resolve: (text: string) => void = () => {};
  const promise = new Promise<string>((done) => (resolve = done));
  return { promise, resolve };
}
