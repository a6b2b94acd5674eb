import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  manifestPath,
  OutputError,
  writeOutput,
} from "../../../src/emit/output/index.ts";
import { sha256 } from "../../../src/base/digest.ts";
import {
  generateTree,
  planTree,
  readTree,
  statuses,
  temporaryFolder,
  writeTree,
  type Tree,
} from "./folder.ts";

const first: Tree = { "a/types.ts": "one\n", "b.ts": "two\n" };

function withoutManifest(out: string): Tree {
  const { [manifestPath]: _, ...tree } = readTree(out);
  return tree;
}

function failure(action: () => unknown): OutputError {
  try {
    action();
  } catch (error) {
    if (error instanceof OutputError) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

describe("a first run", () => {
  test("writes the files and the manifest, and leaves nothing beside them", () => {
    const folder = temporaryFolder();
    const out = join(folder, "deep/out");
    generateTree(out, first);
    expect(withoutManifest(out)).toEqual(first);
    expect(Object.keys(readTree(folder)).sort()).toEqual([
      "deep/out/a/types.ts",
      "deep/out/b.ts",
      `deep/out/${manifestPath}`,
    ]);
  });

  test("writes a sorted manifest without times and places", () => {
    const out = join(temporaryFolder(), "out");
    generateTree(out, { "z.ts": "z", "a.ts": "a" });
    const text = readFileSync(join(out, manifestPath), "utf8");
    expect(text).toBe(
      `${JSON.stringify(
        {
          formatVersion: 1,
          generator: "1.2.3",
          inputs: [],
          files: { "a.ts": sha256("a"), "z.ts": sha256("z") },
        },
        null,
        2,
      )}\n`,
    );
  });

  test("keeps the user's files in a folder that exists", () => {
    const out = temporaryFolder();
    writeTree(out, { "mine.txt": "mine", "a/mine.txt": "also" });
    generateTree(out, first);
    expect(withoutManifest(out)).toEqual({
      ...first,
      "mine.txt": "mine",
      "a/mine.txt": "also",
    });
  });

  test("adopts a file that already holds what would be written", () => {
    const out = temporaryFolder();
    writeTree(out, { "b.ts": "two\n" });
    generateTree(out, first);
    expect(withoutManifest(out)).toEqual(first);
  });

  test("follows the output folder when that is a link itself", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "real"));
    symlinkSync("real", join(folder, "out"));
    generateTree(join(folder, "out"), first);
    expect(withoutManifest(join(folder, "real"))).toEqual(first);
    expect(readTree(folder)["out"]).toBe("→ real");
  });
});

