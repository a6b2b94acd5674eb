import { createDiagnostic } from "../../base/diagnostics/create.ts";
import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import type { CoreImport, Declaration } from "../model/index.ts";
import { createPatternJudge } from "../json-schema/index.ts";
import { runChecks } from "./check/check.ts";
import { readDeclaration } from "./declarations/declarations.ts";
import { keepCompiler } from "./source/compiler.ts";
import type { SchemaModule } from "./source/module.ts";
import { openModule } from "./modules/open.ts";
import { checkOwnNames, copiesCore } from "./modules/core.ts";
import { unexportedNames } from "./modules/exported.ts";
import { checkImports } from "./modules/missing.ts";
import { checkUnreadResults } from "./modules/unread.ts";
import { exportsOf, importsOf } from "./modules/resolve.ts";
import { readType } from "./types/types.ts";
import { orderDeclarations } from "./modules/order.ts";
import type {
  ParserOptions,
  SchemaFile,
  ParseSession,
  Reader,
} from "./source/session.ts";

export type { ParserOptions, SchemaFile } from "./source/session.ts";

/** Steps of work on all patterns of a schema together: some seconds at most. */
const patternBudget = 10_000_000;

export interface ParsedSchema {
  /** In source order, what is imported first. Incomplete when a diagnostic is an error. */
  declarations: Declaration[];
  /** All that was found, by file, line and column. */
  diagnostics: Diagnostic[];
  /** What an extension takes from the core, in source order. */
  imports: CoreImport[];
  /** The names that are declared, and not exported. */
  unexported: string[];
}

/**
 * Reads a schema.ts into its declarations. Whatever it cannot read is a diagnostic; it does not
 * throw because of the text.
 */
export function parseSchema(
  file: SchemaFile,
  options: ParserOptions = {},
): ParsedSchema {
  const session: ParseSession = {
    options,
    open: (sibling) => openModule(session, sibling),
    modules: new Map(),
    diagnostics: [],
    needed: new Set(),
    declarations: new Map(),
    coreImports: new Map(),
    checks: [],
    places: new Map(),
    judgePattern: createPatternJudge({ budget: patternBudget }),
  };
  try {
    const declarations = readSession(session, file);
    keepCompiler();
    const isEmpty = declarations.length + session.diagnostics.length === 0;
    return {
      declarations,
      diagnostics: isEmpty ? [nothingDeclared(file)] : inSourceOrder(session),
      imports: [...session.coreImports.values()],
      unexported: unexportedNames(session),
    };
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    return {
      declarations: [],
      diagnostics: [tooDeep(file)],
      imports: [],
      unexported: [],
    };
  }
}

function readSession(session: ParseSession, file: SchemaFile): Declaration[] {
  const root = openModule(session, file);
  checkImports(session);
  for (const one of [...importsOf(root), ...exportsOf(root)]) {
    session.needed.add(one);
  }
  readNeeded(session);
  const declarations = orderDeclarations(session, root);
  checkOwnNames(session);
  checkUnreadResults(session);
  runChecks(session, new Map(declarations.map((one) => [one.name, one])));
  return declarations;
}

/** Reading a declaration adds those that it names; a set visits what is added to it meanwhile. */
function readNeeded(session: ParseSession): void {
  for (const declared of session.needed) {
    const { module } = declared;
    const reader: Reader = { session, module, depth: 0, readType };
    const declaration = readDeclaration(reader, declared);
    if (declaration !== undefined) {
      session.declarations.set(declared, declaration);
    }
  }
}

function inSourceOrder(session: ParseSession): Diagnostic[] {
  const { modules } = session;
  const files = [...modules.values()].map(({ path }: SchemaModule) => path);
  const unread = new Set(unreadCopies(session).map(({ path }) => path));
  const diagnostics = session.diagnostics.filter(
    ({ position }) => position === undefined || !unread.has(position.file),
  );
  const rank = ({ position }: Diagnostic): [number, number, number] => [
    files.indexOf(position?.file ?? ""),
    position?.line ?? 0,
    position?.column ?? 0,
  ];
  const sorted = diagnostics.sort((a, b) => compare(rank(a), rank(b)));
  return sorted.filter((one, index) => !isSame(one, sorted[index - 1]));
}

/** Copies of the core's schema of which an extension takes nothing: they may hold what they want. */
function unreadCopies({
  modules,
  options: { core },
  declarations,
}: ParseSession): SchemaModule[] {
  if (core === undefined) return [];
  const read = new Set([...declarations.keys()].map(({ module }) => module));
  return [...modules.values()].filter(
    (module) => !read.has(module) && copiesCore(module, core),
  );
}

/** What is read twice, as by an indexed access, is reported once. */
function isSame(one: Diagnostic, other: Diagnostic | undefined): boolean {
  const isAtOnePlace =
    one.position !== undefined &&
    one.position.file === other?.position?.file &&
    one.position.line === other.position.line &&
    one.position.column === other.position.column;
  return (
    isAtOnePlace && one.code === other?.code && one.message === other.message
  );
}

function compare(a: readonly number[], b: readonly number[]): number {
  const different = a.findIndex((value, index) => value !== b[index]);
  return (a[different] ?? 0) - (b[different] ?? 0);
}

/** What is empty is more often a broken pipe than a schema. */
function nothingDeclared({ path }: SchemaFile): Diagnostic {
  return createDiagnostic("nothing-declared", {
    message: "the file declares no type and no constant",
    hint: "see whether the right file was read, and to its end",
    position: { file: path, line: 1, column: 1 },
  });
}

// The parser descends once for each bracket and has no limit of its own.
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError;
}

function tooDeep({ path }: SchemaFile): Diagnostic {
  return createDiagnostic("too-deep", {
    message: "the file nests too deeply to be read",
    hint: "give the inner types names of their own",
    position: { file: path, line: 1, column: 1 },
  });
}
