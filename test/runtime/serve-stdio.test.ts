import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundle, type Bundle } from "../interop/bundle.ts";
import { startChild, type Child } from "./child.ts";
import { call, ids, openChild } from "./served-child.ts";
import { until } from "./wait.ts";
import { initialize } from "./wire.ts";

/** Milliseconds; a test that waited for it would time out. */
const hour = 3_600_000;

let program: Bundle;

beforeAll(async () => {
  program = await bundle("../runtime/programs/server.ts");
});

afterAll(() => program.remove());

const open = (options?: object): Promise<Child> =>
  openChild(program.file, options);

describe("standard output", () => {
  test("belongs to the protocol, whatever handlers print", async () => {
    const child = await open();
    child.send(call(1, "print"));
    await child.says('"id":1');
    child.process.stdin.end();
    await child.exit;
    const lines = child.stdout().trim().split("\n");
    expect(lines.pop()).toBe("served");
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(["init", 1]);
    const printed = child.stderr().split("\n").slice(0, 7);
    expect(printed).toEqual([
      "by console.log",
      "by console.info",
      "by a log that was bound before",
      "by process.stdout",
      "by bytes",
      "by hex",
      "with a callback",
    ]);
  });

  test("belongs to it from the first import on, where that claims it", async () => {
    const claimed = await bundle("../runtime/programs/claimed.ts");
    const child = startChild(claimed.file);
    child.send(initialize);
    child.process.stdin.end();
    expect(await child.exit).toMatchObject({ code: 0 });
    const [answer = "", ...rest] = child.stdout().split("\n");
    expect(JSON.parse(answer)).toMatchObject({ id: "init", result: {} });
    expect(rest).toEqual(["served", ""]);
    expect(child.stderr()).toBe("hello\nwelcome\nin between\n");
    claimed.remove();
  });

  test("is given back, with no listener left", async () => {
    const child = await open({ early: true });
    child.send(call(1, "print"));
    await child.says('"id":1');
    child.process.stdin.end();
    await child.exit;
    expect(child.stdout()).toContain(
      "\nserved\nby a write that was bound before\n",
    );
    expect(child.stderr()).toContain("listeners left: 0");
  });
});

describe("what is no message", () => {
  test("is answered, and the next message too", async () => {
    const child = await open({ lineLimit: 1000, maxValues: 100 });
    child.process.stdin.write("not json\n");
    child.process.stdin.write(`"${"x".repeat(2000)}"\n`);
    child.process.stdin.write(Buffer.from([0x22, 0xff, 0x22, 0x0a]));
    child.process.stdin.write("[".repeat(900) + "]".repeat(90) + "\n");
    child.process.stdin.write(`[${"0,".repeat(99)}0]\n`);
    child.process.stdin.write(
      '[]\n{"jsonrpc":"2.0","id":{},"method":"ping"}\n',
    );
    child.send({ id: 7, method: "ping" });
    await child.says('"id":7');
    child.process.stdin.end();
    expect((await child.exit).code).toBe(0);
    const codes = child
      .messages()
      .map(({ error }) => (error as { code: number } | undefined)?.code);
    expect(codes.slice(1)).toEqual([
      ...[-32700, -32700, -32700],
      ...[-32600, -32600, -32600, -32600],
      undefined,
    ]);
  });
});

