import { boundSchema } from "../bounds/bound-schema.ts";
import { refusePattern } from "../bounds/pattern.ts";
import type { JsonSchemaValidator } from "../json-schema.ts";
import type { SchemaIssue } from "../schema.ts";
import { byDialect } from "./by-dialect.ts";
import { checkable } from "./checkable.ts";
import type { AjvCheck, AjvError, AjvLike } from "./like.ts";

/**
 * Checks plain JSON Schemas with an ajv of yours, or one for each dialect:
 * `fromAjv(new Ajv2020())`, `fromAjv(new Ajv2020(), new Ajv2019(), new Ajv())`. A
 * schema that names no dialect is of 2020-12, or of the first ajv's where none is
 * for that. Formats and keywords that an ajv does not know go unchecked. Throws a
 * TypeError for two of one dialect.
 */
export function fromAjv(
  ajv: AjvLike,
  ...others: readonly AjvLike[]
): JsonSchemaValidator {
  const pick = byDialect([ajv, ...others]);
  return {
    compile(schema, { isForeign = false, onUnchecked = () => {} } = {}) {
      const chosen = pick(schema);
      if (!isForeign) {
        const known = checkable(schema, chosen, { onUnchecked });
        const check = chosen.compile(known);
        return (value) => issuesOf(check, value);
      }
      const { $schema, $id, ...own } = schema;
      const known = checkable(own, chosen, { refusePattern, onUnchecked });
      const requireCheap = boundSchema(known);
      const check = chosen.compile(known);
      // It would be kept although nobody finds it again.
      chosen.removeSchema?.(known);
      return (value) => {
        requireCheap(value);
        return issuesOf(check, value);
      };
    },
  };
}

function issuesOf(
  check: AjvCheck,
  value: unknown,
): readonly SchemaIssue[] | undefined {
  return check(value) === true ? undefined : (check.errors ?? []).map(toIssue);
}

function toIssue({ instancePath, message, params }: AjvError): SchemaIssue {
  const path = instancePath.split("/").slice(1).map(unescape);
  return { path, message: `${message ?? "is not valid"}${about(params)}` };
}

/** A JSON Pointer's segment as the key that it means. */
function unescape(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** What ajv says apart from its message: which values, which property. */
function about(params: object | undefined): string {
  const { allowedValues, additionalProperty } = { ...params } as {
    readonly [key: string]: unknown; // Any object has these, perhaps undefined.
  };
  if (allowedValues !== undefined) return `: ${JSON.stringify(allowedValues)}`;
  if (additionalProperty === undefined) return "";
  return `: ${JSON.stringify(additionalProperty)}`;
}