describe("a later run", () => {
  test("with nothing to do writes nothing", () => {
    const folder = temporaryFolder();
    const out = join(folder, "out");
    generateTree(out, first);
    const before = [out, folder, join(out, "b.ts")].map(
      (place) => statSync(place, { bigint: true }).mtimeNs,
    );
    generateTree(out, first);
    const after = [out, folder, join(out, "b.ts")].map(
      (place) => statSync(place, { bigint: true }).mtimeNs,
    );
    expect(after).toEqual(before);
  });

  test("touches only what has changed", () => {
    const out = join(temporaryFolder(), "out");
    generateTree(out, first);
    const before = statSync(join(out, "b.ts"), { bigint: true });
    generateTree(out, { ...first, "a/types.ts": "new" });
    const after = statSync(join(out, "b.ts"), { bigint: true });
    expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs]);
    expect(withoutManifest(out)["a/types.ts"]).toBe("new");
  });

  test("removes what is no longer emitted, with the folders that it empties", () => {
    const out = join(temporaryFolder(), "out");
    generateTree(out, { ...first, "c/d/e.ts": "e", "f/g.ts": "g" });
    writeTree(out, { "f/mine.txt": "mine" });
    generateTree(out, first);
    expect(withoutManifest(out)).toEqual({ ...first, "f/mine.txt": "mine" });
  });

  test("takes no edited file, neither to replace nor to remove it, and names them", () => {
    const out = join(temporaryFolder(), "out");
    generateTree(out, { ...first, "old.ts": "old", "older.ts": "older" });
    writeTree(out, { "b.ts": "edited", "old.ts": "edited too" });
    const before = readTree(out);
    expect(statuses(out, first)).toMatchObject({
      "b.ts": "edited",
      "old.ts": "edited",
      "older.ts": "unexpected",
    });
    const error = failure(() => generateTree(out, { ...first, "new.ts": "" }));
    expect(error.code).toBe("edited");
    expect(error.paths).toEqual(["b.ts", "old.ts"]);
    expect(error.hint).toContain("--force");
    expect(readTree(out)).toEqual(before);
  });

  test("replaces an edited file by force, and removes none", () => {
    const out = join(temporaryFolder(), "out");
    generateTree(out, { ...first, "old.ts": "old", "older.ts": "older" });
    writeTree(out, { "b.ts": "edited", "old.ts": "edited too" });
    generateTree(out, first, { force: true });
    expect(withoutManifest(out)).toEqual({ ...first, "old.ts": "edited too" });
    expect(Object.keys(statuses(out, first))).not.toContain("old.ts");
  });

  test("takes a file for its own whose line ends a checkout changed", () => {
    const out = join(temporaryFolder(), "out");
    generateTree(out, { ...first, "old.ts": "old\n" });
    writeTree(out, { "b.ts": "two\r\n", "old.ts": "old\r\n" });
    generateTree(out, { ...first, "b.ts": "three\n" });
    expect(withoutManifest(out)).toEqual({ ...first, "b.ts": "three\n" });
  });

  test("adopts an edit that is what would be written", () => {
    const out = join(temporaryFolder(), "out");
    generateTree(out, first);
    writeTree(out, { "b.ts": "three\n" });
    generateTree(out, { ...first, "b.ts": "three\n" });
    expect(withoutManifest(out)["b.ts"]).toBe("three\n");
  });

  test("writes again what was deleted", () => {
    const out = join(temporaryFolder(), "out");
    generateTree(out, first);
    rmSync(join(out, "a"), { recursive: true });
    expect(statuses(out, first)["a/types.ts"]).toBe("missing");
    generateTree(out, first);
    expect(withoutManifest(out)).toEqual(first);
  });

  test("names every difference", () => {
    const out = join(temporaryFolder(), "out");
    generateTree(out, { ...first, "old.ts": "" });
    expect(statuses(out, { "b.ts": "other", "new.ts": "" })).toEqual({
      "a/types.ts": "unexpected",
      "b.ts": "changed",
      "new.ts": "missing",
      "old.ts": "unexpected",
      [manifestPath]: "changed",
    });
  });
});

describe("what is in the way", () => {
  test("all of the user's files are named, and nothing is written", () => {
    const out = temporaryFolder();
    const mine = { "b.ts": "mine", a: "a file where a folder must be" };
    writeTree(out, mine);
    const error = failure(() => generateTree(out, { ...first, "c.ts": "c" }));
    expect(error.code).toBe("in-the-way");
    expect(error.paths).toEqual(["a", "b.ts"]);
    expect(readTree(out)).toEqual(mine);
  });

  test("a folder where a file must be", () => {
    const out = temporaryFolder();
    mkdirSync(join(out, "b.ts"));
    expect(failure(() => generateTree(out, first)).paths).toEqual(["b.ts"]);
  });

  test("a link is not followed, whether a folder or a file", () => {
    const folder = temporaryFolder();
    const out = join(folder, "out");
    mkdirSync(join(folder, "elsewhere"));
    mkdirSync(out);
    symlinkSync("../elsewhere", join(out, "a"));
    symlinkSync("../elsewhere/file", join(out, "b.ts"));
    const error = failure(() => generateTree(out, first));
    expect(error.paths).toEqual(["a", "b.ts"]);
    expect(readTree(join(folder, "elsewhere"))).toEqual({});
  });

  test("nothing is removed through a link", () => {
    const folder = temporaryFolder();
    const out = join(folder, "out");
    generateTree(out, first);
    writeTree(folder, { "elsewhere/types.ts": "one\n" });
    rmSync(join(out, "a"), { recursive: true });
    symlinkSync("../elsewhere", join(out, "a"));
    generateTree(out, { "b.ts": "two\n" });
    expect(readTree(join(folder, "elsewhere"))).toEqual({
      "types.ts": "one\n",
    });
  });

  test("the output is a file", () => {
    const out = join(temporaryFolder(), "out");
    writeFileSync(out, "");
    expect(failure(() => generateTree(out, first)).code).toBe("not-a-folder");
  });

  test("the output lies below a file", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "");
    const error = failure(() => generateTree(join(folder, "file/out"), first));
    expect(error.code).toBe("not-a-folder");
    expect(readTree(folder)).toEqual({ file: "" });
  });

  test("another run that has begun after this one was planned", () => {
    const folder = temporaryFolder();
    const out = join(folder, "out");
    const plan = planTree(out, first);
    mkdirSync(join(folder, ".out.mcp-gen"));
    expect(failure(() => writeOutput(plan)).code).toBe("busy");
    expect(readTree(folder)).toEqual({ ".out.mcp-gen/": "" });
  });

  test("the output is not named", () => {
    expect(failure(() => generateTree("", first)).code).toBe("not-a-folder");
  });

  test("the output is a link to nothing", () => {
    const out = join(temporaryFolder(), "out");
    symlinkSync("nowhere", out);
    expect(failure(() => generateTree(out, first)).code).toBe("not-a-folder");
  });
});

