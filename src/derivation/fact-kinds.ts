import type { FactTables } from "../spec/facts/index.ts";
import type { FactKind } from "./report.ts";

/** The kinds of facts that stand in tables. */
export type TableName = keyof FactTables;

/** What a kind of fact is about, and how one of it reads. */
export interface FactWords<Fact> {
  /** What a schema.ts cannot say. */
  readonly cannotSay: string;
  /** What could say it there. */
  readonly couldSay: string;
  /** What is told of. */
  about(fact: Fact): string;
  /** What is told. */
  says(fact: Fact): string;
}

/** How the facts of each table read. */
export const tableWords: {
  readonly [Name in TableName]: FactWords<FactTables[Name][number]>;
} = {
  capabilities: {
    cannotSay: "which capability must be declared before a method is used",
    couldSay: "a tag at the message: `@capability server tools.listChanged`",
    about: ({ method }) => method,
    says: ({ side, path }) => `needs \`${path}\` of the ${side}`,
  },
  features: {
    cannotSay:
      "what a transport, a form or a file format may rely on in the revision",
    couldSay: "a constant of the revision that lists them",
    about: ({ name }) => name,
    says: () => "holds",
  },
  errors: {
    cannotSay: "error codes that only the prose names",
    couldSay: "a constant, as for the other codes",
    about: ({ name }) => name,
    says: ({ code }) => `is ${code}`,
  },
  codes: {
    cannotSay: "which error codes must not be sent, and what is sent instead",
    couldSay: "constants for the ends of the ranges",
    about: ({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`),
    says: ({ as }) => `is sent as ${as}`,
  },
  pages: {
    cannotSay: "which page describes a method",
    couldSay: "a tag at the message: `@see` with the page",
    about: ({ method }) => method,
    says: ({ page }) => `is described by \`${page}\``,
  },
  fractions: {
    cannotSay: "that a number may have a fraction: TypeScript has one `number`",
    couldSay: "a tag at the field, as others have `@TJS-type integer`",
    about: ({ at }) => at,
    says: () => "may have a fraction",
  },
  inputs: {
    cannotSay: "which requests may be answered only after a question",
    couldSay: "a result that asks, as later revisions have it",
    about: ({ method }) => method,
    says: () => "may ask for input first",
  },
  names: {
    cannotSay: "which param names what a request calls",
    couldSay: "a tag at the param: `@header Mcp-Name`",
    about: ({ method }) => method,
    says: ({ param }) => `is called by its \`${param}\``,
  },
  messages: {
    cannotSay: "which of several declarations with one method is the message",
    couldSay: "the union of the side that sends it",
    about: ({ method }) => method,
    says: ({ type }) => `is the message \`${type}\``,
  },
  descriptions: {
    cannotSay:
      "what types, fields and methods are for, where its comments are not at hand: in the models that ship, words of their own stand for them, and no line of code depends on one",
    couldSay: "its comments do, when it is read itself",
    about: ({ of }) => of,
    says: ({ text }) => text,
  },
};

/** The kinds that stand in no table. */
export const otherWords: Readonly<
  Record<
    Exclude<FactKind, TableName>,
    Pick<FactWords<never>, "cannotSay" | "couldSay">
  >
> = {
  conventions: {
    cannotSay:
      "which of its types have a part in every message, and which result answers a request: the generator knows them by the names that the schema's authors give them",
    couldSay:
      "tags at these types, or a page that fixes their names; of a request, a type that refers to its result",
  },
  extensions: {
    cannotSay:
      "how an extension meets the core: who sends its messages, which results of the core it stands for, what it adds to types of the core",
    couldSay: "tags at its messages, and a manifest beside its schema",
  },
};

export const tableNames: readonly TableName[] = Object.keys(
  tableWords,
  // The keys of the table, which is written out above.
) as TableName[];
