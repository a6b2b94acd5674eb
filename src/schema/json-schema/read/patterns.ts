import type { NormalSchema } from "../../model/json-schema.ts";
import { quoted, SchemaError, type SchemaPath } from "../error.ts";
import {
  andShort,
  longTexts,
  orLong,
  shortTextsReason,
} from "../patterns/short-texts.ts";
import type { ReadContext } from "./context.ts";

/** Adds the pattern of a schema, as far as it is checked. */
export function addPattern(
  normal: NormalSchema,
  pattern: unknown,
  at: SchemaPath,
  { judgePattern, loosen }: ReadContext,
): void {
  const path = [...at, "pattern"];
  if (typeof pattern !== "string")
    throw new SchemaError("invalid-schema", path, "a pattern is a text");
  const part = `pattern ${quoted(pattern)}`;
  const judgement = judgePattern(pattern);
  switch (judgement.kind) {
    case "linear":
      normal.pattern = pattern;
      break;
    case "short-texts":
      normal.pattern = orLong(pattern);
      loosen(normal, { path, part, reason: shortTextsReason });
      break;
    case "none":
      loosen(normal, { path, part, reason: judgement.reason });
      break;
    default:
      judgement satisfies never;
  }
}

/**
 * Adds what properties are whose names match, as far as that is checked. What a pattern
 * speaks of, `additionalProperties` does not: where nobody can tell, that goes unchecked, too.
 */
export function addPatternProperties(
  normal: NormalSchema,
  patterns: Readonly<Record<string, NormalSchema>>,
  at: SchemaPath,
  { judgePattern, loosen }: ReadContext,
): void {
  const checked = new Map<string, NormalSchema>();
  let isSilent = false;
  for (const [pattern, schema] of Object.entries(patterns)) {
    const path = [...at, "patternProperties", pattern];
    const part = `patternProperties ${quoted(pattern)}`;
    const judgement = judgePattern(pattern);
    switch (judgement.kind) {
      case "linear":
        checked.set(pattern, schema);
        break;
      case "short-texts":
        checked.set(andShort(pattern), schema);
        // These might match: nothing else may speak of them.
        checked.set(longTexts, {});
        loosen(normal, { path, part, reason: shortTextsReason });
        break;
      case "none":
        loosen(normal, { path, part, reason: judgement.reason }, true);
        isSilent = true;
        break;
      default:
        judgement satisfies never;
    }
  }
  if (checked.size > 0) normal.patternProperties = Object.fromEntries(checked);
  const after = normal.additionalProperties ?? {};
  if (!isSilent || Object.keys(after).length === 0) return;
  delete normal.additionalProperties;
  loosen(normal, {
    path: [...at, "additionalProperties"],
    part: "additionalProperties",
    reason: "a pattern that is not checked decides what it is for",
  });
}
