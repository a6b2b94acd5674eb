import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ts } from "ts-morph";
import { describe, expect, test } from "vitest";

const source = join(import.meta.dirname, "../src");

interface SourceFile {
  readonly name: string;
  readonly text: string;
  /** What it imports: paths inside src, or names of packages. */
  readonly imports: readonly string[];
}

function readFolder(folder: string): SourceFile[] {
  const names = readdirSync(join(source, folder), {
    recursive: true,
    encoding: "utf8",
  });
  return names
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readSource(join(folder, name)));
}

function readSource(name: string): SourceFile {
  const text = readFileSync(join(source, name), "utf8");
  const specifiers = ts
    .preProcessFile(text)
    .importedFiles.map(({ fileName }) => fileName);
  const imports = specifiers.map((specifier) =>
    specifier.startsWith(".")
      ? relative(source, join(source, name, "..", specifier))
      : specifier,
  );
  return { name, text, imports };
}

const files = readFolder(".");

/** What each folder may import, apart from itself and from Node. */
const layers: Readonly<Record<string, readonly string[]>> = {
  model: [],
  diagnostics: ["model"],
  parse: ["model", "diagnostics", "ts-morph"],
  derive: ["model", "diagnostics", "spec/facts"],
  emit: ["model", "order.ts"],
  spec: [
    "model",
    "diagnostics",
    "json-object.ts",
    "package.ts",
    "digest.ts",
    "ajv",
  ],
  output: [
    "diagnostics",
    "emit",
    "order.ts",
    "json-object.ts",
    "digest.ts",
    "diff",
    "prettier",
  ],
  diff: ["model", "order.ts"],
  validate: ["model", "emit", "digest.ts"],
  library: [
    "validate",
    "model",
    "diagnostics",
    "parse",
    "derive",
    "emit",
    "spec",
    "output",
    "order.ts",
    "package.ts",
    "digest.ts",
  ],
  commands: [
    "diff",
    "validate",
    "model",
    "diagnostics",
    "emit",
    "spec",
    "output",
    "library",
    "package.ts",
    "commander",
  ],
  runtime: [],
};

describe("the source", () => {
  test.each(Object.entries(layers))(
    "of %s imports only %j",
    (layer, allowed) => {
      const own = readFolder(layer);
      const foreign = own.flatMap(({ name, imports }) =>
        imports
          .filter((path) => !path.startsWith("node:"))
          .filter(
            (path) => ![layer, ...allowed].some((one) => isWithin(path, one)),
          )
          .map((path) => `${name} → ${path}`),
      );
      expect(own.length).toBeGreaterThan(0);
      expect(foreign).toEqual([]);
    },
  );

  test.each(["runtime", "emit", "parse", "derive"])(
    "of %s names no revision",
    (folder) => {
      const own = readFolder(folder);
      const named = own.filter(({ text }) => /\d{4}-\d{2}-\d{2}/.test(text));
      expect(own.length).toBeGreaterThan(0);
      expect(named.map(({ name }) => name)).toEqual([]);
    },
  );

  test("of the runtime needs Node only where its name says so", () => {
    const needs = readFolder("runtime").filter(({ imports }) =>
      imports.some((path) => path.startsWith("node:")),
    );
    const names = needs.map(({ name }) => name);
    expect(names).toContain("runtime/stdio/serve.ts");
    expect(names).toContain("runtime/http/server/node/listen.ts");
    const rooms = /^runtime\/(stdio|http\/server\/node)\//;
    expect(names.filter((name) => !rooms.test(name))).toEqual([]);
  });

  test("of the runtime keeps stdio, HTTP and what is neither apart", () => {
    const rooms = readFolder("runtime").filter(({ name }) =>
      /^runtime\/.+\//.test(name),
    );
    const crossing = rooms.flatMap(({ name, imports }) =>
      imports
        .filter((path) => !mayLink(kindOf(name), kindOf(path)))
        .map((path) => `${name} → ${path}`),
    );
    expect(crossing).toEqual([]);
  });

  test("touches the process in one file of the generator", () => {
    const touching = files
      .filter(({ name }) => !name.startsWith("runtime/"))
      .filter(({ text }) => /\bprocess\.\w/.test(text));
    expect(touching.map(({ name }) => name)).toEqual(["cli.ts"]);
  });

  test("has no `any`, and no file that one cannot take in", () => {
    const loose = files.filter(({ text }) => usesAny(text));
    const long = files.filter(({ text }) => text.split("\n").length > 350);
    expect([...loose, ...long].map(({ name }) => name)).toEqual([]);
  });
});

type Kind = "stdio" | "http" | "http on node" | "neither";

/** What a file of the runtime is for, by its room; an entry hands on what it names. */
function kindOf(path: string): Kind {
  if (isWithin(path, "runtime/stdio")) return "stdio";
  if (isWithin(path, "runtime/http/server/node")) return "http on node";
  return isWithin(path, "runtime/http") ? "http" : "neither";
}

/** A server over stdio links no HTTP, and a worker no Node. */
function mayLink(from: Kind, to: Kind): boolean {
  if (from === to || to === "neither") return true;
  return from === "http on node" && to === "http";
}

function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}

function usesAny(text: string): boolean {
  const visit = (node: ts.Node): boolean =>
    node.kind === ts.SyntaxKind.AnyKeyword ||
    ts.forEachChild(node, visit) === true;
  return visit(ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest));
}
