import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { ts } from "ts-morph";
import { sha256 } from "../../base/digest.ts";
import { packageVersion } from "../../base/package.ts";
import { readCached, writeCached } from "./cache.ts";
import type { ModuleFormat } from "./format.ts";
import { compilerOptions, configFor, type Compiler } from "./options.ts";

/**
 * JavaScript of a TypeScript file, types left out and not checked. What was made once is
 * kept, so that the compiler is loaded for files that changed only. Throws a SyntaxError.
 */
export function transpile(path: string, format: ModuleFormat): string {
  const text = readFileSync(path, "utf8");
  const config = configFor(dirname(path));
  const configText = config === undefined ? "" : readFileSync(config, "utf8");
  const key = sha256(
    JSON.stringify([packageVersion(), format, path, configText, text]),
  );
  const cached = readCached(path, key);
  if (cached !== undefined) return cached;
  const output = compile(compilerOptions(path), path, text, format);
  writeCached(path, key, output);
  return output;
}

function compile(
  { ts, options }: Compiler,
  path: string,
  text: string,
  format: ModuleFormat,
): string {
  const { outputText, diagnostics = [] } = ts.transpileModule(text, {
    // The compiler makes .mts nothing but a module.
    fileName: format === "commonjs" ? path.replace(/\.mts$/, ".ts") : path,
    reportDiagnostics: true,
    compilerOptions: {
      ...syntaxOptions(options),
      module: moduleKind(ts, options, format),
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
      inlineSourceMap: true,
      inlineSources: true,
    },
  });
  const [first] = diagnostics;
  if (first) throw new SyntaxError(describe(ts, first, path));
  return outputText;
}

/** `import()` in CommonJS stays one where Node's rules hold, and is `require` where not. */
function moduleKind(
  { ModuleKind }: typeof ts,
  { module = ModuleKind.CommonJS }: ts.CompilerOptions,
  format: ModuleFormat,
): ts.ModuleKind {
  if (format === "module") return ModuleKind.ESNext;
  const isNode = module >= ModuleKind.Node16 && module <= ModuleKind.NodeNext;
  // To Node's rules, .mts is a module whatever is asked for.
  return isNode ? ModuleKind.NodeNext : ModuleKind.CommonJS;
}

/** What changes the meaning of a file; the rest is about checks and about output. */
const syntax = [
  "experimentalDecorators",
  "emitDecoratorMetadata",
  "useDefineForClassFields",
  "verbatimModuleSyntax",
  "jsx",
  "jsxFactory",
  "jsxFragmentFactory",
  "jsxImportSource",
] as const satisfies readonly (keyof ts.CompilerOptions)[];

function syntaxOptions(options: ts.CompilerOptions): ts.CompilerOptions {
  const chosen = syntax.map((name) => [name, options[name]] as const);
  return Object.fromEntries(chosen.filter(([, value]) => value !== undefined));
}

function describe(
  compiler: typeof ts,
  { messageText, file, start }: ts.Diagnostic,
  path: string,
): string {
  const text = compiler.flattenDiagnosticMessageText(messageText, "\n");
  if (file === undefined || start === undefined) return `${path}: ${text}`;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return `${path}:${line + 1}:${character + 1}: ${text}`;
}
