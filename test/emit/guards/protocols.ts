import { deriveRevision } from "../../../src/revisions/derive.ts";
import type { Declaration, Protocol } from "../../../src/schema/model/index.ts";
import {
  parseSchema,
  type ParsedSchema,
} from "../../../src/schema/parse/index.ts";

/** The protocol of a schema.ts that stands in a test. */
export function protocolOf(text: string): Protocol {
  const { declarations } = withoutErrors(
    parseSchema({ path: "schema.ts", text }),
  );
  return protocolFrom(declarations);
}

/**
 * Throws what parsing found wrong, so that no test goes on without it. Types without
 * values may stand in a protocol.json, which no parser has seen: guards have to be right
 * about them.
 */
export function withoutErrors(parsed: ParsedSchema): ParsedSchema {
  const errors = parsed.diagnostics.filter(
    ({ severity, code }) => severity === "error" && code !== "no-value",
  );
  if (errors.length > 0) throw new Error(JSON.stringify(errors, null, 2));
  return parsed;
}

export function protocolFrom(declarations: readonly Declaration[]): Protocol {
  return deriveRevision([...declarations], { revision: "2026-07-28" }).protocol;
}
