import { Ajv2020 } from "ajv/dist/2020.js";
import { jsonSchema, type Schema } from "../../../generated/index.ts";
import { fromAjv } from "../../../src/runtime/registry/ajv.ts";

// Not strict: annotations such as `x-mcp-header` are no keywords of ajv's.
const ajv = fromAjv(new Ajv2020({ strict: false }));

/** Arguments that are all texts. */
export function texts<Name extends string>(
  ...names: Name[]
): Schema<{ readonly [name in Name]: string }> {
  const properties = Object.fromEntries(
    names.map((name) => [name, { type: "string" }]),
  );
  return jsonSchema({ type: "object", properties, required: names }, ajv);
}

/** A text that travels in a header too. */
export const mirrored = jsonSchema<{ readonly region?: string }>(
  {
    type: "object",
    properties: { region: { type: "string", "x-mcp-header": "Region" } },
  },
  ajv,
);

/** How long a tool is to be at work, and on what. */
export const work = jsonSchema<{
  readonly seconds?: number;
  readonly label?: string;
}>(
  {
    type: "object",
    properties: {
      seconds: { type: "number", minimum: 0 },
      label: { type: "string" },
    },
  },
  ajv,
);

/** The words of JSON Schema 2020-12 that servers have been seen to lose. */
export const contact = jsonSchema(
  {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: {
      address: {
        $anchor: "addressDef",
        type: "object",
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: {
      properties: { contactMethod: { const: "phone" } },
      required: ["contactMethod"],
    },
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  },
  ajv,
);
