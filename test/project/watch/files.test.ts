import {
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ListedFiles } from "../../../src/base/watch-files/listed-files.ts";
import { stampOf, stampSince } from "../../../src/base/watch-files/stamp.ts";
import { temporaryFolder, writeTree } from "../../emit/output/folder.ts";

interface Told {
  next(): Promise<string[]>;
  list(...paths: string[]): void;
}

/** Watches files of a folder. */
function listed(folder: string, ...paths: string[]): Told {
  const told: string[][] = [];
  let wake = (): void => undefined;
  const files = new ListedFiles((changed) => {
    told.push([...changed].map((path) => relative(folder, path)).sort());
    wake();
  });
  onTestFinished(() => files.close());
  const list = (...names: string[]): void =>
    files.list(
      new Map(
        names
          .map((name) => join(folder, name))
          .map((path) => [path, stampOf(path)]),
      ),
    );
  list(...paths);
  return {
    list,
    async next() {
      while (told.length === 0)
        await new Promise<void>((resolve) => (wake = resolve));
      return told.shift() ?? [];
    },
  };
}

test("files that change at once are told at once", async () => {
  const folder = temporaryFolder();
  writeTree(folder, { a: "1", "b/c": "1", d: "1" });
  const files = listed(folder, "a", "b/c");
  writeTree(folder, { a: "2", "b/c": "2", d: "2", e: "2" });
  expect(await files.next()).toEqual(["a", "b/c"]);
});

test("a file is told whose folder comes later, or is another one now", async () => {
  const folder = temporaryFolder();
  const files = listed(folder, "later/deep/file");
  writeTree(folder, { "later/deep/file": "1" });
  expect(await files.next()).toEqual(["later/deep/file"]);
  writeTree(folder, { "other/deep/file": "22" });
  renameSync(join(folder, "later"), join(folder, "gone"));
  renameSync(join(folder, "other"), join(folder, "later"));
  expect(await files.next()).toEqual(["later/deep/file"]);
  // The folder is watched anew.
  writeTree(folder, { "later/deep/file": "333" });
  expect(await files.next()).toEqual(["later/deep/file"]);
  rmSync(join(folder, "later"), { recursive: true });
  expect(await files.next()).toEqual(["later/deep/file"]);
});

test("a file is told to which a link leads", async () => {
  const folder = temporaryFolder();
  writeTree(folder, { "there/file": "1" });
  mkdirSync(join(folder, "here"));
  symlinkSync("../there/file", join(folder, "here/link"));
  const files = listed(folder, "here/link");
  writeTree(folder, { "there/file": "22" });
  expect(await files.next()).toEqual(["here/link"]);
  rmSync(join(folder, "here/link"));
  symlinkSync("../there/other", join(folder, "here/link"));
  writeTree(folder, { "there/other": "333" });
  expect(await files.next()).toEqual(["here/link"]);
});

test("what has changed since it was read is told when it is listed", async () => {
  const folder = temporaryFolder();
  writeTree(folder, { a: "1", b: "1" });
  const files = listed(folder, "a");
  writeTree(folder, { a: "2", b: "2" });
  files.list("a", "b");
  expect(await files.next()).toEqual(["a"]);
  const path = join(folder, "b");
  expect(stampSince(path, Date.now() + 1000)).toBe(stampOf(path));
  writeFileSync(path, "3");
  expect(stampSince(path, Date.now() - 1000)).not.toBe(stampOf(path));
});

test("what is listed no more is not told", async () => {
  const folder = temporaryFolder();
  writeTree(folder, { a: "1", b: "1" });
  const files = listed(folder, "a", "b");
  files.list("b");
  writeTree(folder, { a: "2" });
  writeTree(folder, { b: "2" });
  expect(await files.next()).toEqual(["b"]);
});
