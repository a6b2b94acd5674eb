import type { Protocol } from "../../schema/model/index.ts";
import type { ProtocolDiff } from "./change/change.ts";
import { withoutComments } from "../../schema/model/without-docs.ts";
import { hasComments } from "./comments.ts";
import { compareMethods } from "./methods/methods.ts";
import { findRenames } from "./types/renames.ts";
import { createShapes } from "./shape/shapes.ts";
import { summarize } from "./change/summary.ts";
import { compareTypes } from "./types/types.ts";
import { compareValues } from "./values.ts";
import { createExpand } from "./within/expand.ts";
import { createWithin } from "./within/within.ts";

export { changeKinds, subjects } from "./change/categories.ts";
export type {
  Change,
  ChangeKind,
  Counts,
  Effect,
  Place,
  ProtocolDiff,
  Rule,
  Side,
  Subject,
  Summary,
  Turn,
  Verdict,
  Where,
} from "./change/change.ts";
export { filterChanges, isBreaking, type DiffFilter } from "./filter.ts";
export { heirsOf, withoutInherited } from "./change/inheritance.ts";
export { rules, type RuleText } from "./change/rules.ts";

/**
 * What changed from one revision to another, and what each change does on the wire.
 * Doc comments are compared where both protocols carry some. Throws a `TypeError` for
 * what is no protocol.
 */
export function diff(a: Protocol, b: Protocol): ProtocolDiff {
  assertProtocol(a);
  assertProtocol(b);
  const [before, after] = [a, b].every(hasComments)
    ? [a, b]
    : [withoutComments(a), withoutComments(b)];
  const shapes = {
    before: createShapes(before, after),
    after: createShapes(after, before),
  };
  const named = { before: shapes.before.named, after: shapes.after.named };
  const renamed = findRenames(named.before, named.after);
  const expand = {
    before: createExpand(named.before, named.after),
    after: createExpand(named.after, named.before),
  };
  // Inside of what is compared, a name of both revisions is as it was.
  const within = createWithin(expand.before);
  const closedWithin = createWithin(expand.before, { closed: true });
  const comparison = { expand, within, closedWithin, renamed };
  const changes = [
    ...compareValues(before, after),
    ...compareMethods({ before, after, shapes, comparison }),
    ...compareTypes(before, after, named, comparison),
  ];
  return {
    formatVersion: 1,
    before: a.revision,
    after: b.revision,
    summary: summarize(changes),
    changes,
  };
}

// A caller in JavaScript has no compiler that refuses another value.
function assertProtocol(value: unknown): asserts value is Protocol {
  const isProtocol =
    typeof value === "object" && value !== null && "declarations" in value;
  if (isProtocol) return;
  throw new TypeError(
    "diff compares two protocols, as load and parse give them",
  );
}
