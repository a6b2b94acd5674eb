/** What changed between two revisions, as plain data. */
export interface ProtocolDiff {
  /** The version of this format. */
  formatVersion: 1;
  /** The revision that is compared. */
  before: string;
  /** The revision that it is compared with. */
  after: string;
  /** How many changes there are. */
  summary: Summary;
  /** The changes, in the order of the schema. */
  changes: Change[];
}

/** How much changed. What is renamed is counted as added and removed too. */
export interface Summary {
  /** Changes of types. */
  types: Counts;
  /** Changes of methods. */
  methods: Counts;
  /** What follows counts changes, without those that a base makes too. */
  breaksOlderReceivers: number;
  /** How many break who still sends what the older one allows. */
  breaksOlderSenders: number;
  /** Neither; documentation apart. */
  compatible: number;
  /** How many only say something else. */
  documentation: number;
}

/** How many changes there are, by kind. */
export interface Counts {
  /** How many are new. */
  added: number;
  /** How many are gone. */
  removed: number;
  /** How many have another name. */
  renamed: number;
  /** How many are otherwise. */
  changed: number;
}

/** A change: `kind` says whether it has `before` and `after`. */
export type Change = ChangeDetails & Turn;

export interface ChangeDetails {
  /** What kind of thing has changed. */
  subject: Subject;
  /** The rule that says what the change does on the wire. */
  rule: Rule;
  /** What it is part of. */
  where: Where;
  /** What it does on the wire. */
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
  /** It is new. */
  kind: "added";
  /** There was none. */
  before?: never;
  /** What there is now. */
  after: string;
}

export interface Removed {
  /** It is gone. */
  kind: "removed";
  /** What there was. */
  before: string;
  /** There is none. */
  after?: never;
}

/** Of what is renamed, both names. */
export interface Changed {
  /** It has another name, or is otherwise. */
  kind: "renamed" | "changed";
  /** What there was. */
  before: string;
  /** What there is now. */
  after: string;
}

/** What is said to people. */
export interface Said {
  /** Only what is said of it has changed. */
  kind: "documentation";
  /** What was said. */
  before?: string;
  /** What is said now. */
  after?: string;
}

/** What has become of something. */
export type ChangeKind =
  "added" | "removed" | "renamed" | "changed" | "documentation";

/** What can change. */
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
  /** The file, as it was given. */
  file: string;
  /** Counts from 1. */
  line: number;
  /** Counts from 1. */
  column: number;
}

/** What a change is part of. */
export interface Where {
  /** The method, where it is of one. */
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

/** Whether what was sound before still is. */
export type Verdict = "compatible" | "breaking";

/** Who sends. */
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
