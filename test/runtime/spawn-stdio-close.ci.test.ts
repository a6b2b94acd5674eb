import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { spawnStdio } from "../../src/runtime/spawn-stdio.ts";
import { createLog } from "./byte-pair.ts";
import { isAlive, isThere } from "./child.ts";
import {
  hello,
  pidOf,
  reads,
  run,
  says,
  startsChild,
  stays,
  type Spawned,
} from "./spawned.ts";
import { until } from "./wait.ts";

/** Time for a process to hear a signal and do something, also on a busy machine. */
const toAct = 3_000;

/** How long it takes to close, in milliseconds. */
async function timeToClose({ transport }: Spawned): Promise<number> {
  const started = performance.now();
  await transport.close();
  return performance.now() - started;
}

describe("closing", () => {
  test("ends a server by the end of its input", async () => {
    const server = run(says + reads, { grace: 60_000 });
    const pid = await pidOf(server);
    expect(await timeToClose(server)).toBeLessThan(30_000);
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
      grace: toAct,
      stderr: (text) => words.push(text),
    });
    const pid = await pidOf(server);
    expect(await timeToClose(server)).toBeGreaterThan(toAct - 10);
    expect(isThere(pid)).toBe(false);
    expect(words.join("")).toBe("asked\n");
  });

  test("ends a server that does not do as it is asked", async () => {
    const server = run(says + stays + `process.on("SIGTERM", () => {});`);
    const pid = await pidOf(server);
    const time = await timeToClose(server);
    expect(time).toBeGreaterThan(590);
    expect(time).toBeLessThan(30_000);
    expect(isThere(pid)).toBe(false);
  });

  test("sends what was sent before", async () => {
    const words: string[] = [];
    const { transport } = run(`process.stdin.pipe(process.stderr);`, {
      grace: 60_000,
      stderr: (text) => words.push(text),
    });
    const big = { ...hello, params: { text: "x".repeat(500_000) } };
    transport.send(big);
    await transport.close();
    expect(words.join("")).toBe(JSON.stringify(big) + "\n");
  });

  test("does not wait for one that still writes", async () => {
    const flood = `process.stdout.write("x".repeat(10_000_000));`;
    const server = run(says + flood + reads, { grace: 60_000 });
    const pid = await pidOf(server);
    expect(await timeToClose(server)).toBeLessThan(30_000);
    expect(isThere(pid)).toBe(false);
  });

  test("twice, or while it closes, is closing once", async () => {
    const words: string[] = [];
    // It ends only when a second signal would have come.
    const asked = `process.on("SIGTERM", () => { console.error("asked"); setTimeout(() => process.exit(), 200); });`;
    const server = run(says + stays + asked, {
      grace: toAct,
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
    const { transport, log } = run(says + reads, { grace: 60_000 });
    await transport.close();
    expect(log.heard).toEqual([{ closed: undefined }]);
  });
});

describe.skipIf(process.platform === "win32")(
  "what a server has started",
  () => {
    /** Starts a server that starts a child, and waits until both are there. */
    async function both(
      script: string,
      grace = 300,
    ): Promise<Spawned & { child: number }> {
      const server = run(says + script, { grace });
      await until(() => server.log.heard.length > 1);
      const [, told] = server.log.heard as { message: { child: number } }[];
      return { ...server, child: told?.message.child ?? NaN };
    }

    const stubborn = `process.on("SIGTERM", () => {});`;

    test.each([
      ["and stays when it leaves", startsChild() + reads],
      ["and is as stubborn as it", startsChild(stubborn) + stays + stubborn],
    ])("%s is ended with it", async (_, script) => {
      const { transport, child } = await both(script);
      expect(isAlive(child)).toBe(true);
      await transport.close();
      await until(() => !isAlive(child));
    });

    test("is ended with one that dies", async () => {
      const { transport, child, closed } = await both(
        startsChild(stubborn) +
          `process.stdin.once("data", () => process.exit(3));`,
      );
      transport.send(hello);
      await closed;
      await transport.close();
      await until(() => !isAlive(child));
    });

    test("is asked to end first", async () => {
      const folder = mkdtempSync(join(tmpdir(), "mcp-gen-"));
      const file = join(folder, "asked");
      const asked = `process.on("SIGTERM", () => { require("fs").writeFileSync(${JSON.stringify(file)}, ""); process.exit(); })`;
      const { transport } = await both(startsChild(asked) + reads, 60_000);
      await transport.close();
      await until(() => existsSync(file));
      rmSync(folder, { recursive: true });
    });
  },
);
