import { mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as prettier from "prettier";
import { expect, test } from "vitest";
import {
  lockedOptionsOf,
  lockPath,
  portablePath,
  printLock,
  readLock,
  replaceLock,
  writeLock,
  type Lock,
  type LockedInput,
} from "../../../src/project/config/index.ts";
import { emitNames } from "../../../src/emit/index.ts";
import {
  readTree,
  temporaryFolder,
  writeTree,
} from "../../emit/output/folder.ts";

const sha256 = "0".repeat(64);
const source = "a/b";
const published: LockedInput = {
  kind: "revision",
  id: "2025-11-25",
  source,
  commit: "c".repeat(40),
  path: "schema/2025-11-25/schema.ts",
  sha256,
};
const extension: LockedInput = {
  kind: "extension",
  id: "com.example/widgets",
  revision: "1.0",
  source: "../widgets",
  path: "schema/1.0/schema.ts",
  sha256,
};
const own: LockedInput = { kind: "facts", path: "facts.json", sha256 };
const output = {
  out: "src/mcp",
  generator: "1.2.3",
  options: { emit: ["types", "guards"], docs: false } as const,
  inputs: [published, extension, own],
};
const lock: Lock = { formatVersion: 1, from: source, outputs: [output] };

test("a lock is printed sorted, and as prettier has it", async () => {
  const mixed: Lock = {
    outputs: [
      { ...output, out: "z", options: {}, inputs: [] },
      {
        ...output,
        inputs: [own, extension, published, { ...published, id: "2024-11-05" }],
        options: { docs: false, emit: [...emitNames].reverse() },
      },
      { ...output, out: "a", options: { emit: ["guards", "types"] } },
    ],
    published: ["2025-11-25", "2024-11-05"],
    from: source,
    formatVersion: 1,
  };
  const text = printLock(mixed);
  expect(await prettier.format(text, { filepath: lockPath })).toBe(text);
  const read = JSON.parse(text) as Lock;
  expect(Object.keys(read)).toEqual([
    ...["formatVersion", "from", "published", "outputs"],
  ]);
  expect(read.outputs.map(({ out }) => out)).toEqual(["a", "src/mcp", "z"]);
  expect(read.outputs[0]?.options.emit).toEqual(["types", "guards"]);
  expect(read.outputs[1]?.inputs.map(({ kind, id }) => id ?? kind)).toEqual([
    ...["2024-11-05", "2025-11-25", "com.example/widgets", "facts"],
  ]);
  expect(printLock(read)).toBe(text);
});

test("a lock is written whole, and stays where it says the same", () => {
  const folder = temporaryFolder();
  expect(readLock(folder)).toBeUndefined();
  writeLock(folder, lock);
  expect(readTree(folder)).toEqual({ [lockPath]: printLock(lock) });
  expect(readLock(folder)).toEqual(lock);
  const laidOut = JSON.stringify(JSON.parse(printLock(lock)));
  writeTree(folder, { [lockPath]: laidOut.replaceAll("\n", "\r\n") });
  writeLock(folder, lock);
  expect(readTree(folder)[lockPath]).toBe(laidOut);
  const undo = replaceLock(folder, { ...lock, outputs: [] });
  expect(readLock(folder)?.outputs).toEqual([]);
  undo();
  expect(readTree(folder)).toEqual({ [lockPath]: laidOut });
});

test("what cannot be written leaves no half a lock, and a link stays one", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, lockPath));
  expect(() => writeLock(folder, lock)).toThrow(
    expect.objectContaining({ name: "OutputError" }) as Error,
  );
  expect(readTree(folder)).toEqual({ [`${lockPath}/`]: "" });
  const other = temporaryFolder();
  writeFileSync(join(folder, "real.json"), "");
  symlinkSync(join(folder, "real.json"), join(other, lockPath));
  writeLock(other, lock);
  expect(statSync(join(folder, "real.json")).size).toBeGreaterThan(0);
  expect(readLock(other)).toEqual(lock);
});

