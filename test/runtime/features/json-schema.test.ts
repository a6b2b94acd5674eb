import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { JsonObject } from "../../../src/runtime/protocol/message.ts";
import { fromAjv } from "../../../src/runtime/registry/ajv.ts";
import { jsonSchema, text } from "../../../src/runtime/registry/index.ts";
import { createHost, tool } from "./host.ts";

const ajv = fromAjv(new Ajv2020({ strict: false }));
const never = { compile: () => () => [{ message: "never" }] };

function define(schema: JsonObject) {
  return () => jsonSchema(schema, never);
}

const dialect = "https://json-schema.org/draft/2020-12/schema";

describe("a JSON Schema", () => {
  test.each([
    { type: "object" },
    { $schema: dialect, type: "object" },
    { $schema: `${dialect}#`, type: "object" },
    { $schema: "http://json-schema.org/draft-07/schema#", type: "object" },
    { $schema: "https://json-schema.org/draft/2019-09/schema" },
    { type: "object", properties: { $ref: { type: "string" } } },
    { type: "object", properties: { $schema: { const: "x" } } },
    { $ref: "#/$defs/a", $defs: { a: { $anchor: "b", $dynamicRef: "#b" } } },
    { type: "object", default: { $ref: "https://example.com" } },
    { type: "object", enum: [{ $schema: "other" }] },
  ])("may be %j", (schema) => {
    expect(define(schema)).not.toThrow();
  });

  test.each([
    "http://json-schema.org/draft-04/schema#",
    "https://json-schema.org/draft/next/schema",
    "",
  ])("of dialect %j is refused by name", ($schema) => {
    const message = `its dialect ${$schema} is not supported`;
    expect(define({ $schema, type: "object" })).toThrow(message);
    expect(define({ type: "object", not: { $schema } })).toThrow(message);
  });

  test("is of one dialect", () => {
    const $schema = "http://json-schema.org/draft-07/schema#";
    const mixed = { $schema: dialect, properties: { a: { $schema } } };
    expect(define(mixed)).toThrow(`a part of it is of another dialect`);
    expect(define({ not: { $schema } })).toThrow("of another dialect");
    expect(define({ $schema, not: { $schema } })).not.toThrow();
  });

  test.each([
    "https://example.com/schema.json",
    "http://169.254.169.254/",
    "//example.com",
    "other.json",
    "file:///etc/passwd",
    "",
  ])("does not refer to %j", ($ref) => {
    const message = `its reference ${$ref} leads outside`;
    for (const schema of [
      { $ref },
      { $dynamicRef: $ref },
      { properties: { $ref: { $ref } } },
      { allOf: [{ type: "object" }, { items: { $ref } }] },
      { $defs: { default: { $ref } } },
    ]) {
      expect(define(schema)).toThrow(message);
    }
  });

  test("is bounded in depth and in size", () => {
    let deep: JsonObject = {};
    for (let depth = 0; depth < 100_000; depth++) deep = { not: deep };
    expect(define(deep)).toThrow("deeper than 64");
    const names = Array.from({ length: 20_000 }, (_, index) => [
      `a${index}`,
      {},
    ]);
    const wide = { properties: Object.fromEntries(names) };
    expect(define(wide)).toThrow("more than 10000 values");
    const many = Array.from({ length: 20_000 }, (_, index) => index);
    expect(define({ enum: many })).toThrow("more than 10000 values");
    expect(define({ default: deep })).toThrow("deeper than 64");
    const round: { not?: object } = {};
    round.not = round;
    expect(define({ ...round })).toThrow("deeper than 64");
    let doubled: JsonObject = {};
    for (let depth = 0; depth < 60; depth++)
      doubled = { anyOf: [doubled, doubled] };
    expect(define(doubled)).toThrow(TypeError);
  });

  test("that is no object is refused", () => {
    for (const schema of [true, null, [], "object"])
      expect(define(schema as unknown as JsonObject)).toThrow("no object");
  });

  test.each([
    [[], "the schema is missing"],
    [[{}], "the validator is missing"],
    [[{}, {}], "the validator is missing"],
    [[{}, () => undefined], "the validator is missing"],
  ])("names the argument that is missing: %j", (given, reason) => {
    const call = jsonSchema as (...all: readonly unknown[]) => unknown;
    expect(() => call(...given)).toThrow(
      new RegExp(`^jsonSchema\\(schema, validator\\): ${reason}`),
    );
  });

  test("is checked once, by a validator of the user's", () => {
    let compiled = 0;
    const schema = jsonSchema<{ a: number }>(
      { type: "object" },
      {
        compile: () => {
          compiled++;
          return () => undefined;
        },
      },
    );
    const { validate } = schema["~standard"];
    expect(validate({ a: 1 })).toEqual({ value: { a: 1 } });
    expect(validate({ a: 2 })).toEqual({ value: { a: 2 } });
    expect(compiled).toBe(1);
  });
});

