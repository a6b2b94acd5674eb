/** What changed between two revisions, as plain data. */
export interface ProtocolDiff {
  /** The version of this format. */
  formatVersion: 1;
  before: string;
  after: string;
  summary: Summary;
  changes: Change[];
}

/** How much changed. What is renamed is counted as added and removed too. */
export interface Summary {
  types: Counts;
  methods: Counts;
  /** What follows counts changes, without those that a base makes too. */
  breaksOlderReceivers: number;
  breaksOlderSenders: number;
  /** Neither; documentation apart. */
  compatible: number;
  documentation: number;
}

export interface Counts {
  added: number;
  removed: number;
  renamed: number;
  changed: number;
}

/** A change: `kind` says whether it has `before` and `after`. */
export type Change = ChangeDetails & Turn;

export interface ChangeDetails {
  subject: Subject;
  /** The rule that says what the change does on the wire. */
  rule: Rule;
  where: Where;
  effect: Effect;
  /** Who sends what has changed; none where no message holds it. */
  senders: Side[];
  /** The base that makes the same change. */
  inheritedFrom?: string;
  /** Where the newer schema declares the type or constant, or the older one what is gone. */
  position?: Place;
}

/**
 * What turned into what, as text of TypeScript, where `integer` is a number without a
 * fraction; empty where all there is to say is that it is there.
 */
export type Turn = Added | Removed | Changed | Said;

export interface Added {
  kind: "added";
  before?: never;
  after: string;
}

export interface Removed {
  kind: "removed";
  before: string;
  after?: never;
}

/** Of what is renamed, both names. */
export interface Changed {
  kind: "renamed" | "changed";
  before: string;
  after: string;
}

/** What is said to people. */
export interface Said {
  kind: "documentation";
  before?: string;
  after?: string;
}

export type ChangeKind =
  "added" | "removed" | "renamed" | "changed" | "documentation";

export type Subject =
  | "lifecycle"
  | "batches"
  | "feature"
  | "method"
  | "direction"
  | "capability"
  | "params"
  | "result"
  | "type"
  | "field"
  | "union member"
  | "enum member"
  | "constant"
  | "error";

/** Lines and columns count from 1. */
export interface Place {
  file: string;
  line: number;
  column: number;
}

export interface Where {
  method?: string;
  /** A type, or the constant, error or feature that has changed. */
  name?: string;
  /**
   * Property names from the type inwards, or the member of an enum; `[]` is each element
   * of a list, `*` each other property.
   */
  path?: string[];
}

/** Whether what the one side sends is still accepted by the other. */
export interface Effect {
  /** What new senders send, at receivers of the older revision. */
  olderReceivers: Verdict;
  /** What senders of the older revision send, at new receivers. */
  olderSenders: Verdict;
}

export type Verdict = "compatible" | "breaking";

export type Side = "client" | "server";

/** What decides on the effect of a change; the table of rules says why. */
export type Rule =
  | "lifecycle-changed"
  | "batches-added"
  | "batches-removed"
  | "feature-changed"
  | "method-added"
  | "method-removed"
  | "method-inside"
  | "method-renamed"
  | "method-turned"
  | "direction-widened"
  | "direction-narrowed"
  | "direction-turned"
  | "capability-changed"
  | "result-added"
  | "result-removed"
  | "result-covered"
  | "type-added"
  | "type-removed"
  | "type-renamed"
  | "field-added"
  | "field-removed"
  | "required-field-added"
  | "required-field-removed"
  | "envelope-added"
  | "envelope-removed"
  | "result-type-added"
  | "result-type-removed"
  | "field-required"
  | "field-optional"
  | "values-widened"
  | "values-narrowed"
  | "values-replaced"
  | "values-same"
  | "values-compatible"
  | "member-added"
  | "member-removed"
  | "member-covered"
  | "member-renamed"
  | "constant-changed"
  | "error-changed"
  | "documentation";
