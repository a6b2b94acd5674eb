import { createDiagnostic } from "../../base/diagnostics/create.ts";
import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import type { ExtendedProtocol, UnknownFact } from "./part.ts";

/**
 * Says which facts name what is nowhere. What one of the revisions has is no mistake for the
 * others: a fact may be about some of them only. Of some extensions the package has facts, which
 * their reader corrects by others.
 */
export function unknownFacts(
  extended: readonly ExtendedProtocol[],
  withKnown: ReadonlySet<string> = new Set(),
): Diagnostic[] {
  const found = new Map<string, { fact: UnknownFact; revisions: string[] }>();
  for (const { protocol, unknown } of extended)
    for (const fact of unknown) {
      const key = `${fact.extension} ${fact.subject}`;
      const revisions = found.get(key)?.revisions ?? [];
      found.set(key, { fact, revisions: [...revisions, protocol.revision] });
    }
  return [...found.values()].flatMap(({ fact, revisions }) =>
    revisions.length < timesPresent(fact, extended)
      ? []
      : [toDiagnostic(fact, revisions, withKnown.has(fact.extension))],
  );
}

function timesPresent(
  { extension }: UnknownFact,
  extended: readonly ExtendedProtocol[],
): number {
  return extended.filter(({ parts }) =>
    parts.some(({ model }) => model.extension === extension),
  ).length;
}

function toDiagnostic(
  { extension, subject, hint, isOwn }: UnknownFact,
  revisions: readonly string[],
  hasKnown: boolean,
): Diagnostic {
  const where = isOwn
    ? "which its schema does not have"
    : `which is not there in ${revisions.join(", ")}`;
  const found = createDiagnostic("fact-unknown", {
    message: `a fact of ${extension} names ${subject}, ${where}`,
    hint: hint ?? cureOf(isOwn, hasKnown),
  });
  // What such a fact says, a gate perhaps, would be missing without anybody noticing.
  return isOwn ? { ...found, severity: "error" } : found;
}

function cureOf(isOwn: boolean, hasKnown: boolean): string {
  if (isOwn) return "correct the fact";
  return hasKnown
    ? "a fact of yours takes the place of one that mcp-gen has: --extension-facts, or facts of the extension in the configuration"
    : "correct the fact, or limit the extension with since and until";
}
