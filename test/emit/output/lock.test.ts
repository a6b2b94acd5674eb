import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { generate } from "../../../src/index.ts";
import { OutputError, withOutputLock } from "../../../src/emit/output/index.ts";
import { bundledRevisions } from "../../../src/revisions/revisions.ts";
import { generateTree, readTree, temporaryFolder } from "./folder.ts";

/** A folder called `out`, and the place of its lock. */
function folderWithLock(): { folder: string; out: string; lock: string } {
  const folder = temporaryFolder();
  const out = join(folder, "out");
  return { folder, out, lock: join(folder, ".out.mcp-gen.lock") };
}

/** A process that has ended. */
const { pid: deadPid } = spawnSync(process.execPath, ["--version"]);

const someoneElse = { pid: process.ppid, thread: 0, host: hostname() };

test("another run that is at work is waited for, and then told", async () => {
  const { folder, out, lock } = folderWithLock();
  writeFileSync(lock, JSON.stringify(someoneElse));
  const write = withOutputLock(
    out,
    () => generateTree(out, { "a.ts": "" }),
    60,
  );
  await expect(write).rejects.toThrow(OutputError);
  await expect(write).rejects.toMatchObject({
    code: "busy",
    message: expect.stringContaining(`process ${process.ppid}`) as string,
    hint: expect.stringContaining(lock) as string,
  });
  expect(Object.keys(readTree(folder))).toEqual([".out.mcp-gen.lock"]);
});

test.each([
  [
    "a process that has ended",
    JSON.stringify({ ...someoneElse, pid: deadPid }),
  ],
  [
    "this very thread, that was stopped in it",
    JSON.stringify({ ...someoneElse, pid: process.pid }),
  ],
])("a lock of %s is taken over", async (_, text) => {
  const { folder, out, lock } = folderWithLock();
  writeFileSync(lock, text);
  await withOutputLock(out, () => generateTree(out, { "a.ts": "" }), 0);
  expect(readTree(out)["a.ts"]).toBe("");
  expect(readdirSync(folder)).toEqual(["out"]);
});

test.each([
  ["of another machine", JSON.stringify({ ...someoneElse, host: "elsewhere" })],
  ["that cannot be read", "{"],
])("a lock %s is taken over when no run can last as long", async (_, text) => {
  const { folder, out, lock } = folderWithLock();
  writeFileSync(lock, text);
  const write = (): Promise<void> =>
    withOutputLock(out, () => generateTree(out, { "a.ts": "" }), 0);
  await expect(write()).rejects.toThrow("Another run");
  const hourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(lock, hourAgo, hourAgo);
  await write();
  expect(readdirSync(folder)).toEqual(["out"]);
});

test("a run goes on when the other one has ended", async () => {
  const { folder, out, lock } = folderWithLock();
  writeFileSync(lock, JSON.stringify(someoneElse));
  const order: string[] = [];
  const write = withOutputLock(out, () => {
    order.push("this one");
    generateTree(out, { "a.ts": "" });
  });
  order.push("the other one");
  rmSync(lock);
  await write;
  expect(order).toEqual(["the other one", "this one"]);
  expect(readdirSync(folder)).toEqual(["out"]);
});

test("generate holds the lock while it looks, and while it writes", async () => {
  const { folder, out, lock } = folderWithLock();
  const revisions = [bundledRevisions()[0]?.id ?? ""];
  writeFileSync(lock, JSON.stringify(someoneElse));
  // The other run's: it must not be cleared away.
  const staging = join(folder, ".out.mcp-gen");
  mkdirSync(staging);
  const run = generate({ out, revisions, emit: ["types"] });
  await setTimeout(100);
  expect(readdirSync(folder)).toEqual([".out.mcp-gen", ".out.mcp-gen.lock"]);
  rmSync(staging, { recursive: true });
  rmSync(lock);
  await run;
  expect(readdirSync(folder)).toEqual(["out"]);
});

test("a run that fails leaves no lock, and no folder that it made", async () => {
  const folder = temporaryFolder();
  const out = join(folder, "deep/er/out");
  const fail = (): never => {
    throw new Error("no");
  };
  await expect(withOutputLock(out, fail)).rejects.toThrow("no");
  expect(readdirSync(folder)).toEqual([]);
});
