import { createRequire } from "node:module";
import ts from "typescript-5.9";
import type { JsonSchema } from "../../src/emit/json-schema/index.ts";
const require = createRequire(import.meta.url);
const tjs = require("typescript-json-schema");
const own: typeof ts = createRequire(require.resolve("typescript-json-schema"))("typescript");
const cache = new Map<string, ts.SourceFile>();

function program(compiler: typeof ts, files: Readonly<Record<string, string>>, options: ts.CompilerOptions): ts.Program {
  const host = compiler.createCompilerHost(options);
  const read = host.getSourceFile;
  host.getSourceFile = (name, target) => {
    if (Object.hasOwn(files, name)) return compiler.createSourceFile(name, files[name]!, target, true);
    const key = name + (options.strict ? "s":"");
    const known = cache.get(key) ?? read.call(host, name, target)!;
    cache.set(key, known);
    return known;
  };
  host.fileExists = (n) => Object.hasOwn(files, n);
  host.getCurrentDirectory = () => "/";
  return compiler.createProgram(Object.keys(files), options, host);
}
export function semanticErrors(files: Readonly<Record<string, string>>): { code: number; message: string; file: string }[] {
  const abs = Object.fromEntries(Object.entries(files).map(([n, t]) => ["/" + n, t]));
  const p = program(ts, abs, { strict: true, exactOptionalPropertyTypes: true, noEmit: true, allowImportingTsExtensions: true, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, target: ts.ScriptTarget.ES2022, lib: ["lib.es5.d.ts"], types: [], noPropertyAccessFromIndexSignature: true, verbatimModuleSyntax: true, isolatedDeclarations: true, declaration: true });
  return [...p.getSyntacticDiagnostics(), ...p.getSemanticDiagnostics()].map(d => ({ code: d.code, message: ts.flattenDiagnosticMessageText(d.messageText, "\n"), file: d.file?.fileName ?? "" }));
}
export function publishedSchema(text: string): JsonSchema {
  const p = program(own, { "/schema.ts": text }, { noEmit: true, emitDecoratorMetadata: true, experimentalDecorators: true, target: own.ScriptTarget.ES5, module: own.ModuleKind.CommonJS, allowUnusedLabels: true, lib: ["lib.es5.d.ts"], types: [], skipLibCheck: true, strictNullChecks: false });
  const schema = tjs.generateSchema(p, "*", { required: true, defaultNumberType: "integer", ignoreErrors: true });
  return schema.definitions ?? {};
}
