import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  cycles,
  foreignImports,
  fullFolders,
  longFiles,
  longFunctions,
  namedExtensions,
  namedRevisions,
  needsNode,
  repeatedNames,
  unplaced,
  upwardRooms,
} from "./checks.ts";
import { layers, rooms } from "./layers.ts";
import { inside, isWithin, outside, readTree } from "./tree.ts";

/** What a reader can take in: files of a folder, lines of a file and of a function. */
const limits = { files: 20, lines: 350, functionLines: 80 } as const;

/** Files that offer the same names by design, each of its own emitted module. */
const alike: readonly string[] = ["emit/fixed"];

const source = join(import.meta.dirname, "../../src");
const all = readTree(source);
const runtime = inside(all, ["runtime"]);

const folders = Object.keys(layers);
const foldersWithRooms = Object.keys(rooms);

/** Folders whose parts have vocabularies of their own. */
const divided = ["schema", "project", "cli"];

/** Folders that export each name once. */
const namespaces = folders.flatMap((folder) =>
  divided.includes(folder)
    ? [...new Set(inside(all, [folder]).map(({ path }) => path))]
        .filter((path) => path.split("/").length > 2)
        .map((path) => path.split("/").slice(0, 2).join("/"))
        .filter((path, index, list) => list.indexOf(path) === index)
    : [folder],
);

describe("the source", () => {
  test("has a layer for every folder, and a folder for every layer", () => {
    expect(unplaced(all, layers, ".")).toEqual([]);
  });

  test.each(folders)("of %s has a header with the imports", (folder) => {
    const text = readFileSync(join(source, folder, "index.ts"), "utf8");
    const [, listed = ""] = /^ \* May import: (.+)\.$/m.exec(text) ?? [];
    const imports = (layers[folder] ?? []).filter((name) => name in layers);
    expect(listed).toBe(
      imports.length === 0
        ? "nothing of `src`"
        : folders
            .filter((name) => imports.includes(name))
            .map((name) => `\`${name}\``)
            .join(", "),
    );
  });

  test.each(folders)("of %s imports only what is below", (folder) => {
    const allowed = layers[folder] ?? [];
    expect(foreignImports(all, { [folder]: allowed })).toEqual([]);
  });

  test.each(foldersWithRooms)("of %s stands in rooms, in order", (folder) => {
    const own = rooms[folder] ?? {};
    expect(unplaced(all, own, folder)).toEqual([]);
    expect(upwardRooms(own)).toEqual([]);
    expect(foreignImports(all, own)).toEqual([]);
  });

  test("imports nothing in a circle", () => {
    expect(cycles(all)).toEqual([]);
  });

  test.each(namespaces)("of %s exports no name twice", (folder) => {
    const own = outside(inside(all, [folder]), alike);
    expect(repeatedNames(own)).toEqual([]);
  });

  test("stands in folders that one can take in", () => {
    expect(fullFolders(all, limits.files)).toEqual([]);
  });

  test("stands in files that one can take in", () => {
    expect(longFiles(all, limits.lines)).toEqual([]);
  });

  test("is made of functions that one can take in", () => {
    expect(longFunctions(all, limits.functionLines)).toEqual([]);
  });

  test.each(["runtime", "emit", "schema/parse", "schema/derive"])(
    "of %s names no revision",
    (folder) => {
      expect(namedRevisions(inside(all, [folder]))).toEqual([]);
    },
  );

  test("speaks of tasks where their behaviour stands, and nowhere else", () => {
    // Two entries have all stores of a kind: the tests of each, and those in Redis. Keys
    // that the protocol reserves are in one list.
    const own = [
      "runtime/tasks",
      "runtime/tasks.ts",
      "runtime/stores/redis/tasks",
      "runtime/redis.ts",
      // Names of options, among them that of tools which are tasks.
      "runtime/protocol/options/advice.ts",
      "runtime/protocol/validation/reserved-keys.ts",
    ];
    expect(namedExtensions(outside(runtime, own))).toEqual([]);
  });

  test("touches the process in one file of the generator, beside the lock that names it, what ends other programs, and what Node loads before one", () => {
    const touching = outside(all, ["runtime", "store-tests"]).filter(
      ({ touchesProcess }) => touchesProcess,
    );
    expect(touching.map(({ path }) => path)).toEqual([
      "cli.ts",
      "typescript.ts",
      "cli/dev/stop-tree.ts",
      "emit/output/lock.ts",
    ]);
  });

  test("has no `any`", () => {
    const loose = all.filter(({ usesAny }) => usesAny);
    expect(loose.map(({ path }) => path)).toEqual([]);
  });
});

describe("the source of the runtime", () => {
  test("needs Node only where its name says so", () => {
    const names = needsNode(runtime);
    const nodeRooms =
      /^runtime\/(stores|stdio|http\/server\/node|auth\/node|tasks\/store\/node)\//;
    expect(names).toContain("runtime/stdio/serve.ts");
    expect(names).toContain("runtime/http/server/node/listen.ts");
    expect(names.filter((name) => !nodeRooms.test(name))).toEqual([]);
  });

  test("keeps stdio, HTTP and what is neither apart", () => {
    const inRooms = runtime.filter(({ path }) => /^runtime\/.+\//.test(path));
    const crossing = inRooms.flatMap(({ path, imports }) =>
      imports
        .filter((target) => !mayLink(kindOf(path), kindOf(target)))
        .map((target) => `${path} → ${target}`),
    );
    expect(crossing).toEqual([]);
  });
});

type Kind = "stdio" | "http" | "http on node" | "authorization" | "neither";

/** What a file of the runtime is for, by its room; an entry hands on what it names. */
function kindOf(path: string): Kind {
  if (isWithin(path, "runtime/stdio")) return "stdio";
  if (isWithin(path, "runtime/http/server/node")) return "http on node";
  if (isWithin(path, "runtime/auth")) return "authorization";
  // Processes share what a server over HTTP keeps of its clients.
  const isHttp = [
    "runtime/http",
    "runtime/sessions",
    "runtime/stores/redis",
  ].some((room) => isWithin(path, room));
  return isHttp ? "http" : "neither";
}

/** A server over stdio links no HTTP, a worker no Node, and nothing links authorization. */
function mayLink(from: Kind, to: Kind): boolean {
  if (from === to || to === "neither") return true;
  const isOverHttp = from === "http on node" || from === "authorization";
  return isOverHttp && to === "http";
}
