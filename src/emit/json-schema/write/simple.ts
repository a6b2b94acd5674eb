import type {
  EnumDeclaration,
  KeywordType,
} from "../../../schema/model/index.ts";
import { record } from "../schema/record.ts";
import type { JsonSchema, Scalar } from "../schema/schema.ts";

/** Numbers are integers unless something says that they may have a fraction. */
export function keywordSchema(
  name: KeywordType["name"],
  isFraction: boolean,
): JsonSchema {
  switch (name) {
    case "string":
    case "boolean":
    case "null":
      return { type: name };
    case "number":
      return { type: isFraction ? "number" : "integer" };
    case "object":
      return {
        type: "object",
        properties: record([]),
        additionalProperties: true,
      };
    case "any":
    case "unknown":
      return {};
    case "never":
      return { not: {} };
    case "Date":
      return { type: "string", format: "date-time" };
    default:
      return name satisfies never;
  }
}

/** The published files call every number an integer, even 1.5. */
export function literalSchema(value: Scalar, corrected: boolean): JsonSchema {
  if (typeof value !== "number") return { type: typeof value, const: value };
  const isInteger = !corrected || Number.isInteger(value);
  return { type: isInteger ? "integer" : "number", const: value };
}

/** The values in the order of the declaration. */
export function enumSchema({ members }: EnumDeclaration): JsonSchema {
  const values = members.map(({ value }) => value);
  // So do the published files, although no value is of such an enum.
  if (values.length === 0) return {};
  const types = [...new Set(values.map((value) => typeof value))];
  const [type] = types;
  return {
    ...(type !== undefined && { type: types.length === 1 ? type : types }),
    enum: values,
  };
}
