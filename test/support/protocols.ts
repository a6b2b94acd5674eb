import { deriveRevision } from "../../src/revisions/derive.ts";
import type { FactTables } from "../../src/revisions/overrides/index.ts";
import type { Protocol } from "../../src/schema/model/index.ts";
import {
  parseSchema,
  type ParsedSchema,
} from "../../src/schema/parse/index.ts";
import { load } from "../../src/revisions/load.ts";
import { bundledRevisions } from "../../src/revisions/revisions.ts";
import { caseNames, parseCase } from "./cases.ts";
import { hasOfficial, officialRevisions, officialSchema } from "./spec.ts";

/** Every revision: from its official schema.ts, or from its model in a clone without them. */
export async function revisionProtocols(): Promise<Protocol[]> {
  if (hasOfficial) return officialRevisions().map(officialProtocol);
  return Promise.all(bundledRevisions().map(({ id }) => load(id)));
}

export function officialProtocol(revision: string): Protocol {
  return protocolOf(officialSchema(revision), revision);
}

/** The protocol of each case in `test/schema/cases`. */
export function caseProtocols(): Protocol[] {
  return caseNames("schema/cases").map((name) =>
    derived(parseCase("schema/cases", name), name),
  );
}

/** The protocol of a schema; throws when it has errors. */
export function protocolOf(
  text: string,
  revision = "test",
  facts: Partial<FactTables> = {},
): Protocol {
  return derived(parseSchema({ path: "schema.ts", text }), revision, facts);
}

function derived(
  parsed: ParsedSchema,
  revision: string,
  facts: Partial<FactTables> = {},
): Protocol {
  const { protocol, diagnostics } = deriveRevision(parsed.declarations, {
    revision,
    facts,
  });
  const errors = [...parsed.diagnostics, ...diagnostics].filter(
    ({ severity }) => severity === "error",
  );
  if (errors.length > 0) throw new Error(JSON.stringify(errors, null, 2));
  return protocol;
}
