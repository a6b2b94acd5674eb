import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { fileTaskStore } from "../../../src/runtime/tasks/node.ts";
import { bundle, type Bundle } from "../../interop/bundle.ts";

let folder = "";
let program: Bundle;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mcp-gen-tasks-"));
  program = await bundle("../runtime/tasks/store-program.ts");
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  program.remove();
});

const started: ChildProcess[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "close");
  }
});

function start(path: string, waitMs = 60_000): ChildProcess {
  const child = spawn(process.execPath, [program.file, path, String(waitMs)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  return child;
}

/** What a process says, until a line that is enough; it is killed behind that. */
async function killedBehind(
  child: ChildProcess,
  enough: RegExp,
): Promise<string[]> {
  const said: string[] = [];
  if (!child.stdout) throw new Error("a process without standard output");
  const ended = once(child, "close");
  for await (const line of createInterface(child.stdout)) {
    if (said.push(line) && enough.test(line)) child.kill("SIGKILL");
  }
  await ended;
  expect(child.signalCode).toBe("SIGKILL");
  return said;
}

test("what a process kept is there when it is killed right behind that, life after life", async () => {
  const path = join(folder, "killed");
  const kept = new Set<string>();
  const done = new Set<string>();
  for (const enough of [/^kept .*-0$/, /^done .*-3$/, /^kept .*-5$/]) {
    const said = await killedBehind(start(path), enough);
    for (const line of said) {
      const [word, taskId = ""] = line.split(" ");
      if (word === "kept") kept.add(taskId);
      if (word === "done") done.add(taskId);
    }
  }
  const told: Error[] = [];
  const onWarning = (warning: Error): void => void told.push(warning);
  const store = fileTaskStore(path, { lockTimeoutMs: 60_000, onWarning });
  const unfinished = new Set((await store.open()).map(({ taskId }) => taskId));
  for (const taskId of kept) {
    const task = await store.read(taskId);
    if (done.has(taskId)) expect(task).toMatchObject({ status: "completed" });
    expect(task?.status === "working").toBe(unfinished.has(taskId));
  }
  expect(kept.size).toBeGreaterThanOrEqual(10);
  expect(unfinished.size).toBeGreaterThanOrEqual(3);
  expect(told).toEqual([]);
  await store.close();
});

test("two processes never keep their tasks in one folder at once", async () => {
  const path = join(folder, "shared");
  const first = start(path);
  await once(first.stdout ?? first, "data");
  const second = start(path, 50);
  const complaints: string[] = [];
  second.stderr
    ?.setEncoding("utf8")
    .on("data", (text) => complaints.push(text));
  expect(await once(second, "close")).toEqual([1, null]);
  expect(complaints.join("")).toContain(
    `process ${first.pid} has held the lock for longer than 50 ms`,
  );
});
