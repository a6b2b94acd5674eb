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
import { treeOf } from "./tree.ts";

const lines = (count: number): string => "call();\n".repeat(count);

describe("a check finds", () => {
  test("what a folder may not import, by value, by type or when it runs", () => {
    const tree = treeOf({
      "low/a.ts": `
        import { b } from "../high/b.ts";
        import type { C } from "../high/c.ts";
        export { d } from "../high/d.ts";
        export type E = import("../high/e.ts").E;
        const f = await import("../high/f.ts");
        import { g } from "some-package";
        import { readFileSync } from "node:fs";
        import { h } from "./h.ts";
        import { i } from "../lower/i.ts";
      `,
      "high/b.ts": 'import { i } from "../lower/i.ts";',
    });
    expect(foreignImports(tree, { low: ["lower"] })).toEqual([
      "low/a.ts → high/b.ts",
      "low/a.ts → high/c.ts",
      "low/a.ts → high/d.ts",
      "low/a.ts → high/e.ts",
      "low/a.ts → high/f.ts",
      "low/a.ts → some-package",
    ]);
  });

  test("a folder whose name only begins like an allowed one", () => {
    const tree = treeOf({ "low/a.ts": 'import "../lower-still/b.ts";' });
    expect(foreignImports(tree, { low: ["lower"] })).toEqual([
      "low/a.ts → lower-still/b.ts",
    ]);
  });

  test("words of one extension, in comments and in longer names", () => {
    const tree = treeOf({
      "a.ts": "/* A task of its own. */ interface CreateTaskResult {}",
      "b.ts": "queueMicrotask(countAsking);",
      "c.ts": 'const methods = ["tasks/get"]; const task_id = 1;',
    });
    expect(namedExtensions(tree)).toEqual([
      "a.ts: task",
      "a.ts: Task",
      "c.ts: tasks",
      "c.ts: task",
    ]);
  });

  test("folders without a layer, and layers without a file", () => {
    const tree = treeOf({
      "index.ts": "",
      "known/a.ts": "",
      "new/deep/b.ts": "",
      "top/known/c.ts": "",
      "top/new/d.ts": "",
    });
    const known = { known: [], top: [], gone: [] };
    expect(unplaced(tree, known, ".")).toEqual([
      "new has no layer",
      "gone is empty",
    ]);
    expect(unplaced(tree, { "top/known": [] }, "top")).toEqual([
      "top/new has no layer",
    ]);
  });

  test("rooms that may import a higher one", () => {
    const rooms = { low: ["high"], middle: ["low", "elsewhere"], high: [] };
    expect(upwardRooms(rooms)).toEqual(["low → high"]);
  });

  test.each([
    ["by value", 'import { b } from "./b.ts";'],
    ["by type", 'import type { B } from "./b.ts";'],
    ["by a type inline", 'export type B = import("./b.ts").B;'],
    ["when it runs", 'export const b = () => import("./b.ts");'],
    ["by passing it on", 'export * from "./b.ts";'],
  ])("a circle that is closed %s", (_, text) => {
    const tree = treeOf({
      "a.ts": text,
      "b.ts": 'import type { C } from "./c.ts";',
      "c.ts": 'import { a } from "./a.ts"; import { d } from "./d.ts";',
      "d.ts": "",
    });
    expect(cycles(tree)).toEqual(["a.ts → b.ts → c.ts → a.ts"]);
  });

  test("a file that imports itself", () => {
    expect(cycles(treeOf({ "a.ts": 'import "./a.ts";' }))).toEqual([
      "a.ts → a.ts",
    ]);
  });

  test("a name that two files export, and not one that is passed on", () => {
    const tree = treeOf({
      "a.ts": `
        export interface Session {}
        export const { call, rest: [visit] } = values;
        export function read(): void {}
        export function read(text?: string): void {}
        const own = 1;
      `,
      "b.ts": "export type Session = string; const own = 2;",
      "c.ts": "export class call {} const own = 3; export { own as visit };",
      "d.ts": 'export { Session, read } from "./a.ts";',
      "e.ts": 'import { read } from "./a.ts"; export { read };',
    });
    expect(repeatedNames(tree)).toEqual([
      "Session: a.ts, b.ts",
      "call: a.ts, c.ts",
      "visit: a.ts, c.ts",
    ]);
  });

  test("a folder of too many files, without those of its rooms", () => {
    const tree = treeOf({
      "full/a.ts": "",
      "full/b.ts": "",
      "full/c.ts": "",
      "full/room/d.ts": "",
    });
    expect(fullFolders(tree, 2)).toEqual(["full: 3 files"]);
    expect(fullFolders(tree, 3)).toEqual([]);
  });

  test("a file of too many lines", () => {
    const tree = treeOf({ "a.ts": lines(4), "b.ts": lines(3) });
    expect(longFiles(tree, 3)).toEqual(["a.ts: 4 lines"]);
  });

  test("functions of too many lines, whatever their form", () => {
    const body = `{\n${lines(2)}}`;
    const tree = treeOf({
      "a.ts": `/** A comment\n * is no line of it. */\nfunction whole() ${body}`,
      "b.ts": `const arrow = () => ${body};`,
      "c.ts": `const value = { method() ${body}, get prop() ${body} };`,
      "d.ts": `call(() => ${body}); function short() {\n${lines(1)}}`,
      "e.ts": "interface Shape {\n  call(\n    a: A,\n    b: B,\n  ): void;\n}",
    });
    expect(longFunctions(tree, 3)).toEqual([
      "a.ts: whole, 4 lines",
      "b.ts: arrow, 4 lines",
      "c.ts: method, 4 lines",
      "c.ts: prop, 4 lines",
      "d.ts: a function, 4 lines",
    ]);
    expect(longFunctions(tree, 4)).toEqual([]);
  });

  test("the id of a revision, in code and in comments", () => {
    const tree = treeOf({
      "a.ts": 'const id = "2001-02-03";',
      "b.ts": "// Since 2001-02-03.",
      "c.ts": "const count = 2001 - 2 - 3;",
    });
    expect(namedRevisions(tree)).toEqual([
      "a.ts: 2001-02-03",
      "b.ts: 2001-02-03",
    ]);
  });

  test("what needs Node", () => {
    const tree = treeOf({
      "a.ts": 'import type { Socket } from "node:net";',
      "b.ts": 'import "./node.ts";',
    });
    expect(needsNode(tree)).toEqual(["a.ts"]);
  });

  test.each([
    "process.exit(1);",
    "const { argv } = process;",
    'process["env"];',
    "call(process);",
  ])("the process in %s", (text) => {
    const [file] = treeOf({ "a.ts": text });
    expect(file?.touchesProcess).toBe(true);
  });

  test.each([
    "run.process();",
    "const run = { process: 1 };",
    "// process.exit",
  ])("no process in %s", (text) => {
    const [file] = treeOf({ "a.ts": text });
    expect(file?.touchesProcess).toBe(false);
  });

  test("any, and not the word", () => {
    const tree = treeOf({
      "a.ts": "export function read(value: any): void {}",
      "b.ts": "const any = 1; // any",
    });
    expect(tree.map(({ usesAny }) => usesAny)).toEqual([true, false]);
  });
});
