import type { Change, ChangeKind, Counts, Subject, Summary } from "./change.ts";
import { withoutInherited } from "./inheritance.ts";

/** Counts what has changed; what a type inherits counts for the type, not as one more change. */
export function summarize(changes: readonly Change[]): Summary {
  const own = withoutInherited(changes);
  const count = (fits: (change: Change) => boolean): number =>
    own.filter(fits).length;
  return {
    types: countsOf("type", changes, ({ subject, where, kind }) =>
      kind !== "documentation" && inType(subject) && where.method === undefined
        ? where.name
        : undefined,
    ),
    methods: countsOf("method", changes, ({ where }) => where.method),
    breaksOlderReceivers: count(
      ({ effect }) => effect.olderReceivers === "breaking",
    ),
    breaksOlderSenders: count(
      ({ effect }) => effect.olderSenders === "breaking",
    ),
    compatible: count(
      ({ effect, kind }) =>
        kind !== "documentation" &&
        effect.olderReceivers === "compatible" &&
        effect.olderSenders === "compatible",
    ),
    documentation: count(({ kind }) => kind === "documentation"),
  };
}

function countsOf(
  subject: Subject,
  changes: readonly Change[],
  changedName: (change: Change) => string | undefined,
): Counts {
  const whole = changes.filter((change) => change.subject === subject);
  const count = (kind: ChangeKind): number =>
    whole.filter((change) => change.kind === kind && isWhole(change)).length;
  const renamed = count("renamed");
  const changed = changes
    .filter((change) => change.subject !== subject || !isWhole(change))
    .map(changedName);
  return {
    added: count("added") + renamed,
    removed: count("removed") + renamed,
    renamed,
    changed: new Set(changed.filter((name) => name !== undefined)).size,
  };
}

/** Whether a type or method came, went or got another name. */
function isWhole({ kind, subject }: Change): boolean {
  return (
    (subject === "type" || subject === "method") &&
    (kind === "added" || kind === "removed" || kind === "renamed")
  );
}

function inType(subject: Subject): boolean {
  return (
    subject === "type" ||
    subject === "params" ||
    subject === "field" ||
    subject === "union member" ||
    subject === "enum member"
  );
}
