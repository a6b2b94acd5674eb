import { describe, expect, test } from "vitest";
import type { Declaration } from "../../../src/schema/model/index.ts";
import {
  parseSchema,
  type ParsedSchema,
} from "../../../src/schema/parse/index.ts";

const core = new Set([
  ...["JSONRPCRequest", "Result", "Tool", "Icon", "Task", "INVALID_PARAMS"],
  ...["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"],
]);

/** Parses schema.ts, the schema of an extension, out of a few files. */
function parseFiles(files: Record<string, string>): ParsedSchema {
  return parseSchema(
    { path: "./schema.ts", text: files["./schema.ts"] ?? "" },
    {
      core,
      readSibling(specifier) {
        const text = files[specifier];
        return text === undefined ? undefined : { path: specifier, text };
      },
    },
  );
}

const parse = (text: string): ParsedSchema =>
  parseFiles({ "./schema.ts": text });

const found = ({ diagnostics }: ParsedSchema): string[] =>
  diagnostics.map(({ code }) => code);

function declaration(parsed: ParsedSchema, name: string): Declaration {
  const declared = parsed.declarations.find((one) => one.name === name);
  if (declared === undefined) throw new Error(`${name} is not declared`);
  return declared;
}

const reference = (name: string) => ({ kind: "reference", name }) as const;

describe("a name of the core is the core's, whatever the specifier says", () => {
  test.each([
    `import type { Tool } from "./spec.types.js"; export type Own = Tool;`,
    `import { type Tool } from "../../elsewhere/core.js"; export type Own = Tool;`,
    `import { Tool } from "@modelcontextprotocol/sdk/types.js"; export type Own = Tool;`,
    `import type * as mcp from "@mcp/core"; export type Own = mcp.Tool;`,
    `export type Own = import("@mcp/core").Tool;`,
  ])("%s", (text) => {
    const parsed = parse(text);
    expect(parsed.diagnostics).toEqual([]);
    expect(parsed.imports).toMatchObject([{ name: "Tool" }]);
    expect(parsed.declarations).toMatchObject([
      { name: "Own", type: reference("Tool") },
    ]);
  });

  test("also where a type of a namespace is extended", () => {
    const parsed = parse(
      `import * as mcp from "x"; export interface Own extends mcp.Tool { a: 1 }`,
    );
    expect(parsed.diagnostics).toEqual([]);
    expect(parsed.imports).toMatchObject([{ name: "Tool" }]);
    expect(declaration(parsed, "Own")).toMatchObject({
      extends: [reference("Tool")],
    });
  });

  test("also under another name, which is told", () => {
    const parsed = parse(
      `import { Tool as CoreTool } from "x"; export type Own = CoreTool;`,
    );
    expect(parsed.imports).toEqual([
      {
        name: "Tool",
        as: "CoreTool",
        position: { file: "./schema.ts", line: 1, column: 18 },
      },
    ]);
    expect(declaration(parsed, "Own")).toMatchObject({
      type: reference("Tool"),
    });
  });

  test("as a constant, too", () => {
    const parsed = parse(
      `import { INVALID_PARAMS } from "x"; export interface Own { code: typeof INVALID_PARAMS }`,
    );
    expect(declaration(parsed, "Own")).toMatchObject({
      properties: [{ type: { kind: "constant", name: "INVALID_PARAMS" } }],
    });
  });

  test("a name that no core has is taken from it all the same: the revision decides", () => {
    const parsed = parse(`import { Later } from "x"; export type Own = Later;`);
    expect(parsed.diagnostics).toEqual([]);
    expect(parsed.imports).toMatchObject([{ name: "Later" }]);
  });
});

