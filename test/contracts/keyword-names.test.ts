import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { compareSnapshots } from "../../src/contracts/compare/index.ts";
import { unorderedText } from "../../src/contracts/compare/schemas/unordered.ts";
import { compileSchemas } from "../../src/index.ts";
import { checkJsonSchema } from "../../src/runtime/features/schema/check-json-schema.ts";
import { fromAjv } from "../../src/runtime/features/schema/from-ajv.ts";
import { accepts, readSchema } from "../../src/schema/json-schema/index.ts";
import { exampleOf } from "../../src/schema/json-schema/values/index.ts";
import { schemaText } from "../../templates/emitted/compiled-schema.ts";
import { digestOf } from "../../templates/rules/list-digest.ts";
import { keywordNames } from "../support/keyword-names.ts";
import { snapshotOf, toolOf } from "./compare/snapshots.ts";
import { loadModule } from "./compile/weather.ts";
import { isWhole } from "../support/random.ts";

/** A property name that is no keyword: what holds for it holds for each other name. */
const plain = "zebra";

const names = [...keywordNames, "__proto__", "constructor", "toString"];

/** All of them take a minute. */
const some = isWhole
  ? names
  : ["$ref", "properties", "items", "enum", "required", "default", "__proto__"];

const text = { type: "string" };

/** Object with one own property, whatever it is called. */
function one(name: string, value: unknown): Record<string, unknown> {
  return Object.fromEntries([[name, value]]);
}

/** Schemas in which a name stands wherever names can stand. */
function schemasWith(name: string): Record<string, unknown>[] {
  return [
    { type: "object", properties: one(name, text), required: [name] },
    { properties: one(name, true), additionalProperties: false },
    { properties: one(name, false) },
    { properties: one(name, { $ref: "#" }), additionalProperties: text },
    {
      properties: one(name, {
        properties: one(name, { type: "array", items: text }),
        required: [name],
      }),
    },
    {
      $defs: one(name, { type: "integer" }),
      properties: one(name, { $ref: `#/$defs/${name}` }),
    },
    {
      definitions: one(name, { enum: ["a", 1] }),
      properties: { a: { $ref: `#/definitions/${name}` } },
    },
    { dependentRequired: one(name, ["a"]) },
    { dependentSchemas: one(name, { required: ["a"] }) },
    { dependencies: one(name, ["a"]) },
    { dependencies: one(name, { required: ["a"] }) },
    { patternProperties: one(`^${name.replace("$", "\\$")}$`, text) },
    { const: one(name, "#/nowhere") },
    { enum: [one(name, ["b", "a"]), one(name, "text"), "a"] },
    { default: one(name, "#/nowhere"), properties: one(name, text) },
    { examples: [one(name, "https://example.com")] },
    {
      oneOf: [
        { properties: one(name, { const: "text" }), required: [name] },
        { properties: one(name, { const: 1 }), required: [name] },
      ],
    },
    { anyOf: [{ required: [name] }, { type: "string" }] },
    {
      allOf: [{ properties: one(name, text) }],
      unevaluatedProperties: false,
    },
    { if: { required: [name] }, then: { required: ["a"] } },
    { not: { required: [name] } },
    { propertyNames: { enum: [name, "a"] } },
  ];
}

function valuesWith(name: string): unknown[] {
  return [
    {},
    one(name, "text"),
    one(name, "#/nowhere"),
    one(name, 1),
    one(name, true),
    one(name, ["b", "a"]),
    one(name, ["a", "b"]),
    one(name, one(name, ["a"])),
    one(name, one(name, [1])),
    one(name, {}),
    { ...one(name, "text"), a: "a" },
    { ...one(name, 1), a: 1 },
    { a: "a" },
    "a",
  ];
}

const plainVerdicts = schemasWith(plain).map((schema) =>
  valuesWith(plain).map((value) => accepts(readSchema(schema), value)),
);
const plainChanges = changes(plain);

describe("a property named like a keyword", () => {
  test.each(names)("%s: is read as any other", (name) => {
    const verdicts = schemasWith(name).map((schema) => {
      const document = readSchema(schema);
      expect(accepts(document, exampleOf(document))).toBe(true);
      return valuesWith(name).map((value) => accepts(document, value));
    });
    expect(verdicts).toEqual(plainVerdicts);
  });

  test("has guards", async () => {
    const all = some.flatMap((name, at) =>
      schemasWith(name).map((schema, index) => [`S${at}x${index}`, schema]),
    );
    const { files } = await compileSchemas({
      schemas: Object.fromEntries(all),
      target: "js",
    });
    const code = files.find(({ path }) => path.endsWith(".js"))?.text ?? "";
    const module =
      await loadModule<Record<string, (value: unknown) => boolean>>(code);
    for (const [at, name] of some.entries())
      for (const [index, wanted] of plainVerdicts.entries()) {
        const guard = module[`isS${at}x${index}`];
        const verdicts = valuesWith(name).map((value) => guard?.(value));
        expect([name, index, verdicts]).toEqual([name, index, wanted]);
      }
  });

  test.each(some)("%s: is compared as any other", (name) => {
    expect(changes(name)).toEqual(plainChanges);
  });

  test.each(names)("%s: names no set, and no data", (name) => {
    const listed = (required: string[]): object => ({
      properties: one(name, { required }),
      default: one(name, { required: ["a"] }),
    });
    const data = (values: string[]): object => ({ const: one(name, values) });
    for (const digest of [unorderedText, digestOf]) {
      expect(digest(listed(["a", "b"]))).toBe(digest(listed(["b", "a"])));
      expect(digest(data(["a", "b"]))).not.toBe(digest(data(["b", "a"])));
    }
    const described = (description: string): object => ({
      properties: one(name, { ...text, description }),
    });
    expect(schemaText(described("a"))).toBe(schemaText(described("b")));
  });

  // Ajv itself cannot take these names.
  const foreign = new Set(["__proto__", "constructor", "toString", "$id"]);
  test.each(some.filter((name) => !foreign.has(name)))(
    "%s: is checked by the runtime as any other",
    (name) => {
      // Each takes ajv a while: those in which a name can be taken for a keyword.
      for (const index of [0, 5, 12, 14]) {
        const schema = schemasWith(name)[index] ?? {};
        checkJsonSchema(schema);
        const validator = fromAjv(new Ajv2020({ strict: false }));
        const check = validator.compile(schema, { isForeign: true });
        const verdicts = valuesWith(name).map(
          (value) => check(value) === undefined,
        );
        expect([schema, verdicts]).toEqual([schema, plainVerdicts[index]]);
      }
    },
  );
});

/** Changes from each schema to the next, with the plain name. */
function changes(name: string): unknown[] {
  const schemas = schemasWith(name);
  return schemas.flatMap((before, index) => {
    const after = schemas[(index + 1) % schemas.length];
    const { changes } = compareSnapshots(
      snapshotOf({ tools: [toolOf(before)] }),
      snapshotOf({ tools: [toolOf(after)] }),
    );
    return changes.map(({ effect, rule, where }) => {
      const path = where.path?.map((key) => (key === name ? plain : key));
      return [index, effect, rule, path];
    });
  });
}