describe.each([
  ["http://json-schema.org/draft-07/schema#", "items", "additionalItems"],
  ["https://json-schema.org/draft/2019-09/schema", "items", "additionalItems"],
  [dialect, "prefixItems", "items"],
])("a schema of %s", ($schema, first, rest) => {
  const schema = {
    $schema,
    type: "object",
    properties: { pair: { [first]: [{ type: "string" }], [rest]: false } },
  };
  const ajvs = fromAjv(new Ajv(), new Ajv2019(), new Ajv2020());

  test("is checked by the rules of its dialect, and listed as it is", async () => {
    const input = jsonSchema<{ pair: unknown }>(schema, ajvs);
    const host = createHost([tool("a", { input }, () => "fits")]);
    const call = async (pair: unknown): Promise<unknown> =>
      host.request("tools/call", { name: "a", arguments: { pair } });
    expect(await call(["a"])).toMatchObject({ content: [text("fits")] });
    expect(await call(["a", "b"])).toMatchObject({ isError: true });
    expect(await call([1])).toMatchObject({ isError: true });
    const { tools } = await host.request("tools/list");
    expect(tools).toMatchObject([{ inputSchema: schema }]);
    expect(host.errors).toEqual([]);
  });

  test("is refused where no ajv is for it, with what to do", () => {
    const others = [new Ajv(), new Ajv2019(), new Ajv2020()].filter(
      (one) => one.defaultMeta() !== $schema.replace("#", ""),
    );
    const [one, ...more] = others;
    expect(others).toHaveLength(2);
    const validator = one && fromAjv(one, ...more);
    expect(() => validator && jsonSchema(schema, validator)).toThrow(
      /^its dialect is \S+, and fromAjv was given .*: give it one more$/,
    );
  });
});

test("an ajv is given once for each dialect", () => {
  const make = (): unknown => fromAjv(new Ajv2020(), new Ajv(), new Ajv());
  expect(make).toThrow("fromAjv: two ajvs are for dialect draft-07");
});

test("a schema that names no dialect is of the only ajv's", async () => {
  const schema = { type: "object", properties: { a: { items: [{}] } } };
  const input = jsonSchema(schema, fromAjv(new Ajv()));
  expect(input["~standard"].validate({ a: 5 })).toEqual({ value: { a: 5 } });
});

test("what ajv does not know goes unchecked, and is told once", async () => {
  const schema = {
    type: "object",
    properties: {
      at: { type: "string", format: "date-time" },
      format: { type: "string", enum: ["a"], unit: "metres" },
    },
    required: ["at"],
    default: { format: "unknown" },
  };
  const input = jsonSchema<{ at: string }>(schema, fromAjv(new Ajv2020()));
  const when = tool("when", { input }, ({ at }) => at);
  const host = createHost([when]);
  expect(host.errors.map(({ message }) => message)).toEqual([
    'tool when: parts of its schema are not checked, because the validator does not know them: format "date-time", keyword "unit"',
  ]);
  expect(createHost([when]).errors).toEqual([]);
  const { tools } = await host.request("tools/list");
  expect(tools).toMatchObject([{ inputSchema: schema }]);
  const call = async (args: object): Promise<unknown> =>
    host.request("tools/call", { name: "when", arguments: args });
  expect(await call({ at: "now" })).toMatchObject({ content: [text("now")] });
  expect(await call({ at: "now", format: "b" })).toHaveProperty("isError");
  expect(await call({ at: 5 })).toHaveProperty("isError");
});

