import { randomUUID } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  holderText,
  newHolder,
} from "../../../src/runtime/stores/files/holder.ts";
import {
  ask,
  cancelTask,
  completeTask,
  say,
} from "../../../src/runtime/tasks/life.ts";
import {
  fileTaskStore,
  FileStoreError,
  type FileTaskStore,
  type FileTaskStoreOptions,
} from "../../../src/runtime/tasks/node.ts";
import type { TaskRecord } from "../../../src/runtime/tasks/record.ts";
import { Rows } from "../../../src/runtime/tasks/store/rows.ts";
import { newTask, sure } from "./records.ts";

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "mcp-gen-tasks-"));
});
afterAll(() => rmSync(root, { recursive: true }));

const opened: FileTaskStore[] = [];
/** What stores have warned of: each test takes out what it expects. */
const told: string[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  expect(told.splice(0)).toEqual([]);
});

const freshFolder = (): string => join(root, randomUUID(), "tasks");

function storeAt(
  folder: string,
  options: FileTaskStoreOptions = {},
): FileTaskStore {
  const onWarning = ({ message }: Error): void => void told.push(message);
  const store = fileTaskStore(folder, { onWarning, ...options });
  opened.push(store);
  return store;
}

/** A task of this moment: time goes by as it does. */
const task = (taskId: string, ttl: number | null = 600_000): TaskRecord =>
  newTask({ taskId, ttl }, Date.now());

/** The files of a folder that are tasks, or drafts of them. */
const files = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.includes(".json"));

const contents = (folder: string): string[] =>
  files(folder).map((name) => readFileSync(join(folder, name), "utf8"));

