import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  spawnStdio,
  type SpawnStdioOptions,
} from "../../src/runtime/spawn-stdio.ts";
import type { Transport } from "../../src/runtime/transport.ts";
import { bundle, type Bundle } from "../interop/bundle.ts";
import { createLog, type Log } from "./byte-pair.ts";
import { isThere, startChild } from "./child.ts";
import { until } from "./wait.ts";

const hello = { jsonrpc: "2.0", method: "hello" } as const;

/** Says its id first. */
const says = `
  const say = (value) => process.stdout.write(JSON.stringify(value) + "\\n");
  say({ pid: process.pid });
`;
/** Stays whatever becomes of its input. */
const stays = `setInterval(() => {}, 1000);`;
/** Exits, and leaves a child that holds its standard output for a while. */
const leavesChild = `
  const { spawn } = require("child_process");
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 20_000)"], {
    stdio: ["ignore", "inherit", "ignore"], detached: true });
  process.stdout.write(JSON.stringify({ child: child.pid }) + "\\n");
  process.exitCode = 5;
  child.unref();
`;
/** Ends with its input. */
const reads = `process.stdin.resume();`;

interface Spawned {
  readonly transport: Transport;
  readonly log: Log;
  /** Resolves once the receiver has heard `closed`. */
  readonly closed: Promise<void>;
}

function start(options: SpawnStdioOptions): Spawned {
  const log = createLog();
  const transport = spawnStdio(options);
  const closed = new Promise<void>((resolve) => {
    transport.start({
      ...log,
      closed(error) {
        log.closed(error);
        resolve();
      },
    });
  });
  return { transport, log, closed };
}

function run(
  script: string,
  options: Partial<SpawnStdioOptions> = {},
): Spawned {
  const args = ["-e", script];
  return start({ command: process.execPath, args, grace: 300, ...options });
}

/** The id of a server that has said it. */
async function pidOf({ log }: Spawned): Promise<number> {
  await until(() => log.heard.length > 0);
  const [first] = log.heard as { message: { pid: number } }[];
  return first?.message.pid ?? NaN;
}

/** How long it takes to close, in milliseconds. */
async function timeToClose({ transport }: Spawned): Promise<number> {
  const started = performance.now();
  await transport.close();
  return performance.now() - started;
}

describe("closing", () => {
  test("ends a server by the end of its input", async () => {
    const server = run(says + reads, { grace: 5_000 });
    const pid = await pidOf(server);
    expect(await timeToClose(server)).toBeLessThan(4_000);
    expect(isThere(pid)).toBe(false);
    expect(server.log.heard.slice(1)).toEqual([{ closed: undefined }]);
  });

  test("waits as long as it takes where it is told to", async () => {
    const slow = `process.stdin.resume().on("end", () => setTimeout(() => {}, 300));`;
    const server = run(
      says + slow + `process.on("SIGTERM", () => process.exit());`,
      {
        grace: Infinity,
      },
    );
    await pidOf(server);
    expect(await timeToClose(server)).toBeGreaterThan(290);
  });

  test("asks a server that stays to end", async () => {
    const asked = `process.on("SIGTERM", () => { console.error("asked"); process.exit(); });`;
    const words: string[] = [];
    const server = run(says + stays + asked, {
      stderr: (text) => words.push(text),
    });
    const pid = await pidOf(server);
    expect(await timeToClose(server)).toBeGreaterThan(290);
    expect(isThere(pid)).toBe(false);
    expect(words.join("")).toBe("asked\n");
  });

  test("ends a server that does not do as it is asked", async () => {
    const server = run(says + stays + `process.on("SIGTERM", () => {});`);
    const pid = await pidOf(server);
    const time = await timeToClose(server);
    expect(time).toBeGreaterThan(590);
    expect(time).toBeLessThan(5_000);
    expect(isThere(pid)).toBe(false);
  });

  test("sends what was sent before", async () => {
    const words: string[] = [];
    const { transport } = run(`process.stdin.pipe(process.stderr);`, {
      grace: 5_000,
      stderr: (text) => words.push(text),
    });
    const big = { ...hello, params: { text: "x".repeat(500_000) } };
    transport.send(big);
    await transport.close();
    expect(words.join("")).toBe(JSON.stringify(big) + "\n");
  });

  test("does not wait for one that still writes", async () => {
    const flood = `process.stdout.write("x".repeat(10_000_000));`;
    const server = run(says + flood + reads, { grace: 5_000 });
    const pid = await pidOf(server);
    expect(await timeToClose(server)).toBeLessThan(4_000);
    expect(isThere(pid)).toBe(false);
  });

  test("twice, or while it closes, is closing once", async () => {
    const words: string[] = [];
    const asked = `process.on("SIGTERM", () => console.error("asked"));`;
    const server = run(says + stays + asked, {
      stderr: (text) => words.push(text),
    });
    const pid = await pidOf(server);
    await Promise.all([server.transport.close(), server.transport.close()]);
    await server.transport.close();
    expect(isThere(pid)).toBe(false);
    expect(words.join("")).toBe("asked\n");
    expect(server.log.heard.slice(1)).toEqual([{ closed: undefined }]);
    expect(() => server.transport.send(hello)).toThrow("is closed");
  });

  test("before it has started starts nothing", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mcp-gen-"));
    const transport = spawnStdio({
      command: process.execPath,
      args: ["-e", `require("fs").writeFileSync("started", "")`],
      cwd: folder,
    });
    await transport.close();
    const log = createLog();
    transport.start(log);
    await until(() => log.heard.length > 0);
    expect(log.heard).toEqual([{ closed: undefined }]);
    rmSync(folder, { recursive: true });
  });

  test("while it is starting ends it", async () => {
    const { transport, log } = run(says + reads, { grace: 5_000 });
    await transport.close();
    expect(log.heard).toEqual([{ closed: undefined }]);
  });
});

