import { describe, expect, test } from "vitest";
import { z } from "zod";
import { mirroredParams } from "../../../src/runtime/features/schema/tool-schema.ts";
import { jsonSchema } from "../../../src/runtime/registry/index.ts";
import { createHost, tool } from "./host.ts";

const any = { compile: () => () => undefined };

/** The schema of arguments, given its properties. */
function argumentsOf(properties: object, more: object = {}): object {
  return { type: "object", properties, ...more };
}

const named = (name: unknown, type: unknown = "string"): object => ({
  type,
  "x-mcp-header": name,
});

describe("the arguments that headers repeat", () => {
  test("are found at any depth of properties", () => {
    const schema = argumentsOf({
      region: named("Region"),
      dry: named("Dry-Run", "boolean"),
      plain: { type: "string" },
      at: argumentsOf({ level: named("x_1!", "integer") }),
    });
    expect(mirroredParams(schema)).toEqual([
      { path: ["region"], header: "mcp-param-region" },
      { path: ["dry"], header: "mcp-param-dry-run" },
      { path: ["at", "level"], header: "mcp-param-x_1!" },
    ]);
  });

  test("are none where nothing is annotated, or there is no schema", () => {
    expect(mirroredParams(argumentsOf({ a: { type: "number" } }))).toEqual([]);
    for (const value of [undefined, null, true, "x-mcp-header", []])
      expect(mirroredParams(value)).toEqual([]);
  });

  test("are no names and no data that only look like it", () => {
    const schema = argumentsOf(
      {
        "x-mcp-header": { type: "number" },
        a: { const: named(""), default: named(""), enum: [named("")] },
      },
      { examples: [named("")] },
    );
    expect(mirroredParams(schema)).toEqual([]);
  });

  test("may be those of a property that is called as a keyword is", () => {
    const schema = argumentsOf({
      properties: argumentsOf({ const: named("a") }),
    });
    expect(mirroredParams(schema)).toEqual([
      { path: ["properties", "const"], header: "mcp-param-a" },
    ]);
  });
});

describe("an annotation is refused", () => {
  test.each(["", "a b", "a:b", "a\r\nX-Evil: 1", "größe", "a/b", 1, null, {}])(
    "that is named %j",
    (name) => {
      expect(() => mirroredParams(argumentsOf({ a: named(name) }))).toThrow(
        /^x-mcp-header at "properties\.a": a header's name is of letters/,
      );
    },
  );

  test.each([
    "number",
    "object",
    "array",
    "null",
    undefined,
    ["string", "null"],
    ["string"],
  ])("of the type %j", (type) => {
    const schema = argumentsOf({ a: { type, "x-mcp-header": "A" } });
    expect(() => mirroredParams(schema)).toThrow(
      /at "properties\.a": only a string, an integer or a boolean has a header/,
    );
  });

  test("whose name another has in another case", () => {
    const schema = argumentsOf({
      a: named("Region"),
      b: argumentsOf({ c: named("rEGION") }),
    });
    expect(() => mirroredParams(schema)).toThrow(
      'at "properties.b.properties.c": another argument has the header mcp-param-region',
    );
  });

  test.each([
    ["items", { properties: { a: { items: named("A") } } }],
    ["prefixItems", { properties: { a: { prefixItems: [named("A")] } } }],
    ["anyOf", { properties: { a: { anyOf: [named("A")] } } }],
    ["allOf", { allOf: [argumentsOf({ a: named("A") })] }],
    ["oneOf", { oneOf: [argumentsOf({ a: named("A") })] }],
    ["not", { not: argumentsOf({ a: named("A") }) }],
    ["if", { if: argumentsOf({ a: named("A") }) }],
    ["then", { then: argumentsOf({ a: named("A") }) }],
    ["else", { else: argumentsOf({ a: named("A") }) }],
    ["$defs", { $defs: { a: named("A") } }],
    ["patternProperties", { patternProperties: { a: named("A") } }],
    ["additionalProperties", { additionalProperties: named("A") }],
    ["dependentSchemas", { dependentSchemas: { a: named("A") } }],
    ["a keyword that is not known", { "x-later": named("A") }],
    ["nothing", named("A")],
  ])("that is reached through %s", (_, schema) => {
    expect(() => mirroredParams(schema)).toThrow(
      'only what "properties" alone lead to has a header',
    );
  });
});

describe("a tool", () => {
  test("may annotate its arguments, and is listed with that", async () => {
    const input = z.object({
      region: z.string().meta({ "x-mcp-header": "Region" }),
      count: z.int().meta({ "x-mcp-header": "Count" }),
    });
    const host = createHost([tool("run", { input }, () => "")]);
    expect(await host.request("tools/list")).toMatchObject({
      tools: [
        {
          inputSchema: {
            properties: { region: { "x-mcp-header": "Region" } },
          },
        },
      ],
    });
    expect(mirroredParams(z.toJSONSchema(input))).toHaveLength(2);
  });

  test("is refused for an annotation that is not sound", () => {
    const zod = z.object({ n: z.number().meta({ "x-mcp-header": "N" }) });
    expect(() => tool("sum", { input: zod }, () => "")).toThrow(
      new TypeError(
        'The input schema of sum: x-mcp-header at "properties.n": only a string, an integer or a boolean has a header, not "number"',
      ),
    );
    const plain = jsonSchema({ properties: { a: named("a b") } }, any);
    expect(() => tool("sum", { input: plain }, () => "")).toThrow(TypeError);
  });

  test("may have anything in the schema of its results", () => {
    const output = jsonSchema({ items: named("a b") }, any);
    const make = () =>
      tool("sum", { output }, () => ({ structuredContent: {} }));
    expect(make).not.toThrow();
  });
});
