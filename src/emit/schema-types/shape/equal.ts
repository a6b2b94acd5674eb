import type { NormalSchema } from "../../../schema/model/json-schema.ts";

const never: NormalSchema = { not: {} };

/** The schema of the lists or objects that equal one, in words other than `const`. */
export function equalSchema(value: object): NormalSchema {
  if (Array.isArray(value))
    return {
      type: "array",
      prefixItems: value.map((item) => ({ const: item })),
      items: never,
      minItems: value.length,
    };
  const properties: Record<string, NormalSchema> = Object.create(null);
  for (const [name, inner] of Object.entries(value))
    properties[name] = { const: inner };
  return {
    type: "object",
    properties,
    required: Object.keys(value),
    additionalProperties: never,
  };
}
