/** What a server lists now, held against what it listed before, as plain data. */
export interface SnapshotDiff {
  /** The version of this format. */
  formatVersion: 1;
  /** What is compared. */
  before: ComparedSnapshot;
  /** What it is compared with. */
  after: ComparedSnapshot;
  /** How many changes there are. */
  summary: SnapshotSummary;
  /** The changes: of the server, its tools, prompts, resource templates and resources. */
  changes: SnapshotChange[];
}

/** Which snapshot it is. */
export interface ComparedSnapshot {
  /** The name of the server. */
  name: string;
  /** The version of the server. */
  version: string;
  /** The revision that it was spoken to in. */
  protocolVersion: string;
}

/** How many changes there are, by what they do to callers who use the older snapshot. */
export interface SnapshotSummary {
  /** How many break them. */
  breaking: number;
  /** How many may break them: it depends on the caller, or no proof was found. */
  possible: number;
  /** How many do not, documentation and the server itself apart. */
  compatible: number;
  /** How many only say something else to people. */
  documentation: number;
}

/** A change: `kind` says whether it has `before` and `after`. */
export type SnapshotChange = SnapshotChangeDetails & SnapshotTurn;

/** What every change says. */
export interface SnapshotChangeDetails {
  /** What kind of thing has changed. */
  subject: SnapshotSubject;
  /** The rule that says what the change does. */
  rule: SnapshotRule;
  /** What it is part of. */
  where: SnapshotWhere;
  /** What it does to callers who use the older snapshot. */
  effect: SnapshotEffect;
}

/**
 * What turned into what. Schemas are texts in the manner of TypeScript, with what TypeScript
 * cannot say as a comment; empty where all there is to say is that it is there.
 */
export type SnapshotTurn =
  SnapshotAdded | SnapshotRemoved | SnapshotChanged | SnapshotSaid;

/** What has come. */
export interface SnapshotAdded {
  /** It is new. */
  kind: "added";
  /** There was none. */
  before?: never;
  /** What there is now. */
  after: string;
}

/** What has gone. */
export interface SnapshotRemoved {
  /** It is gone. */
  kind: "removed";
  /** What there was. */
  before: string;
  /** There is none. */
  after?: never;
}

/** What is otherwise; of what is renamed, both names. */
export interface SnapshotChanged {
  /** It has another name, or is otherwise. */
  kind: "renamed" | "changed";
  /** What there was. */
  before: string;
  /** What there is now. */
  after: string;
}

/** What is said to people. */
export interface SnapshotSaid {
  /** Only what is said of it has changed. */
  kind: "documentation";
  /** What was said. */
  before?: string;
  /** What is said now. */
  after?: string;
}

/** What can change. */
export type SnapshotSubject =
  | "server"
  | "tool"
  | "argument"
  | "result"
  | "field"
  | "enum member"
  | "union member"
  | "annotation"
  | "prompt"
  | "template"
  | "variable"
  | "resource";

/** What a change is part of. */
export interface SnapshotWhere {
  /** The list that it is in; none for the server itself. */
  list?: SnapshotList;
  /** The name of the tool, prompt or template, or the address of the resource. */
  name?: string;
  /** The part of it: what is sent, what comes back, or anything else by its key. */
  part?: string;
  /**
   * Property names from the schema inwards; `[]` is each item of a list, `[0]` the first
   * one, `*` each other property.
   */
  path?: string[];
}

/** The lists of a server. */
export type SnapshotList =
  "tools" | "prompts" | "resourceTemplates" | "resources";

/** Whether callers who use the older snapshot still get on. */
export type SnapshotEffect = "compatible" | "possible" | "breaking";

/** What decides on the effect of a change; the table of rules says why. */
export type SnapshotRule =
  | "server-changed"
  | "tool-added"
  | "tool-removed"
  | "tool-renamed"
  | "argument-added"
  | "required-argument-added"
  | "argument-removed"
  | "argument-refused"
  | "argument-required"
  | "argument-optional"
  | "arguments-narrowed"
  | "arguments-widened"
  | "arguments-replaced"
  | "arguments-same"
  | "arguments-compatible"
  | "arguments-unproven"
  | "arguments-closed"
  | "arguments-opened"
  | "argument-member-added"
  | "argument-member-removed"
  | "argument-member-covered"
  | "result-added"
  | "result-removed"
  | "field-added"
  | "field-added-to-closed"
  | "field-removed"
  | "required-field-removed"
  | "field-required"
  | "field-optional"
  | "results-narrowed"
  | "results-widened"
  | "results-replaced"
  | "results-same"
  | "results-compatible"
  | "results-unproven"
  | "results-closed"
  | "results-opened"
  | "result-member-added"
  | "result-member-removed"
  | "result-member-covered"
  | "hint-lost"
  | "hint-gained"
  | "task-required"
  | "task-refused"
  | "task-offered"
  | "prompt-added"
  | "prompt-removed"
  | "prompt-renamed"
  | "template-added"
  | "template-removed"
  | "template-renamed"
  | "template-changed"
  | "template-extended"
  | "variable-added"
  | "variable-removed"
  | "resource-added"
  | "resource-removed"
  | "detail-changed"
  | "documentation";
