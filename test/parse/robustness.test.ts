import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseSchema, type ParsedSchema } from "../../src/parse/index.ts";
import { runs } from "../support/effort.ts";

const parse = (text: string): ParsedSchema =>
  parseSchema({ path: "schema.ts", text });

const codesOf = (text: string): string[] =>
  parse(text).diagnostics.map(({ code }) => code);

const many = 10_000;

describe("deep nesting is a diagnostic", () => {
  const deep: [string, string][] = [
    ["parentheses", `type A = ${"(".repeat(many)}string${")".repeat(many)};`],
    ["arrays", `type A = string${"[]".repeat(many)};`],
    ["objects", `type A = ${"{a:".repeat(many)}string${"}".repeat(many)};`],
    ["tuples", `type A = ${"[".repeat(many)}string${"]".repeat(many)};`],
    [
      "utilities",
      `type A = ${"Array<".repeat(many)}string${">".repeat(many)};`,
    ],
    ["unclosed brackets", `type A = ${"[".repeat(many)}`],
  ];
  test.each(deep)("%s", (_, text) => {
    const { diagnostics } = parse(text);
    expect(diagnostics.map(({ code }) => code)).toContain("too-deep");
    expect(diagnostics[0]?.position?.file).toBe("schema.ts");
  });

  test("what is not deep is read", () => {
    const depth = 100;
    const text = `type A = ${"(".repeat(depth)}string${")".repeat(depth)};`;
    expect(codesOf(text)).toEqual([]);
  });
});

describe("what grows quickly elsewhere is read at once", () => {
  const levels = Array.from({ length: 60 }, (_, index) => index);

  test("aliases that name the next one twice", () => {
    const lines = levels.map((n) => `type A${n} = A${n + 1} & A${n + 1};`);
    const end = "type A60 = { a: string }; interface B extends A0 {}";
    expect(codesOf([...lines, end].join("\n"))).toEqual([]);
  });

  test("unions of keys", () => {
    const lines = levels.map((n) => `type K${n} = K${n + 1} | K${n + 1};`);
    const end = `type K60 = "a"; type P = Pick<{ a: string }, K0>;`;
    expect(codesOf([...lines, end].join("\n"))).toEqual([]);
  });

  test("diamonds of interfaces", () => {
    const lines = levels.map(
      (n) =>
        `interface L${n} extends L${n + 1}, R${n + 1} {}
         interface R${n} extends L${n + 1}, R${n + 1} {}`,
    );
    const end = `interface L60 {} interface R60 {} type P = Pick<L0, "x">;`;
    expect(codesOf([...lines, end].join("\n"))).toEqual(["unknown-key"]);
  });

  test("a union of ten thousand members", () => {
    const members = Array.from({ length: many }, (_, index) => `"m${index}"`);
    expect(codesOf(`type A = ${members.join(" | ")};`)).toEqual([]);
  });
});

describe("text from anywhere", () => {
  const schema = `/**\n * One.\n * Two.\n */\ninterface A {\n  a: string;\n}\n`;

  test("CRLF and a byte order mark change nothing", () => {
    const plain = parse(schema);
    expect(parse(schema.replaceAll("\n", "\r\n"))).toEqual(plain);
    expect(parse(`\uFEFF${schema}`)).toEqual(plain);
    expect(parse(`\uFEFF${schema}`).declarations[0]?.position).toEqual({
      file: "schema.ts",
      line: 5,
      column: 11,
    });
  });

  test.each([
    ["a null byte", "type A = \u0000 string;"],
    ["an unfinished comment", "type A = string; /* and"],
    ["an unfinished string", 'type A = "and'],
    ["an unfinished template", "type A = `and"],
    ["binary", "\u007fELF\u0002\u0001\u0001\u0000\u0000"],
    ["another language", "<html><body>Not found</body></html>"],
    ["JSON", '{ "a": 1 }'],
  ])("%s is a diagnostic", (_, text) => {
    expect(parse(text).diagnostics).not.toEqual([]);
  });

  test("an empty file is an error", () => {
    const { declarations, diagnostics } = parse("");
    expect(declarations).toEqual([]);
    expect(diagnostics).toMatchObject([{ code: "nothing-declared" }]);
  });

  test("whatever the text, it does not throw, and every finding has its place", () => {
    const pieces = [
      ..."<>{}[]()|&=;:,.?*/@\"'`#-+!$\\\n ",
      ..."interface type enum const export import extends typeof keyof".split(
        " ",
      ),
      ..."A B C string number readonly /** */ Omit< Record< -1 0".split(" "),
    ];
    const text = fc
      .array(fc.constantFrom(...pieces), { maxLength: 40 })
      .map((parts) => parts.join(" "));
    const property = fc.property(text, (input) => {
      const { diagnostics } = parse(input);
      for (const { code, position, excerpt, hint } of diagnostics) {
        const line = input.split("\n")[(position?.line ?? 0) - 1];
        if (code === "nothing-declared") continue;
        expect(line?.trimEnd()).toBe(excerpt?.line);
        expect(hint).toBeTruthy();
      }
    });
    fc.assert(property, { numRuns: runs(2000) });
  });
});