describe("the end of input", () => {
  test("ends the process, after what is in flight is answered", async () => {
    const child = await open();
    child.send(call(1, "slow", "200"), call(2, "echo"));
    child.process.stdin.end(
      JSON.stringify({ ...call(3, "echo"), jsonrpc: "2.0" }),
    );
    expect(await child.exit).toMatchObject({ code: 0, signal: null });
    expect(ids(child)).toEqual(["init", 2, 3, 1]);
  });

  test("is told to handlers at once, and one that goes on is still answered", async () => {
    const child = await open();
    child.send(call(1, "told", "100"), call(2, "told", "gives up"));
    await child.says("begun");
    child.process.stdin.end();
    expect(await child.exit).toMatchObject({ code: 0, signal: null });
    const told = "told: the peer closed the connection\n";
    expect(child.stderr().split(told)).toHaveLength(3);
    const [, gaveUp, wentOn] = child.messages();
    expect(gaveUp).toMatchObject({
      id: 2,
      error: { code: -32603, message: "The connection is closing" },
    });
    expect(wentOn).toMatchObject({ id: 1, result: { text: "told" } });
    // That it gave up is what it was told to, and no error of the handler.
    expect(child.stderr()).not.toContain("Error");
  });

  test("is waited after for ten seconds by default", async () => {
    const child = await open({ clock: 5 });
    child.send(call(1, "hangWithTimer"));
    child.process.stdin.end();
    expect(await child.exit).toMatchObject({ code: 0, signal: null });
    const [, ms] = /after (\d+) ms/.exec(child.stderr()) ?? [];
    expect(Number(ms)).toBeGreaterThan(9_900);
  });

  test.each(["input, then SIGTERM", "SIGTERM, then input"])(
    "and a signal together leave a second and a half: %s",
    async (order) => {
      const child = await open({ drain: hour, grace: hour });
      child.send(call(1, "told", String(2 * hour)), call(2, "hangWithTimer"));
      await child.says("begun");
      const steps = [
        () => void child.process.stdin.end(),
        () => void child.process.kill("SIGTERM"),
      ];
      if (order.startsWith("SIGTERM")) steps.reverse();
      steps[0]?.();
      await child.says("told");
      steps[1]?.();
      // The time that is left to what keeps the process is cut as well.
      expect(await child.exit).toMatchObject({ signal: "SIGTERM" });
      expect(child.stdout()).toContain("served");
    },
  );

  test.each([{ drain: -1 }, { grace: "1" }])("cannot last %o", async (bad) => {
    const child = startChild(program.file, bad);
    expect((await child.exit).code).toBe(1);
    const [name = ""] = Object.keys(bad);
    expect(child.stderr()).toContain(
      `TypeError: ${name} is a number of milliseconds from 0 on, or Infinity`,
    );
  });

  test("ends the process also where a handler has left a timer", async () => {
    const child = await open({ grace: 300 });
    child.send(call(1, "leaveTimer"), call(2, "exitCode", "3"));
    await child.says('"id":2');
    child.process.stdin.end();
    expect(await child.exit).toMatchObject({ code: 3, signal: null });
    expect(child.stdout()).toContain("served");
  });

  test("leaves the process alone where it is told to", async () => {
    const child = await open({ grace: 100, exit: false });
    child.send(call(1, "leaveTimer"));
    await child.says('"id":1');
    child.process.stdin.end();
    await child.says("served");
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(child.process.exitCode).toBeNull();
    child.process.kill("SIGKILL");
    await child.exit;
  });

  test("waits no longer than told for a handler that never answers", async () => {
    const child = await open({ drain: 300, grace: 100 });
    child.send(call(1, "hangWithTimer"), call(2, "echo"));
    await child.says('"id":2');
    child.process.stdin.end();
    expect(await child.exit).toMatchObject({ code: 0, signal: null });
    expect(child.stdout()).toContain("served");
    expect(ids(child)).toEqual(["init", 2]);
  });

  test("does not wait for a handler that nothing can bring to its end", async () => {
    const child = await open({ drain: hour });
    child.send(call(1, "hang"), call(2, "echo"));
    await child.says('"id":2');
    child.process.stdin.end();
    expect(await child.exit).toMatchObject({ code: 0, signal: null });
    expect(child.stdout()).toContain("served");
  });

  test("waits as long as it takes where it is told to", async () => {
    // Infinity is no JSON; this is as much more than a timer can have.
    const child = await open({ drain: 1e12, grace: 1e12 });
    child.send(call(1, "slow", "300"));
    child.process.stdin.end();
    expect((await child.exit).code).toBe(0);
    expect(ids(child)).toEqual(["init", 1]);
  });

  test.each([{}, { exitNow: true }])(
    "comes after all answers are written, however slowly they are read: %j",
    async (options) => {
      const child = await open(options);
      child.process.stdout.pause();
      child.send(call(1, "big", "1000000"), call(2, "big", "1000000"));
      child.process.stdin.end();
      await new Promise((resolve) => setTimeout(resolve, 500));
      child.process.stdout.resume();
      expect((await child.exit).code).toBe(0);
      expect(ids(child)).toEqual(["init", 1, 2]);
    },
  );
});

describe("a client that dies", () => {
  test("ends serving quietly, also when the end of input never comes", async () => {
    const child = await open();
    child.process.stdout.destroy();
    child.send(call(1, "echo"));
    expect(await child.exit).toMatchObject({ code: 0, signal: null });
    expect(child.stderr()).toMatch(/^listeners left/);
  });

  test("does not crash a handler that still prints", async () => {
    const child = await open({ grace: 300 });
    child.send(call(1, "printForever"));
    await child.says('"id":1');
    child.process.stdout.destroy();
    child.process.stderr.destroy();
    child.process.stdin.destroy();
    expect(await child.exit).toMatchObject({ code: 0, signal: null });
  });
});

describe.each(["SIGINT", "SIGTERM"] as const)("%s", (signal) => {
  test("ends the process, after what is in flight is answered", async () => {
    const child = await open();
    child.send(call(1, "slow", "200"));
    await child.says("begun");
    child.process.kill(signal);
    expect(await child.exit).toMatchObject({ code: null, signal });
    expect(ids(child)).toEqual(["init", 1]);
    expect(child.stdout()).toContain("served");
  });

  test("waits no longer than the grace period", async () => {
    const child = await open({ grace: 300 });
    child.send(call(1, "hangWithTimer"), call(2, "echo"));
    await child.says('"id":2');
    const killed = performance.now();
    child.process.kill(signal);
    expect(await child.exit).toMatchObject({ code: null, signal });
    expect(performance.now() - killed).toBeGreaterThan(290);
    expect(child.stdout()).toContain("served");
  });

  test("ends the process at once when it comes again", async () => {
    const child = await open({ grace: hour });
    child.send(call(1, "told", String(2 * hour)), call(2, "hangWithTimer"));
    await child.says("begun");
    child.process.kill(signal);
    // A second one that comes before the first is heard would be one with it.
    await child.says("told");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(child.process.signalCode).toBeNull();
    child.process.kill(signal);
    expect(await child.exit).toMatchObject({ code: null, signal });
    expect(child.stdout()).not.toContain("served");
  });
});

describe("a process with a signal handler of its own", () => {
  test("decides how it ends", async () => {
    const child = await open({ listen: true });
    child.process.kill("SIGTERM");
    expect(await child.exit).toMatchObject({ code: 0, signal: null });
    expect(child.stderr()).toContain("own SIGTERM");
    expect(child.stdout()).toContain("served");
  });

  test("hears each signal once", async () => {
    const child = await open({ listen: true, grace: 60_000 });
    const heard = (): number => child.stderr().split("own SIGTERM").length - 1;
    child.send(call(1, "hangWithTimer"), call(2, "echo"));
    await child.says('"id":2');
    for (let time = 1; time <= 2; time++) {
      child.process.kill("SIGTERM");
      // A second one that comes before the first is heard would be one with it.
      await until(() => heard() >= time);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    child.process.kill("SIGKILL");
    await child.exit;
    expect(heard()).toBe(2);
  });
});
