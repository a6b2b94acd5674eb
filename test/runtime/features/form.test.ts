import { toJsonSchema, toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { z as z325 } from "zod-3.25/v4";
import { z as z40 } from "zod-4.0";
import { z as z41 } from "zod-4.1";
import * as june from "../../../generated/2025-06-18/index.ts";
import * as november from "../../../generated/2025-11-25/index.ts";
import { elicit, form, jsonSchema } from "../../../generated/index.ts";
import type { Schema } from "../../../src/runtime/index.ts";
import { fromAjv } from "../../../src/runtime/registry/ajv.ts";
import type { JsonObject } from "../../../src/runtime/protocol/message.ts";

const ajv = fromAjv(new Ajv2020({ strict: false }));
const plain = (schema: JsonObject): Schema => jsonSchema(schema, ajv);
const unchecked = (schema: JsonObject): Schema =>
  jsonSchema(schema, { compile: () => () => undefined });

/** The form that a question has for a schema. */
function shown(schema: Schema): unknown {
  const { params } = elicit(schema, "Which?");
  return "requestedSchema" in params ? params.requestedSchema : undefined;
}

/** The one field of such a form. */
function field(schema: Schema): unknown {
  return (shown(schema) as { properties: { a: unknown } }).properties.a;
}

const valibot = (a: v.GenericSchema): Schema =>
  toStandardJsonSchema(v.object({ a }));
const zod = (a: z.ZodType): Schema => z.object({ a });
const ark = (a: string): Schema => type({ a } as object) as unknown as Schema;

const titled = z.union([
  z.literal("s").meta({ title: "Small" }),
  z.literal("l").meta({ title: "Large" }),
]);
const sizes = [
  { const: "s", title: "Small" },
  { const: "l", title: "Large" },
];

describe("a schema becomes a form", () => {
  test("of an object: what it requires, and nothing that no form has", () => {
    const schema = z.strictObject({
      date: z.iso.date(),
      note: z.string().optional(),
    });
    expect(shown(schema)).toEqual({
      type: "object",
      properties: {
        date: { type: "string", format: "date" },
        note: { type: "string" },
      },
      required: ["date"],
    });
    expect(shown(z.object({}))).toEqual({ type: "object", properties: {} });
  });

  test.each<[string, Schema, unknown]>([
    [
      "a text",
      zod(
        z
          .string()
          .min(2)
          .max(9)
          .regex(/a/)
          .describe("Why")
          .meta({ title: "A" }),
      ),
      {
        ...{ type: "string", title: "A", description: "Why" },
        ...{ minLength: 2, maxLength: 9 },
      },
    ],
    ["a format", zod(z.email()), { type: "string", format: "email" }],
    ["an address", zod(z.url()), { type: "string", format: "uri" }],
    ["a time", zod(z.iso.datetime()), { type: "string", format: "date-time" }],
    ["a format of no form", zod(z.uuid()), { type: "string" }],
    [
      "a number",
      zod(z.number().min(1).max(2)),
      { type: "number", minimum: 1, maximum: 2 },
    ],
    ["an integer", zod(z.int()), { type: "integer" }],
    [
      "a boolean",
      zod(z.boolean().default(true)),
      { type: "boolean", default: true },
    ],
    ["what must be true", zod(z.literal(true)), { type: "boolean" }],
    [
      "a choice",
      zod(z.enum(["x", "y"]).default("y")),
      { type: "string", enum: ["x", "y"], default: "y" },
    ],
    ["a choice of one", zod(z.literal("x")), { type: "string", enum: ["x"] }],
    [
      "titles",
      zod(titled.default("l")),
      { type: "string", oneOf: sizes, default: "l" },
    ],
    [
      "several",
      zod(
        z
          .array(z.enum(["x", "y"]))
          .min(1)
          .max(2)
          .default(["x"]),
      ),
      {
        ...{ type: "array", minItems: 1, maxItems: 2, default: ["x"] },
        items: { type: "string", enum: ["x", "y"] },
      },
    ],
    [
      "several with titles",
      zod(z.array(titled)),
      { type: "array", items: { type: "string", anyOf: sizes } },
    ],
    ["what may be null", zod(z.number().nullable()), { type: "number" }],
    [
      "a choice that may be null",
      zod(titled.nullable()),
      { type: "string", oneOf: sizes },
    ],
    [
      "a reference",
      zod(z.enum(["x"]).meta({ id: "X" }).default("x")),
      { type: "string", enum: ["x"], default: "x" },
    ],
    [
      "a reference to a reference, with what stands beside it",
      plain({
        type: "object",
        properties: { a: { $ref: "#/$defs/b", title: "A" } },
        $defs: { b: { $ref: "#/$defs/c" }, c: { type: "number", title: "C" } },
      }),
      { type: "number", title: "A" },
    ],
    [
      "titles that are referred to",
      zod(
        z.union([
          z.literal("s").meta({ id: "S", title: "Small" }),
          z.literal("l").meta({ title: "Large" }),
        ]),
      ),
      { type: "string", oneOf: sizes },
    ],
    [
      "an object that has an id",
      z.object({ a: z.string() }).meta({ id: "Person", title: "Who" }),
      { type: "string" },
    ],
    [
      "a choice of what has titles and what has none",
      zod(z.union([z.enum(["x", "y"]), z.literal("z").meta({ title: "Z" })])),
      {
        type: "string",
        oneOf: [
          { const: "x", title: "x" },
          { const: "y", title: "y" },
          { const: "z", title: "Z" },
        ],
      },
    ],
    [
      "a text by default null",
      zod(z.string().nullable().default(null)),
      { type: "string" },
    ],
    [
      "null among the choices",
      plain({
        type: "object",
        properties: { a: { type: ["string", "null"], enum: ["x", null] } },
      }),
      { type: "string", enum: ["x"] },
    ],
    [
      "what must be true, of valibot",
      valibot(v.literal(true)),
      { type: "boolean" },
    ],
    ["what must be true, of arktype", ark("true"), { type: "boolean" }],
    [
      "a format of several patterns, of arktype",
      ark("string.uuid"),
      { type: "string", description: "a UUID" },
    ],
    [
      "what is made of a text",
      zod(z.string().transform(Number)),
      { type: "string" },
    ],
    [
      "a text of valibot",
      valibot(v.pipe(v.string(), v.isoDate(), v.title("A"))),
      { type: "string", format: "date", title: "A" },
    ],
    [
      "a choice of valibot",
      valibot(v.optional(v.picklist(["x", "y"]), "x")),
      { type: "string", enum: ["x", "y"], default: "x" },
    ],
    [
      "titles of valibot",
      valibot(
        v.union([
          v.pipe(v.literal("s"), v.title("Small")),
          v.pipe(v.literal("l"), v.title("Large")),
        ]),
      ),
      { type: "string", oneOf: sizes },
    ],
    [
      "several of valibot",
      valibot(v.array(v.picklist(["x"]))),
      { type: "array", items: { type: "string", enum: ["x"] } },
    ],
    [
      "what valibot lets be null",
      valibot(v.nullish(v.string())),
      { type: "string" },
    ],
    [
      "a format of arktype",
      ark("string.email"),
      { type: "string", format: "email" },
    ],
    [
      "a choice of arktype",
      ark("'x' | 'y'"),
      { type: "string", enum: ["x", "y"] },
    ],
    [
      "several of arktype",
      ark("('x' | 'y')[] >= 1"),
      {
        type: "array",
        minItems: 1,
        items: { type: "string", enum: ["x", "y"] },
      },
    ],
    [
      "a number of arktype",
      ark("number.integer >= 1"),
      { type: "integer", minimum: 1 },
    ],
    [
      "a plain one",
      plain({
        type: "object",
        properties: { a: { type: "string", oneOf: sizes } },
      }),
      { type: "string", oneOf: sizes },
    ],
    [
      "a plain one with names",
      plain({
        type: "object",
        properties: {
          a: { type: "string", enum: ["s"], enumNames: ["Small"] },
        },
      }),
      { type: "string", enum: ["s"], enumNames: ["Small"] },
    ],
  ])("%s", (_, schema, expected) => {
    expect(field(schema)).toEqual(expected);
    // A form is a schema too, of itself.
    expect(field(form(schema))).toEqual(expected);
  });
});

describe("what no form can show is a TypeError", () => {
  test.each<[string, Schema]>([
    ["an object in it", zod(z.object({ b: z.string() }))],
    ["texts of any kind", zod(z.array(z.string()))],
    ["numbers to choose from", zod(z.literal([1, 2]))],
    ["one number", zod(z.literal(1))],
    ["a union of numbers", zod(z.union([z.literal(1), z.literal(2)]))],
    ["anything", zod(z.any())],
    ["nothing", zod(z.null())],
    ["texts and numbers", zod(z.union([z.string(), z.number()]))],
    ["a tuple", zod(z.tuple([z.string()]))],
    ["a record", zod(z.record(z.string(), z.string()))],
    ["an object of valibot", valibot(v.object({ b: v.string() }))],
    ["texts of arktype", ark("string[]")],
    [
      "what refers to itself",
      unchecked({
        type: "object",
        properties: { a: { $ref: "#/$defs/a" } },
        $defs: { a: { $ref: "#/$defs/a" } },
      }),
    ],
    [
      "what is itself or null",
      unchecked({
        type: "object",
        properties: {
          a: { anyOf: [{ $ref: "#/properties/a" }, { type: "null" }] },
        },
      }),
    ],
    [
      "a list of itself",
      unchecked({
        type: "object",
        properties: { a: { type: "array", items: { $ref: "#/properties/a" } } },
      }),
    ],
    ["what must be false", zod(z.literal(false))],
  ])("%s: it names the field", (_, schema) => {
    const error =
      /^no form of 2026-07-28 can show this: requestedSchema\.properties\.a(\.enum)?: expected a (field of a flat form|list)$/;
    expect(() => form(schema)).toThrow(TypeError);
    expect(() => form(schema)).toThrow(error);
    expect(() => elicit(schema, "Which?")).toThrow(error);
  });

  test.each<[string, Schema]>([
    ["a text", z.string()],
    ["a record", z.record(z.string(), z.string())],
    [
      "a union",
      z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    ],
    ["a list", z.array(z.object({ a: z.string() }))],
  ])("%s has no fields", (_, schema) => {
    expect(() => form(schema)).toThrow(
      "no form of 2026-07-28 can show this: requestedSchema: expected the schema of an object",
    );
  });

  test("what has no JSON Schema", () => {
    expect(() => form(zod(z.date()))).toThrow(
      new TypeError(
        "no form can show this: Date cannot be represented in JSON Schema",
      ),
    );
    const bare = {
      "~standard": { version: 1, vendor: "x", validate: () => ({ value: 1 }) },
    };
    expect(() => form(bare as unknown as Schema)).toThrow(TypeError);
  });

  test("several, where a revision has no such field", () => {
    const schema = zod(z.array(z.enum(["x"])));
    expect(() => november.form(schema)).not.toThrow();
    expect(() => june.form(schema)).toThrow(
      "no form of 2025-06-18 can show this: requestedSchema.properties.a: a choice of several: the client's revision has none",
    );
  });
});

test("a form has the titles of its choices where its revision has them", () => {
  const asked = june.elicit(z.object({ a: titled }), "Which?");
  expect(asked.params).toEqual({
    message: "Which?",
    requestedSchema: {
      type: "object",
      properties: {
        a: { type: "string", enum: ["s", "l"], enumNames: ["Small", "Large"] },
      },
      required: ["a"],
    },
  });
});

const of41 = z41.object({
  day: z41.iso.date(),
  meal: z41.enum(["fish", "rice"]).default("rice"),
  more: z41.array(z41.enum(["x", "y"])).optional(),
});
const of40 = z40.object({
  day: z40.iso.date(),
  meal: z40.enum(["fish", "rice"]).default("rice"),
  more: z40.array(z40.enum(["x", "y"])).optional(),
});
const of325 = z325.object({
  day: z325.iso.date(),
  meal: z325.enum(["fish", "rice"]).default("rice"),
  more: z325.array(z325.enum(["x", "y"])).optional(),
});

describe.each([
  ["4.1", of41, () => form(of41, { toJSONSchema: z41.toJSONSchema })],
  ["4.0", of40, () => form(of40, { toJSONSchema: z40.toJSONSchema })],
  ["3.25", of325, () => form(of325, { toJSONSchema: z325.toJSONSchema })],
])("zod %s, which gives no JSON Schema itself,", (_, schema, make) => {
  test("has a form by the option", async () => {
    const made: Schema = make();
    expect(shown(made)).toEqual({
      type: "object",
      properties: {
        day: { type: "string", format: "date" },
        meal: { type: "string", enum: ["fish", "rice"], default: "rice" },
        more: { type: "array", items: { type: "string", enum: ["x", "y"] } },
      },
      required: ["day"],
    });
    expect(
      await made["~standard"].validate({ day: "2026-08-01" }),
    ).toMatchObject({ value: { day: "2026-08-01", meal: "rice" } });
  });

  test("and without it an error that prints the option", () => {
    const option = /toJSONSchema: z\.toJSONSchema/;
    const bare = schema as unknown as Schema;
    expect(() => form(bare)).toThrow(option);
    expect(() => elicit(bare, "When?")).toThrow(option);
  });
});

test("a check of valibot, which JSON Schema cannot say, is passed over by the option", async () => {
  const schema = v.object({
    a: v.pipe(
      v.number(),
      v.check((one) => one % 2 === 0, "an even number"),
    ),
  });
  expect(() => form(toStandardJsonSchema(schema))).toThrow(
    /^no form can show this: The "check" action/,
  );
  const made = form(schema, {
    toJSONSchema: (one, { typeMode }) =>
      toJsonSchema(one, { typeMode, errorMode: "ignore" }),
  });
  expect(field(made)).toEqual({ type: "number" });
  expect(await made["~standard"].validate({ a: 3 })).toMatchObject({
    issues: [{ message: "an even number" }],
  });
});

test("the option is needed where a schema gives no JSON Schema itself", () => {
  // @ts-expect-error There is no toJSONSchema.
  expect(() => form(of41)).toThrow(TypeError);
});