describe("a store of tasks in a folder", () => {
  test("gives the next process all that it kept, and once what is unfinished", async () => {
    const folder = freshFolder();
    const before = storeAt(folder);
    expect(await before.open()).toEqual([]);
    for (const id of ["one", "two", "three", "gone"])
      await before.create(task(id));
    await before.update("one", (now) => completeTask(now, { content: [] }));
    await before.update("two", (now) => ask(now, "a", sure));
    await before.remove("gone");
    const kept = await before.list(undefined, { limit: 9 });
    await before.close();
    const after = storeAt(folder);
    const unfinished = (await after.open()).map(({ taskId }) => taskId);
    expect(unfinished.toSorted()).toEqual(["three", "two"]);
    expect(await after.open()).toEqual([]);
    expect(await after.list(undefined, { limit: 9 })).toEqual(kept);
    expect(kept.tasks).toHaveLength(3);
    expect(await after.read("two")).toMatchObject({ questions: { a: sure } });
    expect([after.size, after.bytes > 0]).toEqual([3, true]);
  });

  test("has each change on the disk before it tells of it", async () => {
    const folder = freshFolder();
    const store = storeAt(folder);
    await store.create(task("one"));
    const heard: string[] = [];
    store.watch("one", (now) => {
      heard.push(now?.statusMessage ?? "");
      expect(contents(folder)).toEqual([expect.stringContaining("half way")]);
    });
    const changing = store.update("one", (now) => say(now, "half way"));
    expect(await store.read("one")).not.toHaveProperty("statusMessage");
    await changing;
    expect(heard).toEqual(["half way"]);
  });

  test("makes no path of a name, whatever that is", async () => {
    const folder = freshFolder();
    const store = storeAt(folder);
    const names = ["../../evil", "/etc/passwd", "a\0b", "CON", "x".repeat(500)];
    for (const name of names) {
      await store.create(task(name));
      expect(await store.read(name)).toMatchObject({ taskId: name });
    }
    for (const name of readdirSync(folder))
      expect(name).toMatch(/^([0-9a-f]{32}\.json|lock)$/);
    expect(readdirSync(join(folder, ".."))).toEqual(["tasks"]);
    await store.remove("../../evil");
    expect(files(folder)).toHaveLength(4);
  });

  test.skipIf(process.platform === "win32")(
    "is its owner's alone, whatever the mask of the process",
    async () => {
      const before = process.umask(0);
      const folder = freshFolder();
      const modeOf = (path: string): number => statSync(path).mode & 0o777;
      try {
        await storeAt(folder).create(task("one"));
      } finally {
        process.umask(before);
      }
      expect(modeOf(folder)).toBe(0o700);
      for (const name of readdirSync(folder))
        expect(modeOf(join(folder, name))).toBe(0o600);
    },
  );

  test("tells of a file that is no task's, and leaves it as it is", async () => {
    const folder = freshFolder();
    const first = storeAt(folder);
    for (const id of ["one", "two", "three", "four", "five"])
      await first.create(task(id));
    await first.close();
    const fileOf = (id: string): string => {
      const name = files(folder).find((one) =>
        readFileSync(join(folder, one), "utf8").includes(`"${id}"`),
      );
      return join(folder, name ?? "none");
    };
    const faults = [
      ["one", () => '{"version":1,"task":{"taskId":"one","secret"'],
      ["two", (text: string) => text.replace('"working"', '"asleep"')],
      ["three", (text: string) => text.replace('"version":1', '"version":2')],
      ["four", (text: string) => text.replace('"four"', '"fore"')],
    ] as const;
    const paths = faults.map(([id, fault]) => {
      const path = fileOf(id);
      writeFileSync(path, fault(readFileSync(path, "utf8")));
      return path;
    });
    writeFileSync(join(folder, "notes.txt"), "somebody's");
    writeFileSync(`${fileOf("five")}.0123456789abcdef.draft`, "half");
    const texts = paths.map((path) => readFileSync(path, "utf8"));
    const store = storeAt(folder);
    expect(await store.open()).toMatchObject([{ taskId: "five" }]);
    const messages = told.splice(0);
    for (const [index, problem] of [
      "it is not valid JSON",
      "it is not a valid task",
      "it was written by a later release (version 2; this release reads version 1)",
      "the file name does not match the task",
    ].entries())
      expect(messages).toContain(
        `${paths[index]}: ${problem}: the file is left unchanged and ignored. Repair it, or move it away`,
      );
    expect(messages).toHaveLength(4);
    expect(messages.join()).not.toContain("secret");
    await expect(store.create(task("one"))).rejects.toThrow(FileStoreError);
    await store.remove("one");
    expect(paths.map((path) => readFileSync(path, "utf8"))).toEqual(texts);
    expect(readdirSync(folder)).toContain("notes.txt");
    expect(files(folder)).toHaveLength(5);
    expect(store.size).toBe(1);
  });

  test("forgets what is past its time, in memory and on the disk", async () => {
    const folder = freshFolder();
    const before = storeAt(folder);
    await before.create(task("one"));
    await before.create(task("two", null));
    await before.update("one", (now) => ({ ...now, ttl: 1 }));
    // Its place is taken before the time has come to look around.
    await new Promise((resolve) => setTimeout(resolve, 2));
    await before.create(task("one"));
    expect(files(folder)).toHaveLength(2);
    await before.update("one", (now) => ({ ...now, ttl: 1 }));
    await new Promise((resolve) => setTimeout(resolve, 2));
    await before.close();
    const after = storeAt(folder);
    expect(await after.open()).toMatchObject([{ taskId: "two" }]);
    expect(files(folder)).toHaveLength(1);
  });

  test("writes no file for what it has no room for", async () => {
    const folder = freshFolder();
    const store = storeAt(folder, { maxTasks: 1 });
    await store.create(task("one"));
    await expect(store.create(task("two"))).rejects.toMatchObject({
      bound: "maxTasks",
    });
    expect(files(folder)).toHaveLength(1);
  });

  test("keeps what it had when it cannot write, and counts that alone", async () => {
    const folder = freshFolder();
    const store = storeAt(folder, { maxTasks: 2 });
    await store.create(task("one"));
    const { bytes } = store;
    const [name = ""] = files(folder);
    // Where its file was is a folder: nothing can take its place.
    rmSync(join(folder, name));
    mkdirSync(join(folder, name, "full"), { recursive: true });
    const ending = store.update("one", (now) => completeTask(now, {}));
    await expect(ending).rejects.toThrow(
      `${join(folder, name)}: it cannot be written: it is a folder`,
    );
    expect(await store.read("one")).toMatchObject({ status: "working" });
    expect([store.size, store.bytes]).toEqual([1, bytes]);
    expect(readdirSync(folder)).toHaveLength(2);
    rmSync(folder, { recursive: true });
    await expect(store.create(task("two"))).rejects.toThrow(FileStoreError);
    expect([store.size, store.bytes]).toEqual([1, bytes]);
    await store.close();
    expect(told.splice(0)).toEqual([
      `${folder}: the folder was taken over while in use`,
    ]);
  });
});

