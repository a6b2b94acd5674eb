import { beforeAll, describe, expect, it } from "vitest";
import { maxDepth } from "../../../templates/emitted/guards.ts";
import { load } from "../../../src/revisions/load.ts";
import { bundledRevisions } from "../../../src/revisions/revisions.ts";
import { emitGuards, loadGuards, type Guard } from "./emitted.ts";
import { protocolOf } from "./protocols.ts";

describe("guards of a revision with recursive types", () => {
  let guards: ReadonlyMap<string, Guard>;

  beforeAll(async () => {
    guards = await loadGuards(emitGuards(await load("2026-07-28")).text);
  });

  function guard(name: string): Guard {
    const found = guards.get(name);
    if (found === undefined) throw new Error(`no guard for ${name}`);
    return found;
  }

  it.each([
    ["JSONValue", nested("[", "]", 100_000)],
    ["JSONArray", nested("[", "]", 100_000)],
    ["JSONValue", nested('{"a":', "}", 100_000)],
    ["JSONObject", nested('{"a":', "}", 100_000)],
  ])("%s refuses a hundred thousand levels", (name, value) => {
    expect(guard(name).is(value)).toBe(false);
    expect(guard(name).validate(value)).toMatchObject({
      message: expect.stringContaining("expected less nesting"),
    });
  });

  it("follows values as deep as it says", () => {
    const value = guard("JSONValue");
    expect(value.is(nested("[", "]", maxDepth))).toBe(true);
    expect(value.is(nested("[", "]", maxDepth + 2))).toBe(false);
  });

  it("every guard survives deep values wherever they stand", () => {
    const deep = nested('{"_meta":[', "]}", 100_000);
    const message = { jsonrpc: "2.0", id: deep, method: deep, params: deep };
    for (const { is, validate } of guards.values())
      for (const value of [deep, [deep], message, { content: deep }])
        expect(is(value)).toBe(validate(value) === undefined);
  });

  it("serves as the callback of filter, whose other arguments it ignores", () => {
    const text = { type: "text", text: "a" };
    const values = [text, { type: "text" }, null, text];
    const { is, validate } = guard("TextContent");
    expect(values.filter(is)).toEqual([text, text]);
    expect(values.map(validate).map((issue) => issue?.path)).toEqual([
      undefined,
      ["text"],
      [],
      undefined,
    ]);
  });

  it("gives each issue a path of its own", () => {
    const { validate } = guard("CallToolResult");
    const wrong = { resultType: "complete", content: [{ type: "text" }] };
    const first = validate(wrong);
    validate({ resultType: "complete", content: 1 });
    expect(first).toEqual({
      path: ["content", 0, "text"],
      message: "expected a string, found nothing",
    });
  });

  it("refuses what is no JSON value", () => {
    const others = [undefined, Symbol("a"), () => {}, 1n, NaN];
    for (const other of others)
      expect(guard("JSONValue").is(other)).toBe(false);
  });
});

describe("limits", () => {
  it("compares items by what they hold, and refuses what is too deep to compare", async () => {
    const schema =
      "export interface Set {\n/** @uniqueItems */\nitems: unknown[] }";
    const { text } = emitGuards(protocolOf(schema));
    const set = (await loadGuards(text)).get("Set");
    const accepts = (...items: unknown[]): boolean | undefined =>
      set?.is({ items });
    expect(accepts({ a: [1], b: 0 }, { a: [1] }, { a: [2], b: 0 })).toBe(true);
    expect(accepts({ a: [1], b: -0 }, { b: 0, a: [1] })).toBe(false);
    expect(accepts(JSON.parse('{"__proto__":1}'), {})).toBe(true);
    expect(accepts([1], { 0: 1 }, "1", 1, null)).toBe(true);
    const deep = (): unknown => nested("[", "]", 100_000);
    expect(accepts(deep(), deep())).toBe(false);
  });
});

it.each(bundledRevisions().map(({ id }) => id))(
  "the guards of %s evaluate no text",
  async (revision) => {
    const { text } = emitGuards(await load(revision));
    for (const word of ["eval(", "Function(", "import(", "require("])
      expect(text).not.toContain(word);
  },
);

function nested(open: string, close: string, levels: number): unknown {
  return JSON.parse(
    open.repeat(levels) + "null" + close.repeat(levels),
  ) as unknown;
}