describe("the manifest", () => {
  test.each([
    ["not JSON", "<<<<<<< HEAD"],
    ["not an object", "[]"],
    ["of another format", `{"formatVersion": 2, "files": {}}`],
    ["without files", `{"formatVersion": 1}`],
    ["without a digest", `{"formatVersion": 1, "files": {"a.ts": 1}}`],
  ])("%s is an error", (_, text) => {
    const out = temporaryFolder();
    writeTree(out, { [manifestPath]: text });
    const error = failure(() => generateTree(out, first));
    expect(error.code).toBe("broken-manifest");
    expect(readTree(out)).toEqual({ [manifestPath]: text });
  });

  test.each([
    ["../victim.txt"],
    ["a/../../victim.txt"],
    ["/etc/victim.txt"],
    ["..\\victim.txt"],
    ["C:victim.txt"],
    ["a\0b"],
    ["./victim.txt"],
    ["a//b"],
    [""],
  ])("that names %j removes nothing outside", (path) => {
    const folder = temporaryFolder();
    const files = JSON.stringify({ [path]: sha256("victim") });
    writeTree(folder, {
      "victim.txt": "victim",
      [`out/${manifestPath}`]: `{"formatVersion": 1, "files": ${files}}`,
    });
    const before = readTree(folder);
    const out = join(folder, "out");
    expect(failure(() => generateTree(out, {})).code).toBe("broken-manifest");
    expect(readTree(folder)).toEqual(before);
  });

  test("with a wrong digest removes nothing, and what it names is told", () => {
    const out = temporaryFolder();
    const mine = { "mine.txt": "mine", "src/app.ts": "mine too" };
    const names = Object.keys(mine).map((path) => [path, sha256("other")]);
    writeTree(out, {
      ...mine,
      [manifestPath]: JSON.stringify({
        formatVersion: 1,
        files: Object.fromEntries(names) as unknown,
      }),
    });
    const error = failure(() => generateTree(out, first));
    expect(error.paths).toEqual(["mine.txt", "src/app.ts"]);
    generateTree(out, first, { force: true });
    expect(withoutManifest(out)).toEqual({ ...first, ...mine });
  });

  test.each([[".env"], [".git/HEAD"], ["src/.npmrc"]])(
    "that names %j does not remove it, whatever its digest",
    (path) => {
      const out = temporaryFolder();
      const files = JSON.stringify({ [path]: sha256("secret") });
      writeTree(out, {
        [path]: "secret",
        [manifestPath]: `{"formatVersion": 1, "files": ${files}}`,
      });
      expect(statuses(out, first)[path]).toBe("kept");
      generateTree(out, first, { force: true });
      expect(withoutManifest(out)).toEqual({ ...first, [path]: "secret" });
    },
  );

  test("may name files called like properties of every object", () => {
    const out = join(temporaryFolder(), "out");
    const names = ["__proto__", "constructor", "toString"];
    const tree = Object.fromEntries(names.map((name) => [name, name]));
    generateTree(out, tree);
    expect(withoutManifest(out)).toEqual(tree);
    generateTree(out, {});
    expect(withoutManifest(out)).toEqual({});
  });
});

describe("emitted paths", () => {
  test.each([["../a.ts"], ["/a.ts"], ["a\\b.ts"], ["a/./b.ts"], ["a\0"], [""]])(
    "%j is refused",
    (path) => {
      const out = join(temporaryFolder(), "out");
      const error = failure(() => planTree(out, { [path]: "" }));
      expect(error.code).toBe("unsafe-path");
      expect(existsSync(out)).toBe(false);
    },
  );

  test.each([
    [{ "a.ts": "", "A.ts": "" }],
    [{ [manifestPath.toUpperCase()]: "" }],
  ])("%j would be one file", (tree) => {
    const out = join(temporaryFolder(), "out");
    expect(failure(() => planTree(out, tree)).code).toBe("path-collision");
  });
});