test("a lock that is none is not written", () => {
  const outputs = [{ ...output, out: "/etc" }];
  expect(() => writeLock("nowhere", { ...lock, outputs })).toThrow(
    "outputs[0].out must not be absolute",
  );
});

function withInput(change: object): object {
  return { ...lock, outputs: [{ ...output, inputs: [change] }] };
}

test.each<[string, object | string, string | RegExp]>([
  ["a newer format", { formatVersion: 2 }, "version 2 of the format"],
  ["no format", {}, "formatVersion is missing"],
  ["a list", [], "it has to be an object, and is a list"],
  ["no JSON", "{", /mcp-gen\.lock\.json: .*JSON/],
  [
    "a merge",
    `{\n<<<<<<< HEAD\n "a": 1\n=======\n "a": 2\n>>>>>>> other\n}`,
    "conflict markers of a merge, from line 2 on",
  ],
  ["an unknown field", { ...lock, time: "now" }, 'unknown field "time"'],
  [
    "an output above all",
    { ...lock, outputs: [{ ...output, out: "C:\\mcp" }] },
    "outputs[0].out must not have a backslash",
  ],
  [
    "an output twice",
    { ...lock, outputs: [output, output] },
    'the output "src/mcp" is there twice',
  ],
  ["no digest", withInput({ ...own, sha256: "abc" }), "SHA-256"],
  [
    "an id that leads out",
    withInput({ ...published, id: "../x" }),
    "id identifies",
  ],
  [
    "an extension that leads out",
    withInput({ ...extension, id: "a/../b" }),
    "an identifier is",
  ],
  [
    "a revision that leads out",
    withInput({ ...extension, revision: "../../.." }),
    "revision has to be of letters",
  ],
  [
    "a path that leads out of its source",
    withInput({ ...published, path: "../../etc/passwd" }),
    'a path that must not have the segment ".."',
  ],
  ["a secret", withInput({ ...published, source: "https://x:y@h/a" }), "name"],
  [
    "a secret in a query",
    withInput({
      kind: "revision",
      id: "x",
      url: "https://h/a?token=b",
      sha256,
    }),
    "a query",
  ],
  ["no id", withInput({ ...published, id: undefined }), "has no id"],
  ["no place", withInput({ ...own, path: undefined }), "a path or a url"],
  [
    "an input twice",
    { ...lock, outputs: [{ ...output, inputs: [own, own] }] },
    "is there twice",
  ],
  [
    "two digests of one thing",
    {
      ...lock,
      outputs: [
        output,
        {
          ...output,
          out: "b",
          inputs: [{ ...published, sha256: "1".repeat(64) }],
        },
      ],
    },
    "another digest of a/b/schema/2025-11-25/schema.ts",
  ],
])("a lock with %s is refused", (_, value, message) => {
  const folder = temporaryFolder();
  const text = typeof value === "string" ? value : JSON.stringify(value);
  writeTree(folder, { [lockPath]: text });
  expect(() => readLock(folder)).toThrow(message);
  expect(() => readLock(folder)).toThrow(
    expect.objectContaining({
      code: "invalid-lock",
      hint: expect.stringMatching(/./) as string,
    }) as Error,
  );
});

test("options are locked without their defaults, and with what was chosen", () => {
  const given = {
    revisions: ["draft"],
    emit: ["guards", "types"],
    target: "ts",
    importExtension: ".ts",
    jsonSchema: "corrected",
    docs: true,
    with: [],
    strict: false,
    prettier: false,
  } as const;
  expect(lockedOptionsOf(given, { runtime: "copy", prettier: true })).toEqual({
    emit: ["types", "guards"],
    importExtension: ".ts",
    runtime: "copy",
  });
  const chosen = { runtime: "copy", prettier: true };
  expect(lockedOptionsOf({ runtime: "own" }, chosen)).toEqual({
    runtime: "own",
    prettier: true,
  });
});

test("paths of a lock count from its folder, with slashes", () => {
  expect(portablePath("/a/b", "c/./d/")).toBe("c/d");
  expect(portablePath("/a/b", "/a/c")).toBe("../c");
  expect(portablePath("/a/b", "/a/b")).toBe(".");
});
