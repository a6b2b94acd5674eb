import { createDiagnostic } from "../diagnostics/create.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { ExtendedProtocol, UnknownFact } from "./part.ts";

/**
 * Says which facts name what is nowhere. What one of the revisions has is no mistake for the
 * others: a fact may be about some of them only.
 */
export function unknownFacts(
  extended: readonly ExtendedProtocol[],
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
      : [toDiagnostic(fact, revisions)],
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
): Diagnostic {
  const where = isOwn
    ? "which its schema does not have"
    : `which is not there in ${revisions.join(", ")}`;
  const found = createDiagnostic("fact-unknown", {
    message: `a fact of ${extension} names ${subject}, ${where}`,
    hint:
      hint ??
      (isOwn
        ? "correct the fact"
        : "correct the fact, or limit the extension with since and until"),
  });
  // What such a fact says, a gate perhaps, would be missing without anybody noticing.
  return isOwn ? { ...found, severity: "error" } : found;
}
