import type { Diagnostic } from "../../../base/diagnostics/diagnostic.ts";
import type { DiagnosticCode } from "../../../base/diagnostics/codes.ts";
import { createDiagnostic } from "../../../base/diagnostics/create.ts";
import type {
  CoreImport,
  Declaration,
  KeywordType,
  Property,
  SelectType,
  Type,
  WrapType,
} from "../../model/index.ts";
import type { PatternJudge } from "../../json-schema/index.ts";
import type { ts } from "./compiler.ts";
import type { Declared, SchemaModule } from "./module.ts";
import { excerptAt, positionAt } from "./source.ts";

/** A schema file, as text. The path serves positions and the resolution of siblings. */
export interface SchemaFile {
  path: string;
  text: string;
}

export interface ParserOptions {
  /**
   * Reads a file that a schema imports. The specifier is relative to `from`, starts with `./`,
   * never leaves the folder and ends with `.ts`.
   */
  readSibling?: (specifier: string, from: string) => SchemaFile | undefined;
  /**
   * The names that the core declares, in whichever revision: what is read is the schema of an
   * extension then, and imports them from the core, whatever the specifier says.
   */
  core?: ReadonlySet<string>;
}

/** What one run of the parser has gathered. */
export interface ParseSession {
  options: ParserOptions;
  /** Reads a file into a module, or finds it among those that have been read. */
  open(file: SchemaFile): SchemaModule;
  /** By path, in the order they were read. */
  modules: Map<string, SchemaModule>;
  diagnostics: Diagnostic[];
  /** Names that become declarations. The set grows while they are read. */
  needed: Set<Declared>;
  declarations: Map<Declared, Declaration>;
  /** What an extension takes from the core, by name. */
  coreImports: Map<string, CoreImport>;
  /** Checks that need every declaration. */
  checks: Check[];
  /** The syntax of types, properties and index signatures, by what was read of it. */
  places: Map<object, CheckPlace>;
  /** Finds out if a pattern can be tested in linear time. */
  judgePattern: PatternJudge;
}

/** The module that is being read. */
export interface Site {
  session: ParseSession;
  module: SchemaModule;
}

/** Where in its module the reader stands, and how it reads on. */
export interface Reader extends Site {
  /** How many types enclose the one that is read next. */
  depth: number;
  /** Whether `undefined` may stand in the union that is read next: it says that nothing is there. */
  absence?: true;
  /** Reads a type that stands inside of what is read. */
  readType(inside: Reader, node: ts.TypeNode): Type;
}

/** A check that needs every declaration. */
export type Check =
  | (CheckPlace & { kind: "object"; type: Type })
  | (CheckPlace & { kind: "wrapped"; type: Type; name: WrapType["name"] })
  | (CheckPlace & { kind: "rest"; type: Type })
  | (CheckPlace & { kind: "record"; key: Type })
  | (CheckPlace & {
      kind: "merged";
      owner: string;
      first: Member;
      again: Property;
    })
  | (CheckPlace & { kind: "select"; select: SelectType; key: Type });

/** A property, with its syntax. */
interface Member {
  property: Property;
  node: ts.Node;
}

/** Where to report a check that fails. */
export interface CheckPlace {
  reader: Reader;
  node: ts.Node;
}

/** Stands in for a type that has been reported. Compared by identity. */
export const unreadableType: KeywordType = Object.freeze({
  kind: "keyword",
  name: "never",
});

/** What a diagnostic says beyond its code and its place. */
export interface Wording {
  message: string;
  hint: string;
  /** The other place, where it is about two. */
  other?: ts.Node;
}

/** Adds a diagnostic at the node. */
export function report(
  site: Site,
  code: DiagnosticCode,
  node: ts.Node,
  finding: Wording,
): void {
  const start = node.getStart(site.module.source);
  reportAt(site, code, { start, length: node.end - start }, finding);
}

/** Adds a diagnostic at a stretch of the source. */
export function reportAt(
  { session, module }: Site,
  code: DiagnosticCode,
  span: { start: number; length: number },
  { message, hint, other }: Wording,
): void {
  const diagnostic = createDiagnostic(code, {
    message,
    hint,
    position: positionAt(module, span.start),
    ...(other && { other: positionAt(module, other.getStart(module.source)) }),
    excerpt: excerptAt(module, span),
  });
  session.diagnostics.push(diagnostic);
}

/** Reports the node and answers the type that stands in for it. */
export function refuse(
  reader: Reader,
  code: DiagnosticCode,
  node: ts.Node,
  finding: Wording,
): Type {
  report(reader, code, node, finding);
  return unreadableType;
}
