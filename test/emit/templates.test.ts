import { expect, test } from "vitest";
import { readFixedCode } from "../../templates/build/fixed-code/fixed-code.ts";

test("a declaration is told in every language, with what it needs", async () => {
  const template = [
    'import type { Other } from "./other.ts";',
    "export interface Box<T> { readonly value?: T }",
    "/** Makes one. */",
    "export function box<T>(value: T, size?: number): Box<T> {",
    "  const unused: unknown = size as number;",
    "  return { value };",
    "}",
    "export const empty: Box<Other> = box(undefined, 0);",
  ].join("\n");
  expect(await readFixedCode("template.ts", template)).toEqual([
    {
      name: "Box",
      isType: true,
      needs: [],
      ts: "interface Box<T> {\n  readonly value?: T;\n}",
    },
    {
      name: "box",
      isType: false,
      needs: ["Box"],
      comment: "/** Makes one. */",
      ts: "function box<T>(value: T, size?: number): Box<T> {\n  const unused: unknown = size as number;\n  return { value };\n}",
      js: "function box(value, size) {\n  const unused = size;\n  return { value };\n}",
      declaration: "declare function box<T>(value: T, size?: number): Box<T>;",
    },
    {
      name: "empty",
      isType: false,
      needs: ["Box", "box"],
      ts: "const empty: Box<Other> = box(undefined, 0);",
      js: "const empty = box(undefined, 0);",
      declaration: "declare const empty: Box<Other>;",
    },
  ]);
});

test("a parameter of the name of a declaration refers to nothing", async () => {
  const template =
    "export const a = 1;\nexport function b(a: number): number {\n  return a;\n}";
  const [, b] = await readFixedCode("template.ts", template);
  expect(b?.needs).toEqual([]);
});

test("a template declares nothing that is not exported", async () => {
  await expect(readFixedCode("a.ts", "const a = 1;")).rejects.toThrow("a.ts");
});