test("much that is done at once is done in turn for each name, and within bounds", async () => {
  const rows = new Rows(32);
  const done: string[] = [];
  let [running, most] = [0, 0];
  const all = Array.from({ length: 200 }, (_, at) => {
    const name = `${at % 100}`;
    return rows.run(name, async () => {
      most = Math.max(most, ++running);
      // The first of a name is the slower one.
      for (let turn = at; turn < 100; turn++) await undefined;
      running--;
      done.push(`${name}: ${at}`);
      if (at % 7 === 0) throw new Error("it failed");
    });
  });
  const ended = await Promise.allSettled(all);
  await rows.idle();
  expect(most).toBe(32);
  expect(ended.filter(({ status }) => status === "rejected")).toHaveLength(29);
  for (let at = 0; at < 100; at++)
    expect(done.filter((one) => one.startsWith(`${at}: `))).toEqual([
      `${at}: ${at}`,
      `${at}: ${at + 100}`,
    ]);
});

describe("the folder of a store of tasks", () => {
  test("is one store's at a time, until that is closed", async () => {
    const folder = freshFolder();
    const first = storeAt(folder);
    await first.create(task("one"));
    const second = storeAt(folder, { lockTimeoutMs: 20 });
    await expect(second.open()).rejects.toThrow(
      `${folder}: only one process can use a task folder at a time: `,
    );
    await expect(second.read("one")).rejects.toThrow(
      `process ${process.pid} has held the lock for longer than 20 ms`,
    );
    for (const text of ["a", "b", "c", "d"])
      void first.update("one", (now) => say(now, text));
    const last = first.update("one", (now) => cancelTask(now));
    await first.close();
    expect(await Promise.race([last, "unfinished"])).not.toBe("unfinished");
    await expect(first.read("one")).rejects.toThrow(
      `${folder}: the store is closed`,
    );
    expect((await last)?.status).toBe("cancelled");
    expect(await second.read("one")).toMatchObject({ status: "cancelled" });
    expect(await second.open()).toEqual([]);
  });

  test("is written to by nobody who lost it", async () => {
    const folder = freshFolder();
    const store = storeAt(folder);
    await store.create(task("one"));
    writeFileSync(join(folder, "lock"), holderText(await newHolder()));
    const texts = contents(folder);
    for (const change of [
      () => store.create(task("two")),
      () => store.update("one", (now) => cancelTask(now)),
      () => store.remove("one"),
    ])
      await expect(change()).rejects.toThrow(
        "another process has taken over the folder",
      );
    expect(contents(folder)).toEqual(texts);
    await store.close();
    expect(told.splice(0)).toEqual([
      `${folder}: the folder was taken over while in use`,
    ]);
  });

  test.each([
    ["", "path is the path of a file or a folder"],
    ["~/tasks", "path is an absolute path"],
  ])("is none at %j", (path, message) => {
    expect(() => fileTaskStore(path)).toThrow(message);
  });

  test("is taken with the options that there are", () => {
    const options = { lockTimeout: 5 } as FileTaskStoreOptions;
    expect(() => fileTaskStore("tasks", options)).toThrow(
      'fileTaskStore has no option "lockTimeout"',
    );
  });
});