describe("a server that dies", () => {
  test("is heard to the end, and closes the transport with its exit code", async () => {
    const words: string[] = [];
    const script = `console.error("last words"); process.exitCode = 3;`;
    const { log, closed, transport } = run(says + `say("bye");` + script, {
      stderr: (text) => words.push(text),
    });
    await closed;
    expect(log.heard.slice(1)).toEqual([
      { message: "bye" },
      { closed: "the server exited with code 3" },
    ]);
    expect(words.join("")).toBe("last words\n");
    expect(() => transport.send(hello)).toThrow("is closed");
    await transport.close();
    expect(log.heard).toHaveLength(3);
  });

  test("by a signal closes the transport with its name", async () => {
    const server = run(says + stays);
    process.kill(await pidOf(server), "SIGKILL");
    await server.closed;
    expect(server.log.heard.at(-1)).toEqual({
      closed: "the server was ended by SIGKILL",
    });
  });

  test("without reading what was sent says why, and not that a pipe broke", async () => {
    const { transport, log, closed } = run(`process.exitCode = 4;`);
    transport.send({ ...hello, params: { text: "x".repeat(5_000_000) } });
    await closed;
    expect(log.heard).toEqual([{ closed: "the server exited with code 4" }]);
  });

  test("closes the transport although a child of it holds its output", async () => {
    const { log, closed } = run(says + leavesChild);
    const started = performance.now();
    await closed;
    const [, told] = log.heard as { message: { child: number } }[];
    process.kill(told?.message.child ?? NaN, "SIGKILL");
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(log.heard.at(-1)).toEqual({
      closed: "the server exited with code 5",
    });
  });

  test("in part, and no longer writes, first gets the end of its input", async () => {
    const { log, closed } = run(says + reads + `require("fs").closeSync(1);`, {
      grace: 20_000,
    });
    await closed;
    expect(log.heard.at(-1)).toEqual({
      closed: "the server exited with code 0",
    });
  });

  test.each([
    ["writes", says + `require("fs").closeSync(1);`],
    ["reads", `require("fs").closeSync(0);` + says],
  ])("in part, and no longer %s, is ended", async (_, script) => {
    const server = run(script + stays);
    const pid = await pidOf(server);
    server.transport.send(hello);
    await server.closed;
    expect(isThere(pid)).toBe(false);
    expect(server.log.heard.at(-1)).toEqual({
      closed: "the server was ended by SIGTERM",
    });
  });
});

describe("a program that cannot be started", () => {
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-"));
  const plain = join(folder, "plain.txt");
  writeFileSync(plain, "no program");
  chmodSync(plain, 0o644);
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    [
      { command: "no-such-program-anywhere" },
      /^cannot start "no-such-program-anywhere": there is no such program \(ENOENT\)$/,
    ],
    [
      { command: process.execPath, cwd: "/no/such/folder" },
      /^cannot start ".*": there is no folder "\/no\/such\/folder" \(ENOENT\)$/,
    ],
    [{ command: plain }, /^cannot start ".*plain.txt": .*EACCES/],
    [{ command: "node", args: ["a\0b"] }, /^cannot start "node": .*null bytes/],
  ])("closes the transport with the reason: %j", async (options, reason) => {
    const { transport, log, closed } = start(options);
    transport.send(hello);
    await closed;
    expect(log.heard).toEqual([{ closed: expect.stringMatching(reason) }]);
    await transport.close();
    expect(() => transport.send(hello)).toThrow("is closed");
  });
});

