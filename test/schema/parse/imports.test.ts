import { describe, expect, test } from "vitest";
import {
  parseSchema,
  type ParsedSchema,
} from "../../../src/schema/parse/index.ts";

/** Parses schema.ts out of a few files, and says which others were asked for. */
function parseFiles(files: Record<string, string>): {
  parsed: ParsedSchema;
  asked: string[];
} {
  const asked: string[] = [];
  const parsed = parseSchema(
    { path: "./schema.ts", text: files["./schema.ts"] ?? "" },
    {
      readSibling(specifier) {
        asked.push(specifier);
        const text = files[specifier];
        return text === undefined ? undefined : { path: specifier, text };
      },
    },
  );
  return { parsed, asked };
}

const namesOf = ({ declarations }: ParsedSchema): string[] =>
  declarations.map(({ name }) => name);

test.each(["./other", "./other.js", "./other.ts"])(
  "%s is ./other.ts",
  (from) => {
    const { parsed, asked } = parseFiles({
      "./schema.ts": `import { A } from "${from}"; type B = A;`,
      "./other.ts": "export type A = string;",
    });
    expect(asked).toEqual(["./other.ts"]);
    expect(parsed.diagnostics).toEqual([]);
    expect(namesOf(parsed)).toEqual(["A", "B"]);
  },
);

describe("what leads out of the folder is never asked for", () => {
  test.each([
    "../other.ts",
    "./a/../../other.ts",
    "./%2e%2e/other.ts",
    "./a\\\\..\\\\other.ts",
    "/etc/passwd",
    "other",
    "node:fs",
    "https://example.com/other.ts",
    "file:///etc/passwd",
    "././/other.ts",
    ".",
    "",
  ])("%j", (specifier) => {
    const { parsed, asked } = parseFiles({
      "./schema.ts": `import { A } from "${specifier}"; type B = A;`,
    });
    expect(asked).toEqual([]);
    expect(parsed.diagnostics.map(({ code }) => code)).toEqual([
      "import-not-sibling",
    ]);
  });
});

test("only what is needed comes along, in the order of its file", () => {
  const { parsed } = parseFiles({
    "./schema.ts": `
      import { Second } from "./b.ts";
      import { First } from "./a.ts";
      interface Own { first: First; second: Second }`,
    "./a.ts":
      "type First = Needed; type Unneeded = keyof First; type Needed = 1;",
    "./b.ts": "export type Second = 2;",
  });
  expect(parsed.diagnostics).toEqual([]);
  expect(namesOf(parsed)).toEqual(["Second", "First", "Needed", "Own"]);
});

test("a renamed import refers to the declaration", () => {
  const { parsed } = parseFiles({
    "./schema.ts": `
      import { A as Renamed } from "./other.ts";
      type A = Renamed;
      type B = Renamed[];`,
    "./other.ts": "export type A = string;",
  });
  // Both end up in one file, where A would mean two things.
  expect(parsed.diagnostics.map(({ code }) => code)).toEqual([
    "duplicate-declaration",
  ]);
});

test("files may import each other", () => {
  const { parsed } = parseFiles({
    "./schema.ts": `import { B } from "./b.ts"; export interface A { b: B }`,
    "./b.ts": `import { A } from "./schema.ts"; export interface B { a?: A }`,
  });
  // The caller's paths say which file is which.
  expect(parsed.diagnostics).toEqual([]);
  expect(namesOf(parsed)).toEqual(["B", "A"]);
});

test("export * of two files that pass each other on ends", () => {
  const { parsed } = parseFiles({
    "./schema.ts": `import { A, Absent } from "./a.ts"; type B = A;`,
    "./a.ts": `export * from "./b.ts";`,
    "./b.ts": `export * from "./a.ts"; export type A = string;`,
  });
  expect(parsed.diagnostics.map(({ code }) => code)).toEqual([
    "unknown-export",
  ]);
  expect(namesOf(parsed)).toEqual(["A", "B"]);
});

test("a finding in a sibling names that file", () => {
  const { parsed } = parseFiles({
    "./schema.ts": `import { A } from "./other.ts"; type B = A | Missing;`,
    "./other.ts": "\nexport type A = keyof string;",
  });
  const places = parsed.diagnostics.map(({ code, position }) => [
    code,
    position?.file,
    position?.line,
  ]);
  expect(places).toEqual([
    ["unknown-type", "./schema.ts", 1],
    ["unsupported-type", "./other.ts", 2],
  ]);
});

test("without a reader, no file is read", () => {
  const text = `import { A } from "./other.ts"; type B = A;`;
  const { diagnostics } = parseSchema({ path: "schema.ts", text });
  expect(diagnostics.map(({ code }) => code)).toEqual(["import-not-found"]);
});
