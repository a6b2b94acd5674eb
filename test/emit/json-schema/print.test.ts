import { Ajv2020 } from "ajv/dist/2020.js";
import { check } from "prettier";
import { describe, expect, test } from "vitest";
import { readableLinks } from "../../../src/emit/json-schema/prose/links.ts";
import {
  createSchemas,
  jsonSchemaDocument,
  printJsonSchema,
  type SchemaOptions,
} from "../../../src/emit/json-schema/index.ts";
import { protocolOf, revisionProtocols } from "../../support/protocols.ts";

const corrected: SchemaOptions = { flavor: "corrected", docs: true };

const hostile = `
/** Text with \\u2028, "quotes", a backtick \` and \${braces}. */
export interface __proto__ {
  __proto__: string;
  constructor?: constructor;
  "a/b~c%d": "\\"\\u2028\\\\";
}
export interface constructor { toString: "${"long ".repeat(20)}" | "short" }
export interface Lists {
  /** @default [] */
  none?: string[];
  /** @default [1, 22, 333, 4444, 55555, 666666, 7777777, 88888888, 999999999, 1000000000] */
  numbers?: number[];
  /** @default [{}, {"a": [], "b": [[1, 2], [3]]}, null] */
  nested?: unknown[];
  /** @default [[1, 2], [3, 4]] */
  pairs?: unknown[];
  few: 1 | 2 | 3;
}`;

describe.each(await revisionProtocols())("$revision", (protocol) => {
  test("is formatted", async () => {
    const text = printJsonSchema(protocol, corrected);
    expect(await check(text, { parser: "json" })).toBe(true);
    expect(JSON.parse(text)).toEqual(
      structuredClone(jsonSchemaDocument(protocol, corrected)),
    );
  });

  test("is a valid schema of every type, and tells its revision", () => {
    const document = jsonSchemaDocument(protocol, corrected);
    const ajv = new Ajv2020({
      validateFormats: false,
      strict: true,
      allowUnionTypes: true,
    });
    ajv.addSchema(document);
    expect(document.$id).toContain(protocol.revision);
    for (const name of Object.keys(document.$defs ?? {}))
      expect(ajv.getSchema(`${document.$id}#/$defs/${name}`)).toBeTypeOf(
        "function",
      );
  });

  test("without documentation keeps everything but descriptions", () => {
    const text = printJsonSchema(protocol, {
      flavor: "corrected",
      docs: false,
    });
    const bare = JSON.parse(printJsonSchema(protocol, corrected), dropProse);
    expect(JSON.parse(text)).toEqual(bare);
  });
});

/** A description that is a string is prose; one that is a schema is a property. */
function dropProse(key: string, value: unknown): unknown {
  return key === "description" && typeof value === "string" ? undefined : value;
}

describe("names and texts of any kind", () => {
  const protocol = protocolOf(hostile, "a b/../c");
  const text = printJsonSchema(protocol, corrected);

  test("are data", () => {
    const { $id, $defs } = JSON.parse(text);
    expect($id).toBe("urn:mcp-gen:schema:a%20b%2F..%2Fc");
    expect(Object.keys($defs)).toEqual(["Lists", "__proto__", "constructor"]);
    const own = Object.getOwnPropertyDescriptor($defs, "__proto__")?.value;
    expect(Object.keys(own.properties)).toEqual([
      "__proto__",
      "a/b~c%d",
      "constructor",
    ]);
    expect(own.required).toEqual(["__proto__", "a/b~c%d"]);
  });

  test("are formatted", async () => {
    expect(await check(text, { parser: "json" })).toBe(true);
  });

  test("an address is the definition's, whatever its name", () => {
    const { definitions, schemaOf } = createSchemas(protocol, corrected);
    const partial = schemaOf({
      kind: "wrap",
      name: "Partial",
      type: { kind: "reference", name: "__proto__" },
    });
    expect(partial).toEqual({ $ref: "#/$defs/Partial%3C__proto__%3E" });
    expect(definitions.has("Partial<__proto__>")).toBe(true);
  });
});

test("what opens a link, and is none within a bound, stays as it is", () => {
  const long = `{@link a | ${"x".repeat(2_000)}}`;
  expect(readableLinks(`${long} {@link \n b | c } {@link  }{@link d`)).toBe(
    `${long} c {@link d`,
  );
  // Without the bound each of them would read to the end of the line.
  const opened = "{@link a ".repeat(20_000);
  expect(readableLinks(opened)).toBe(opened);
});