test("formats that ajv knows are checked", () => {
  const withFormats = new Ajv2020({ formats: { even: /^(..)*$/ } });
  const schema = { properties: { a: { format: "even" } } };
  const input = jsonSchema(schema, fromAjv(withFormats));
  expect(input["~standard"].validate({ a: "odd" })).toHaveProperty("issues");
});

describe("the schema of a tool's input", () => {
  test("is of an object, or becomes one", async () => {
    const either = z.union([
      z.object({ a: z.string() }),
      z.object({ b: z.string() }),
    ]);
    const host = createHost([tool("a", { input: either }, () => "")]);
    const { tools } = await host.request("tools/list");
    expect(tools).toMatchObject([{ inputSchema: { type: "object" } }]);
    const nothing = { name: "a", arguments: {} };
    expect(await host.request("tools/call", nothing)).toMatchObject({
      isError: true,
    });
  });

  test("is of nothing else", () => {
    const message =
      "The input schema of a: arguments have names, so it has to be of an object";
    expect(() => tool("a", { input: z.string() }, () => "")).toThrow(message);
    const list = jsonSchema({ type: ["string", "null"] }, never);
    expect(() => tool("a", { input: list }, () => "")).toThrow(message);
  });

  test("goes out as it was written", async () => {
    const schema = {
      $schema: dialect,
      type: "object",
      $defs: { address: { $anchor: "address", type: "object" } },
      properties: { home: { $ref: "#address" } },
      if: { required: ["home"] },
      then: {},
      additionalProperties: false,
    };
    const input = jsonSchema(schema, ajv);
    const host = createHost([tool("a", { input }, () => "")]);
    const { tools } = await host.request("tools/list");
    expect(tools).toEqual([{ name: "a", inputSchema: schema }]);
  });

  test("is known for what it is when it cannot be told", () => {
    const input = v.object({});
    expect(() => tool("a", { input: input as never }, () => "")).toThrow(
      "The input schema of a: it is a schema of valibot, to be wrapped in toStandardJsonSchema of @valibot/to-json-schema",
    );
    const { "~standard": standard } = input;
    const unknown = { "~standard": { ...standard, vendor: "mine" } };
    expect(() => tool("a", { input: unknown as never }, () => "")).toThrow(
      "The input schema of a: it is no Standard Schema that gives its JSON Schema",
    );
    const date = z.object({ at: z.date() });
    expect(() => tool("a", { input: date }, () => "")).toThrow(
      "The input schema of a: ",
    );
    expect(() => tool("a", { output: date }, () => null as never)).toThrow(
      "The output schema of a: ",
    );
  });

  test("keeps the same rules when a library wrote it", () => {
    const city = z.object({ city: z.string() })["~standard"];
    const schema = { type: "object", $ref: "https://example.com/schema.json" };
    const json = { input: () => schema, output: () => schema };
    const input = { "~standard": { ...city, jsonSchema: json } };
    const message = "its reference https://example.com/schema.json leads";
    expect(() => tool("a", { input }, () => "")).toThrow(message);
    const output = input;
    expect(() => tool("a", { output }, () => null as never)).toThrow(message);
  });

  test("of the output may be of anything", async () => {
    const output = z.array(z.number());
    const host = createHost([
      tool("a", { output }, () => ({ structuredContent: [1, 2] })),
    ]);
    expect(await host.request("tools/list")).toMatchObject({
      tools: [{ outputSchema: { type: "array" } }],
    });
    expect(await host.request("tools/call", { name: "a" })).toEqual({
      content: [text("[1,2]")],
      structuredContent: [1, 2],
    });
  });
});
