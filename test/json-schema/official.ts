import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Protocol } from "../../src/model/index.ts";
import { parseSchema } from "../../src/parse/index.ts";
import { holds, knownFacts, type Fact } from "../../src/spec/facts/index.ts";

const folder = fileURLToPath(new URL("../../../shared/spec", import.meta.url));

/** Whether the official files are here; they are not part of the repository. */
export const hasOfficialFiles: boolean = existsSync(folder);

export const revisions = [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
  "2026-07-28",
  "draft",
] as const;

export function officialFile(revision: string, name: string): string {
  return readFileSync(`${folder}/${revision}/${name}`, "utf8");
}

/** The protocol of an official schema.ts, as far as a JSON Schema needs it. */
export function officialProtocol(revision: string): Protocol {
  return protocolOf(officialFile(revision, "schema.ts"), revision);
}

export function protocolOf(text: string, revision = "2024-11-05"): Protocol {
  const { declarations, diagnostics } = parseSchema({
    path: "schema.ts",
    text,
  });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(JSON.stringify(errors, null, 2));
  const known = (fact: Fact): boolean => holds(fact, revision);
  return {
    formatVersion: 1,
    revision,
    lifecycle: "handshake",
    batches: false,
    features: knownFacts.features.filter(known).map(({ name }) => name),
    fractions: knownFacts.fractions.filter(known).map(({ at }) => at),
    pages: { base: "" },
    declarations,
    requests: [],
    notifications: [],
    errors: [],
  };
}
