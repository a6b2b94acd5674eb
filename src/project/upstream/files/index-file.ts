import { byCodeUnit } from "../../../base/order.ts";
import { InputError } from "../../../base/diagnostics/error.ts";
import {
  parseJson,
  serverJsonLimits,
} from "../../../runtime/protocol/validation/parse-json.ts";
import { publishedSchemas, unlistedPath } from "../layout.ts";

/**
 * The revisions that an index names: a list of ids, or an object with such a list as its
 * `revisions`. Throws an `InputError`.
 */
export function idsOf(name: string, bytes: Uint8Array): readonly string[] {
  const value = parse(bytes);
  const ids = Array.isArray(value) ? value : revisionsOf(value);
  if (!isTexts(ids)) throw malformed(name);
  // An id is the name of a folder, here as anywhere.
  const isId = (id: string): boolean =>
    publishedSchemas([unlistedPath(id)]).length === 1;
  if (!ids.every(isId)) throw malformed(name);
  return [...new Set(ids)].sort(byCodeUnit);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return parseJson(Buffer.from(bytes).toString(), serverJsonLimits);
  } catch {
    return undefined;
  }
}

function revisionsOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "revisions" in value
    ? value.revisions
    : undefined;
}

function isTexts(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) && value.every((item) => typeof item === "string")
  );
}

function malformed(name: string): InputError {
  return new InputError("fetch-failed", `${name} is no list of revisions`, {
    hint: 'write ["2030-01-01", "draft"]',
  });
}
