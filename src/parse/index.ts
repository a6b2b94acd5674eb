import { createDiagnostic } from "../diagnostics/create.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Declaration } from "../model/index.ts";
import { runChecks } from "./check/check.ts";
import { readDeclaration } from "./declarations/declarations.ts";
import type { SchemaModule } from "./source/module.ts";
import { openModule } from "./modules/open.ts";
import { checkImports } from "./modules/missing.ts";
import { exportsOf, importsOf } from "./modules/resolve.ts";
import { readType } from "./types/types.ts";
import { orderDeclarations } from "./modules/order.ts";
import type {
  ParserOptions,
  SchemaFile,
  ParseSession,
} from "./source/session.ts";

export type { ParserOptions, SchemaFile } from "./source/session.ts";

export interface ParsedSchema {
  /** In source order, what is imported first. Incomplete when a diagnostic is an error. */
  declarations: Declaration[];
  /** All that was found, by file, line and column. */
  diagnostics: Diagnostic[];
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
    modules: new Map(),
    diagnostics: [],
    needed: new Set(),
    declarations: new Map(),
    checks: [],
  };
  try {
    const declarations = readSession(session, file);
    const isEmpty = declarations.length + session.diagnostics.length === 0;
    return isEmpty
      ? { declarations, diagnostics: [nothingDeclared(file)] }
      : { declarations, diagnostics: inSourceOrder(session) };
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    return { declarations: [], diagnostics: [tooDeep(file)] };
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
  runChecks(session, new Map(declarations.map((one) => [one.name, one])));
  return declarations;
}

/** Reading a declaration adds those that it names; a set visits what is added to it meanwhile. */
function readNeeded(session: ParseSession): void {
  for (const declared of session.needed) {
    const { module } = declared;
    const reader = { session, module, depth: 0, readType };
    const declaration = readDeclaration(reader, declared);
    if (declaration !== undefined) {
      session.declarations.set(declared, declaration);
    }
  }
}

function inSourceOrder({ modules, diagnostics }: ParseSession): Diagnostic[] {
  const files = [...modules.values()].map(({ path }: SchemaModule) => path);
  const rank = ({ position }: Diagnostic): [number, number, number] => [
    files.indexOf(position?.file ?? ""),
    position?.line ?? 0,
    position?.column ?? 0,
  ];
  return diagnostics.sort((a, b) => compare(rank(a), rank(b)));
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
