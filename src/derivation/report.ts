// Types alone, as the published report.schema.json is made of this file.

/**
 * Where the code of an SDK for one revision comes from: what follows from its schema, what
 * needs to be told besides, and what people wrote.
 */
export interface DerivationReport {
  /** The version of this format. */
  formatVersion: 1;
  /** The version of mcp-gen whose code was counted. */
  generator: string;
  /** The revision. */
  revision: string;
  /** The digest of its schema.ts, in hex, where that is known. */
  sha256?: string;
  /** The revision beside it, to and from which values cross; absent where there is none. */
  neighbour?: string;
  /** The extensions that are part of it, by their identifiers. */
  extensions: string[];
  /** The layers that are printed from the schema. */
  derived: DerivedLayer[];
  /** The layers that people wrote, which are the same for every revision. */
  handWritten: HandWrittenLayer[];
  /** The parts of the generator that serve several layers, which people wrote once. */
  generatorParts: GeneratorPart[];
  /** What the schema cannot say, by what it is about. */
  facts: FactGroup[];
  /** Where the published JSON Schema says something else than the schema.ts. */
  disagreements: Disagreement[];
  /** What the generator found doubtful in the schema.ts. */
  doubts: Doubt[];
  /** Each method, and the layers written by hand that know it. */
  methods: MethodKnowledge[];
  /** Sums. */
  totals: ReportTotals;
}

/** Lines with something on them. */
export interface LineCount {
  /** Lines of code. */
  code: number;
  /** Lines of comments alone; of JSON, lines of descriptions. */
  comments: number;
}

/** A layer that is printed from the schema. */
export interface DerivedLayer {
  /** Its name. */
  name: string;
  /** What it is, in a few words. */
  what: string;
  /** Whether facts or names decide any line of its code, or the schema alone does. */
  origin: "derived" | "derived-with-facts";
  /** What is printed for this revision. */
  lines: LineCount;
  /** Of its lines of code, those that would read otherwise, or not be there, without facts. */
  linesByFacts: number;
  /** Those that would, if the types that the generator knows by name had other names. */
  linesByNames: number;
  /** The groups of facts that change its code. */
  facts: FactKind[];
  /** The code that prints it, which people wrote once for all revisions. */
  emitter: LineCount;
}

/** A layer that people wrote. */
export interface HandWrittenLayer {
  /** Its name. */
  name: string;
  /** What it is, in a few words. */
  what: string;
  /** What it is counted as. */
  origin: "hand-written";
  /** How many files it has. */
  files: number;
  /** What is in them. */
  lines: LineCount;
  /** The methods of this revision that it knows by name. */
  methods: string[];
  /** Whether an SDK of this revision alone has use for it. */
  isNeeded: boolean;
  /** What a revision must have, where not every one needs it. */
  neededFor?: string;
}

/** A part of the generator. */
export interface GeneratorPart {
  /** Its name. */
  name: string;
  /** What it is, in a few words. */
  what: string;
  /** What is in it. */
  lines: LineCount;
}

/** What facts are about. */
export type FactKind =
  | "capabilities"
  | "features"
  | "errors"
  | "codes"
  | "pages"
  | "fractions"
  | "inputs"
  | "names"
  | "messages"
  | "descriptions"
  | "conventions"
  | "extensions";

/** The facts of one kind. */
export interface FactGroup {
  /** What they are about. */
  kind: FactKind;
  /** What a schema.ts cannot say today. */
  cannotSay: string;
  /** What could say it there. */
  couldSay: string;
  /** The facts that this revision needs: without one of them, the output is another. */
  facts: NeededFact[];
}

/** One thing that had to be told. */
export interface NeededFact {
  /** The method, type, field, code or feature. */
  about: string;
  /** What is true of it. */
  says: string;
  /** Why it is needed. */
  reason: string;
  /** The page that says it, relative to the revision's pages. */
  page: string;
  /** The address of that page. */
  address: string;
  /** Whether it was added for this report, and is none that mcp-gen knows. */
  isAdded?: true;
}

/** A way in which the published JSON Schema is at odds with the schema.ts. */
export interface Disagreement {
  /** Its name; `unexplained` for what no erratum is known for. */
  name: string;
  /** What is right, and why. */
  reason: string;
  /** The page that says it, relative to the revision's pages. */
  page: string;
  /** The address of that page. */
  address: string;
  /** Where it may be found: JSON pointers into the corrected document; `**` is any number of steps. */
  pointers: string[];
  /** At how many places it was found. Zero where only the schema's comments show it, and these are not at hand. */
  count: number;
  /** The first of these places. */
  places: DisagreementPlace[];
}

/** One place where they are at odds. */
export interface DisagreementPlace {
  /** A JSON pointer into the corrected document. */
  pointer: string;
  /** What the published file says, as JSON; absent where it says nothing. */
  published?: string;
  /** What the schema.ts says, as JSON; absent where it says nothing. */
  schema?: string;
}

/** Something doubtful in the schema.ts. */
export interface Doubt {
  /** Which diagnostic it is. */
  code: string;
  /** What is doubtful. */
  message: string;
  /** What may help. */
  hint?: string;
}

/** What is known by hand of a method. */
export interface MethodKnowledge {
  /** The method. */
  method: string;
  /** Whether it is answered. */
  kind: "request" | "notification";
  /** The layers written by hand that know it by name: where there is none, all of it is derived. */
  knownBy: string[];
}

/** Sums of lines of code, without comments. */
export interface ReportTotals {
  /** Printed from the schema alone. */
  derived: number;
  /** Printed for layers that facts change. */
  derivedWithFacts: number;
  /** Of these, the lines that facts decide. */
  linesByFacts: number;
  /** Of all that is printed, the lines that depend on what the generator knows by name. */
  linesByNames: number;
  /** Written by hand, and needed by this revision. */
  handWritten: number;
  /** Written by hand for other revisions. */
  handWrittenForOthers: number;
  /** The generator, which people wrote once for all revisions. */
  generator: number;
}
