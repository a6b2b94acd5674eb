import type { Resolved } from "../../../schema/model/resolved.ts";
import type { Context } from "./context.ts";
import { objectSchema } from "./object.ts";
import type { JsonSchema } from "../schema/schema.ts";
import { enumSchema, keywordSchema, literalSchema } from "./simple.ts";
import { tupleSchema } from "./tuple.ts";
import { intersectionSchema, unionSchema } from "./union.ts";

/** The schema of a type without what comments say about it. */
export function bodyOf(
  type: Resolved,
  path: string,
  context: Context,
): JsonSchema {
  switch (type.kind) {
    case "keyword":
      return keywordSchema(type.name, context.isFraction(path));
    case "literal":
      return literalSchema(
        type.value,
        !context.corrected && !context.isFraction(path),
      );
    case "enum":
      return enumSchema(type.declaration);
    case "array":
      return {
        type: "array",
        items: context.writeType(type.element, { path }),
      };
    case "tuple":
      return tupleSchema(type, path, context);
    case "object":
    case "interface":
    case "record":
    case "wrap":
    case "select":
      return objectSchema(type, path, context);
    case "union":
      return unionSchema(type.members, path, context);
    case "intersection":
      return intersectionSchema(type.members, path, context);
    default:
      return type satisfies never;
  }
}
