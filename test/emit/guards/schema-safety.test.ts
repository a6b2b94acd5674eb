import { describe, expect, it } from "vitest";
import { readSchema } from "../../../src/schema/json-schema/index.ts";
import { handWrittenTools } from "../../lab/bench/hand-written-tools.ts";
import { exampleOf } from "../../../src/schema/json-schema/values/example-of.ts";
import { wildSchemas } from "../../lab/wild/wild.ts";
import type { Guard } from "./emitted.ts";
import { mutate } from "./mutations.ts";
import { counted, countingChecks } from "./progress.ts";
import { loadSchemaGuards } from "./schemas.ts";

/** Schemas by which a value may be more than one thing at each of its levels. */
const branching: readonly [title: string, schema: object][] = [
  [
    "oneOf",
    {
      oneOf: [
        { properties: { kid: { $ref: "#" }, x: { type: "string" } } },
        { properties: { kid: { $ref: "#" } }, required: ["y"] },
      ],
    },
  ],
  [
    "allOf",
    {
      allOf: [
        { properties: { kid: { $ref: "#" } } },
        { additionalProperties: { $ref: "#" } },
      ],
    },
  ],
  [
    "unevaluatedProperties behind anyOf",
    {
      type: "object",
      anyOf: [{ properties: { kid: { $ref: "#" } } }, { required: ["z"] }],
      unevaluatedProperties: false,
    },
  ],
  [
    "if and not",
    {
      if: { properties: { kid: { $ref: "#" } } },
      then: { properties: { kid: { $ref: "#" } } },
      not: { required: ["z"], properties: { kid: { $ref: "#" } } },
    },
  ],
  [
    "anyOf by way of a definition",
    {
      $defs: { kid: { anyOf: [{ allOf: [{ $ref: "#" }] }, { $ref: "#" }] } },
      type: "object",
      properties: { kid: { $ref: "#/$defs/kid" } },
    },
  ],
];

describe("each level of a value takes the same time by", () => {
  it.each(branching)("%s", async (_, schema) => {
    const guard = await guardOf(schema, countingChecks);
    for (const end of [{}, 1])
      for (const run of [guard.is, guard.validate]) {
        const calls = (levels: number): number =>
          counted(() => run(nested(levels, end)));
        expect(calls(4)).toBeGreaterThan(0);
        expect(calls(24) - calls(16)).toBeLessThanOrEqual(
          1.5 * (calls(16) - calls(8)),
        );
      }
  });
});

describe("guards bear", () => {
  it("values of any depth", async () => {
    const kid = { $ref: "#/$defs/kid" };
    const $defs = { kid: { properties: { kid }, not: { const: 1 } } };
    for (const schema of [
      ...branching.map(([, one]) => one),
      { $defs, not: kid },
    ]) {
      const guard = await guardOf(schema);
      expect(guard.is(nested(100_000, {}))).toBe(false);
      expect(guard.validate(nested(100_000, {}))?.message).toMatch(
        /less nesting/,
      );
    }
    const list = await guardOf({ type: "array", uniqueItems: true });
    expect(list.is([nested(100_000, {}), nested(100_000, {})])).toBe(false);
  });

  it("many definitions, each in the last", async () => {
    const last = 600;
    const $defs = Object.fromEntries(
      Array.from({ length: last }, (_, index) => [
        `d${index}`,
        index === 0
          ? { type: "string" }
          : { properties: { kid: { $ref: `#/$defs/d${index - 1}` } } },
      ]),
    );
    const guard = await guardOf({ $ref: `#/$defs/d${last - 1}`, $defs });
    expect(guard.is(nested(100, "end"))).toBe(true);
    expect(guard.is(nested(last - 1, 7))).toBe(false);
  });

  it("long lists whose items differ", async () => {
    const guard = await guardOf({ uniqueItems: true });
    const list = Array.from({ length: 20_000 }, (_, a) => ({ a, b: [a] }));
    expect(guard.is(list)).toBe(true);
    expect(guard.is([...list, { b: [7], a: 7 }])).toBe(false);
  });

  it("names that every object has, and names that try to break out", async () => {
    const names = [
      "__proto__",
      "constructor",
      "toString",
      "*/ throw 1 /*",
      "`${process.exit(1)}`",
      '"];throw 1;["',
      "\u2028\n",
      "x²",
      "\ud800",
    ];
    const schema = JSON.parse(
      `{"type":"object","required":${JSON.stringify(names)},"additionalProperties":false,"properties":{${names
        .map(
          (name) =>
            `${JSON.stringify(name)}:{"type":["string","null"],"minLength":1}`,
        )
        .join()}},"dependentRequired":{"constructor":["toString"]}}`,
    ) as object;
    const guard = await guardOf(schema);
    const text = (value: string): string =>
      `{${names.map((name) => `${JSON.stringify(name)}:${value}`).join()}}`;
    expect(guard.validate(JSON.parse(text('"a"')))).toBeUndefined();
    expect(guard.is(JSON.parse(text('""')))).toBe(false);
    expect(guard.validate({})?.path).toEqual(["__proto__"]);
    for (const name of names) {
      const { [name]: _, ...others } = JSON.parse(text('"a"')) as Record<
        string,
        unknown
      >;
      expect(guard.validate(others)?.path).toEqual([name]);
    }
  });
});

it("checks by hand that guards are measured against accept what these accept", async () => {
  for (const [title, check] of Object.entries(handWrittenTools)) {
    const found = wildSchemas().find(({ name }) => name === `${title} input`);
    const document = readSchema(found?.schema);
    const guard = (await loadSchemaGuards([{ name: "Tool", document }])).get(
      "Tool",
    );
    for (let start = 0; start < 30; start++) {
      const value = exampleOf(document, start);
      expect(check(value)).toBe(true);
      for (const wrong of [7, null, [], "text"]) {
        const change = { kind: "replace", value: wrong } as const;
        const changed = mutate(value, { at: start, change });
        expect(check(changed)).toBe(guard?.is(changed));
      }
    }
  }
});

async function guardOf(
  schema: object,
  change?: (text: string) => string,
): Promise<Guard> {
  const named = [{ name: "Value", document: readSchema(schema) }];
  const guard = (await loadSchemaGuards(named, change)).get("Value");
  if (guard === undefined) throw new Error("no guard");
  return guard;
}

/** Objects of one key, each in the last. */
function nested(levels: number, end: unknown): unknown {
  let value = end;
  for (let level = 0; level < levels; level++) value = { kid: value };
  return value;
}
