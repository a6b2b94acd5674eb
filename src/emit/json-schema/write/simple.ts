import type {
  EnumDeclaration,
  KeywordType,
} from "../../../schema/model/index.ts";
import { record } from "../schema/record.ts";
import type { JsonSchema, Scalar } from "../schema/schema.ts";

/** Schema of a type that TypeScript has a word for. */
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

/**
 * Schema of one value.
 *
 * @param isInteger - True if every number is called an integer, even 1.5, as in the
 *   published files.
 */
export function literalSchema(value: Scalar, isInteger: boolean): JsonSchema {
  if (typeof value !== "number") return { type: typeof value, const: value };
  const type = isInteger || Number.isInteger(value) ? "integer" : "number";
  return { type, const: value };
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
