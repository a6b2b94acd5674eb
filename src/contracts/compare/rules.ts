import type { SnapshotEffect, SnapshotRule } from "./change.ts";

/** What a rule of snapshots decides, and why. */
export interface SnapshotRuleText {
  /** What such a change does to callers who use the older snapshot. */
  readonly effect: SnapshotEffect;
  /** What it is, in a sentence. */
  readonly says: string;
}

const fine = (says: string): SnapshotRuleText => ({
  effect: "compatible",
  says,
});
const perhaps = (says: string): SnapshotRuleText => ({
  effect: "possible",
  says,
});
const breaks = (says: string): SnapshotRuleText => ({
  effect: "breaking",
  says,
});

/**
 * What each change does to callers who use the older snapshot, all else being as it was:
 * they send arguments that it declares, and read of results what it declares.
 */
export const snapshotRules: {
  readonly [rule in SnapshotRule]: SnapshotRuleText;
} = {
  "server-changed": fine("what is called is in the lists"),
  "tool-added": fine("nobody calls it yet"),
  "tool-removed": breaks("it is not known any more"),
  "tool-renamed": breaks("it is not known by its older name any more"),
  "argument-added": fine("it may be left out"),
  "required-argument-added": breaks("it is required, and was not sent before"),
  "argument-removed": perhaps("it is not known any more, and may be ignored"),
  "argument-refused": breaks("it is refused, and could be sent before"),
  "argument-required": breaks("it is required, and could be left out before"),
  "argument-optional": fine("it may be left out now"),
  "arguments-narrowed": breaks("values that could be sent are refused"),
  "arguments-widened": fine("more values are accepted"),
  "arguments-replaced": breaks(
    "values that could be sent are refused, and others are accepted",
  ),
  "arguments-same": fine("the same values, written in another way"),
  "arguments-compatible": fine("what could be sent is still accepted"),
  "arguments-unproven": perhaps(
    "it is not proven that all that could be sent is still accepted",
  ),
  "arguments-closed": breaks("others could be sent, and are refused"),
  "arguments-opened": fine("others are accepted"),
  "argument-member-added": fine("one more kind of value is accepted"),
  "argument-member-removed": breaks("one kind of value is refused"),
  "argument-member-covered": fine("another member accepts the same values"),
  "result-added": fine("a structured result that was not declared before"),
  "result-removed": breaks("no structured result is declared any more"),
  "field-added": fine("it is ignored where unknown"),
  "field-added-to-closed": perhaps(
    "the older schema allows no others: who checks results by it refuses them",
  ),
  "field-removed": perhaps("it could be absent, and is not declared any more"),
  "required-field-removed": breaks(
    "it was always there, and is not declared any more",
  ),
  "field-required": fine("it is always there now"),
  "field-optional": breaks("it was always there, and may be absent now"),
  "results-narrowed": fine("fewer values come back"),
  "results-widened": breaks("values come back that callers do not expect"),
  "results-replaced": breaks("other values come back than callers expect"),
  "results-same": fine("the same values, written in another way"),
  "results-compatible": fine("what comes back is still as callers expect it"),
  "results-unproven": perhaps(
    "it is not proven that all that comes back is as callers expect it",
  ),
  "results-closed": fine("no others come back"),
  "results-opened": perhaps(
    "the older schema allows no others: who checks results by it refuses them",
  ),
  "result-member-added": breaks("one more kind of value comes back"),
  "result-member-removed": fine(
    "one kind of value does not come back any more",
  ),
  "result-member-covered": fine("another member has the same values"),
  "hint-lost": perhaps("callers may rely on it"),
  "hint-gained": fine("it promises more than before"),
  "task-required": breaks("a call that is no task is refused"),
  "task-refused": breaks("a call as a task is refused"),
  "task-offered": fine("a call may be a task"),
  "prompt-added": fine("nobody asks for it yet"),
  "prompt-removed": breaks("it is not known any more"),
  "prompt-renamed": breaks("it is not known by its older name any more"),
  "template-added": fine("nobody reads by it yet"),
  "template-removed": breaks("addresses that it makes are not known any more"),
  "template-renamed": fine("the addresses that it makes are the same"),
  "template-changed": breaks(
    "addresses that the older one makes are not known any more",
  ),
  "template-extended": fine(
    "addresses that the older one makes are still among them",
  ),
  "variable-added": fine("the template says what that means"),
  "variable-removed": fine("the template says what that means"),
  "resource-added": fine("resources come and go while a server runs"),
  "resource-removed": fine("resources come and go while a server runs"),
  "detail-changed": fine("no call depends on it"),
  documentation: fine("said to people"),
};

/** What a change does to callers who use the older snapshot. */
export function effectOf(rule: SnapshotRule): SnapshotEffect {
  return snapshotRules[rule].effect;
}