describe("a file of the extension's own", () => {
  test("is read, and its names come before the core's", () => {
    const parsed = parseFiles({
      "./schema.ts": `import { Widget, Task } from "./widgets.js"; export interface Own { widget: Widget; task: Task }`,
      "./widgets.ts": `import { Icon } from "core"; export interface Widget { icon: Icon } export interface Task { own: true }`,
    });
    expect(parsed.diagnostics).toEqual([]);
    expect(parsed.declarations.map(({ name }) => name)).toEqual([
      "Widget",
      "Task",
      "Own",
    ]);
    expect(parsed.imports).toMatchObject([{ name: "Icon" }]);
  });

  test("that copies the core is none: its names are the core's, and what it holds is no matter", () => {
    const names = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"];
    const copy = names.map((name) => `export interface ${name} {}`).join("\n");
    const parsed = parseFiles({
      "./schema.ts": `import type { A } from "./spec.types.js"; export type Own = A;`,
      "./spec.types.ts": `${copy}\nexport function isA() { return true; }`,
    });
    expect(parsed.diagnostics).toEqual([]);
    expect(parsed.declarations.map(({ name }) => name)).toEqual(["Own"]);
    expect(parsed.imports).toMatchObject([{ name: "A" }]);
  });

  test.each([
    ["./absent.js", "import-not-found"],
    ["../absent.js", "import-not-sibling"],
  ])("%s that is not there is told", (specifier, code) => {
    const text = `import { Widget } from "${specifier}"; export type Own = Widget;`;
    expect(found(parse(text))).toEqual([code]);
  });

  test("passes on what it imports from the core", () => {
    const parsed = parseFiles({
      "./schema.ts": `export * from "./more.js"; export { Tool } from "core"; export * from "core"; export type Own = 1;`,
      "./more.ts": `export type More = 2;`,
    });
    expect(parsed.diagnostics).toEqual([]);
    expect(parsed.declarations.map(({ name }) => name)).toEqual([
      "More",
      "Own",
    ]);
  });
});

test("what is not exported is told", () => {
  const { unexported } = parse(
    `type Hidden = 1; type Listed = 2; export { Listed }; const no = 3; export const yes = 4;`,
  );
  expect(unexported).toEqual(["Hidden", "no"]);
});

test("a name cannot be the extension's own and the core's", () => {
  const parsed = parse(
    `import { Tool as CoreTool } from "x";\nexport interface Tool { more: CoreTool }`,
  );
  expect(parsed.diagnostics).toMatchObject([
    {
      code: "duplicate-declaration",
      message:
        '"Tool" is declared here, and imported from the core as CoreTool',
      position: { line: 2, column: 18 },
    },
  ]);
});

describe("an indexed access with one key", () => {
  const types = `
    import { Tool } from "core"; import * as core from "core";
    export interface Base { method: "a/b"; deep: { x?: number } }
    export interface GetRequest extends Base { method: "a/c" }
    export type Alias = { id: string } & GetRequest;
    export interface Mixed extends Tool { own: 1 }
    export interface Loop { x: Loop["x"] }`;

  test.each([
    ['GetRequest["method"]', { kind: "literal", value: "a/c" }],
    ['GetRequest["deep"]', { kind: "object", properties: [{ name: "x" }] }],
    ['Alias["id"]', { kind: "keyword", name: "string" }],
    ['Alias["method"]', { kind: "literal", value: "a/c" }],
    ['Mixed["own"]', { kind: "literal", value: 1 }],
  ])("%s", (text, type) => {
    const source = types.replace(/\n.*Loop.*$/u, "");
    const parsed = parse(`${source}\nexport type Own = ${text};`);
    expect(parsed.diagnostics).toEqual([]);
    expect(declaration(parsed, "Own")).toMatchObject({ type });
  });

  test.each([
    ['GetRequest["methd"]', "unknown-key"],
    ['Tool["name"]', "unsupported-type"],
    ['Mixed["name"]', "unsupported-type"],
    ['core.Tool["name"]', "unsupported-type"],
    ['GetRequest["method" | "deep"]', "unsupported-type"],
    ["GetRequest[string]", "unsupported-type"],
  ])("%s is refused", (text, code) => {
    const source = types.replace(/\n.*Loop.*$/u, "");
    expect(found(parse(`${source}\nexport type Own = ${text};`))).toEqual([
      code,
    ]);
  });

  test("that leads to itself ends", () => {
    expect(found(parse(types))).toContain("too-deep");
  });

  test("says its findings once", () => {
    const parsed = parse(
      `export interface A1 { bad: bigint } export type Own = A1["bad"];`,
    );
    expect(found(parsed)).toEqual(["unsupported-type"]);
  });
});

test("undefined says of what is optional that it is, and of a record that its keys are", () => {
  const parsed = parse(
    `export interface Own { x?: string | undefined; y?: (1 | 2 | undefined); z: Record<"a" | "b", number | undefined> }`,
  );
  expect(parsed.diagnostics).toEqual([]);
  expect(declaration(parsed, "Own")).toMatchObject({
    properties: [
      { name: "x", optional: true, type: { kind: "keyword", name: "string" } },
      { name: "y", type: { kind: "union", members: [{}, {}] } },
      { name: "z", type: { kind: "wrap", name: "Partial" } },
    ],
  });
  expect(
    found(parse(`export interface Own { x: string | undefined }`)),
  ).toEqual(["unsupported-type"]);
});
