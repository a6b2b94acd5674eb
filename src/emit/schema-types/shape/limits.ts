import type { NormalSchema } from "../../../schema/model/json-schema.ts";
import type { Part } from "./shape.ts";

type Word = keyof NormalSchema;

const limits: readonly (readonly [Part, readonly Word[]])[] = [
  [
    "numbers",
    [
      "minimum",
      "maximum",
      "exclusiveMinimum",
      "exclusiveMaximum",
      "multipleOf",
    ],
  ],
  ["strings", ["minLength", "maxLength", "pattern"]],
  ["arrays", ["contains", "uniqueItems"]],
  ["objects", ["minProperties", "maxProperties"]],
];

/** The types of values that a schema bounds in ways that TypeScript has no words for. */
export function boundedParts(schema: NormalSchema): Part[] {
  return limits
    .filter(([, words]) => words.some((word) => schema[word] !== undefined))
    .map(([part]) => part);
}
