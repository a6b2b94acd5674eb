import { generateSchema, ts } from "typescript-json-schema";
import type { JsonSchema } from "../../../src/emit/json-schema/index.ts";

/** The texts of files, by path. */
export type Files = Readonly<Record<string, string>>;

/** What the compiler has against a file. */
export interface Refusal {
  readonly code: number;
  readonly text: string;
}

const strict: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  types: [],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
};

/** The library of a language without an environment. */
export const standard: readonly string[] = ["lib.es2023.d.ts"];

/** What the compiler, as strict as it can be, says of the files outside of `runtime`. */
export function refusals(
  files: Files,
  lib: readonly string[] = standard,
): Refusal[] {
  const program = createProgram(files, { ...strict, lib: [...lib] });
  const sources = program
    .getSourceFiles()
    .filter(({ fileName }) => Object.hasOwn(files, fileName))
    .filter(({ fileName }) => !fileName.startsWith("/runtime/"));
  return sources
    .flatMap((source) => [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ])
    .map(({ code, messageText, file }) => ({
      code,
      text: `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    }));
}

// As the published files are made: null is no type of its own, and every number an integer.
const published: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES5,
  lib: ["lib.es5.d.ts"],
  types: [],
  noEmit: true,
  strictNullChecks: false,
};

/**
 * The definitions that typescript-json-schema makes of a schema. Throws where that tool fails,
 * as it does on some recursive types.
 */
export function publishedDefinitions(text: string): Record<string, JsonSchema> {
  const program = createProgram({ "/schema.ts": text }, published);
  const schema = generateSchema(program, "*", {
    required: true,
    defaultNumberType: "integer",
    ignoreErrors: true,
  });
  // The tool's own type knows keywords that are never printed here.
  return (schema?.definitions ?? {}) as Record<string, JsonSchema>;
}

// The library files are the same in every program, and so is the runtime: each of
// their files is parsed and bound once.
const libraries = new Map<string, ts.SourceFile | undefined>();
const runtimes = new Map<string, ts.SourceFile>();

/** A source, which is the same one where it is of the runtime and says the same. */
function sourceFile(
  name: string,
  text: string,
  target: ts.ScriptTarget | ts.CreateSourceFileOptions,
): ts.SourceFile {
  const known = runtimes.get(name);
  if (known?.text === text) return known;
  const source = ts.createSourceFile(name, text, target);
  if (name.startsWith("/runtime/")) runtimes.set(name, source);
  return source;
}

function createProgram(files: Files, options: ts.CompilerOptions): ts.Program {
  const host = ts.createCompilerHost(options);
  const readLibrary = host.getSourceFile.bind(host);
  host.getSourceFile = (name, target) => {
    const text = Object.hasOwn(files, name) ? files[name] : undefined;
    if (text !== undefined) return sourceFile(name, text, target);
    const key = `${options.strict === true} ${name}`;
    if (!libraries.has(key)) libraries.set(key, readLibrary(name, target));
    return libraries.get(key);
  };
  host.fileExists = (name) => Object.hasOwn(files, name);
  host.directoryExists = () => true;
  host.getCurrentDirectory = () => "/";
  return ts.createProgram(Object.keys(files), options, host);
}