describe("a server", () => {
  test("is started without a shell", async () => {
    const args = [
      "$(id)",
      "; exit",
      "`id`",
      "*",
      "a b",
      '"',
      "'",
      "%PATH%",
      "",
    ];
    const { log, closed } = start({
      command: process.execPath,
      args: [
        "-e",
        `console.log(JSON.stringify(process.argv.slice(1)))`,
        ...args,
      ],
    });
    await closed;
    expect(log.heard[0]).toEqual({ message: args });
  });

  test("runs where it is told to", async () => {
    const { log, closed } = run(`console.log(JSON.stringify(process.cwd()))`, {
      cwd: "/",
    });
    await closed;
    expect(log.heard[0]).toEqual({ message: "/" });
  });

  test("hears and says any text", async () => {
    const server = run(`process.stdin.pipe(process.stdout);`);
    const text = "é𝄞\u2028\n".repeat(100_000);
    server.transport.send({ ...hello, params: { text } });
    await until(() => server.log.heard.length > 0);
    expect(server.log.heard).toEqual([
      { message: { ...hello, params: { text } } },
    ]);
    await server.transport.close();
  });

  test("that says what is no message is still heard", async () => {
    const server = run(
      `console.log("hello"); console.log("x".repeat(2000)); console.log("[1]");` +
        stays,
      { lineLimit: 1000 },
    );
    await until(() => server.log.heard.length === 3);
    expect(server.log.heard).toEqual([
      { unreadable: 'a line is not JSON: "hello"' },
      { unreadable: "a line is longer than 1000 bytes" },
      { message: [1] },
    ]);
    await server.transport.close();
  });

  test("that does not read is ended, once too much waits for it", async () => {
    const server = run(says + stays, { queueLimit: 1_000_000 });
    const pid = await pidOf(server);
    const big = { ...hello, params: { text: "x".repeat(400_000) } };
    await expect(async () => {
      for (;;) {
        server.transport.send(big);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }).rejects.toThrow("the peer does not read");
    await server.closed;
    expect(isThere(pid)).toBe(false);
    expect(server.log.heard.at(-1)).toEqual({
      closed: expect.stringMatching("the peer does not read"),
    });
  });

  test("gets no more of the environment than it needs", async () => {
    vi.stubEnv("MCP_GEN_SECRET", "secret");
    vi.stubEnv("TERM", "() { echo code; }");
    const { log, closed } = run(`console.log(JSON.stringify(process.env))`, {
      env: { GIVEN: "yes" },
    });
    await closed;
    vi.unstubAllEnvs();
    const [heard] = log.heard as { message: Record<string, string> }[];
    expect(heard?.message).toMatchObject({
      GIVEN: "yes",
      PATH: process.env["PATH"],
    });
    expect(heard?.message).not.toHaveProperty("MCP_GEN_SECRET");
    expect(heard?.message).not.toHaveProperty("TERM");
  });
});

describe("this process", () => {
  let parent: Bundle;
  let server: Bundle;

  beforeAll(async () => {
    parent = await bundle("../runtime/programs/parent.ts");
    server = await bundle("../runtime/programs/server.ts");
  });

  afterAll(() => {
    parent.remove();
    server.remove();
  });

  test("can end by itself once it has closed the transport", async () => {
    const child = startChild(parent.file, {
      args: [server.file],
      close: true,
    });
    expect(await child.exit).toMatchObject({ code: 0, signal: null });
    expect(child.stdout()).toBe("closed\n");
    expect(child.stderr()).toMatch(/^listeners left/);
  });

  test("can end by itself although a child of the server goes on", async () => {
    const child = startChild(parent.file, { args: ["-e", leavesChild] });
    const { after, code } = await child.exit;
    expect(code).toBe(0);
    expect(after).toBeLessThan(10_000);
    expect(child.stdout()).toBe("answered\nclosed\n");
  });

  test("leaves no server behind when it is killed", async () => {
    const child = startChild(parent.file, { args: [server.file] });
    await child.says("answered");
    child.process.kill("SIGKILL");
    // The server has this process's standard error, which closes when it ends.
    expect(await child.exit).toMatchObject({ signal: "SIGKILL" });
    expect(child.stderr()).toMatch(/^listeners left/);
  });
});
