import { describe, expect, test } from "vitest";
import { deriveRevision } from "../../../src/revisions/derive.ts";
import { load } from "../../../src/revisions/load.ts";
import {
  parseSchema,
  type ParsedSchema,
} from "../../../src/schema/parse/index.ts";
import { fc, runs } from "../../support/random.ts";

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

  test("overrides on many ways up", () => {
    const lines = levels.map((n) => {
      const bases = levels.slice(n + 1, n + 11).map((base) => `I${base}`);
      const heritage = bases.length === 0 ? "" : `extends ${bases.join(", ")}`;
      return `interface I${n} ${heritage} { p${n}: string; last?: number }`;
    });
    const text = lines.join("\n");
    expect(codesOf(text)).toEqual([]);
    const { declarations } = parse(text);
    const { protocol } = deriveRevision(declarations, { revision: "any" });
    expect(protocol.declarations).toHaveLength(levels.length);
  });

  test("a union of ten thousand members", () => {
    const members = Array.from({ length: many }, (_, index) => `"m${index}"`);
    expect(codesOf(`type A = ${members.join(" | ")};`)).toEqual([]);
  });
});

describe("what would become too large is a diagnostic", () => {
  const unions = (count: number): string[] =>
    Array.from({ length: count }, (_, n) => {
      return `type U${n} = { k${n}: "a" } | { k${n}: "b" } | { k${n}: "c" };`;
    });
  const intersection = (count: number): string =>
    unions(count)
      .map((_, n) => `U${n}`)
      .join(" & ");

  test.each([
    ["by its name", (all: string) => `type X = ${all};`],
    ["in a property", (all: string) => `interface X { x: (${all})[] }`],
    [
      "in steps",
      (all: string) => `type Y = ${all}; type X = Y & { a: string };`,
    ],
  ])("intersected unions, %s", (_, use) => {
    const text = (count: number): string =>
      [...unions(count), use(intersection(count))].join("\n");
    expect(codesOf(text(11))).toEqual(["too-large"]);
    expect(codesOf(text(5))).toEqual([]);
  });

  test.each([
    ["Pick", (type: string) => `Pick<${type}, "a"> & Pick<${type}, "a">`],
    ["Partial", (type: string) => `Partial<${type}> & Required<${type}>`],
    ["a tuple", (type: string) => `[${type}, ${type}]`],
  ])("what %s takes twice, and again", (_, twice) => {
    const text = (steps: number): string =>
      Array.from(
        { length: steps },
        (_, n) => `type A${n} = ${twice(`A${n + 1}`)};`,
      )
        .concat(`interface A${steps} { a: string }`)
        .join("\n");
    expect(codesOf(text(40))).toContain("too-large");
    expect(codesOf(text(6))).toEqual([]);
  });

  test("bases far beyond what is read", () => {
    expect(codesOf(chain(3_000))).not.toEqual([]);
  });

  test("one large union that is intersected", () => {
    const members = Array.from({ length: 600 }, (_, n) => `{ k: "${n}" }`);
    const text = `type U = ${members.join(" | ")}; type A = U & { a: string };`;
    expect(codesOf(text)).toEqual([]);
  });

  const chain = (length: number): string =>
    Array.from({ length }, (_, n) => {
      const heritage = n === 0 ? "" : `extends C${n - 1}`;
      return `interface C${n} ${heritage} { p${n}: string }`;
    }).join("\n");

  test("a long chain of bases", () => {
    expect(codesOf(chain(1_000))).toEqual(["too-large"]);
    expect(codesOf(chain(200))).toEqual([]);
  });

  test("what is inherited many times in one model", async () => {
    const { declarations } = parse(chain(400));
    const { protocol } = deriveRevision(declarations, { revision: "any" });
    await expect(load(protocol)).rejects.toMatchObject({
      code: "invalid-model",
      message: expect.stringContaining("C315") as string,
    });
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
