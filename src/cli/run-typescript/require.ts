import Module from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { formatOf, isTypeScript, type ModuleFormat } from "./format.ts";
import { aliasFor, sourceFor } from "./resolve.ts";
import { transpile } from "./transpile.ts";

/** A module of CommonJS, as its loader has it. */
interface Loading {
  filename?: string | null;
  _compile(code: string, path: string, format?: string): unknown;
}

type FindFile = (
  specifier: string,
  parent: Loading | null | undefined,
  ...others: unknown[]
) => string;

/** What programs that teach `require` other languages have always changed of it. */
interface RequireLoader {
  _extensions: Record<string, (module: Loading, path: string) => void>;
  _resolveFilename: FindFile;
}

/**
 * Teaches `require` TypeScript. Hooks of modules do not reach it: Node calls them in another
 * thread, and for what is imported.
 */
export function hookRequire(): void {
  // Node's types leave out what is underlined, and tools have relied on it for a decade.
  const loader = Module as unknown as RequireLoader;
  for (const extension of [".ts", ".cts", ".mts", ".tsx"])
    loader._extensions[extension] = (module, path) => {
      const [code, format] = required(path);
      module._compile(code, path, format);
    };
  const find = loader._resolveFilename;
  loader._resolveFilename = function (
    this: unknown,
    specifier,
    parent,
    ...others
  ) {
    const from = parent?.filename
      ? pathToFileURL(parent.filename).href
      : undefined;
    const next = (name: string): string =>
      find.call(this, name, parent, ...others);
    const source = from === undefined ? undefined : sourceFor(specifier, from);
    // What is JavaScript may lie beside the source that it was made of.
    if (source !== undefined && isTypeScript(from ?? ""))
      return next(fileURLToPath(source));
    try {
      return next(specifier);
    } catch (error) {
      const other = source ?? aliasFor(specifier, from);
      if (other === undefined) throw error;
      return next(fileURLToPath(other));
    }
  };
}

/**
 * Before Node 22.15, hooks do not reach what a required module imports. One that imports
 * other sources is made CommonJS as well: then its imports come here, too.
 */
function required(path: string): [code: string, format: ModuleFormat] {
  const format = formatOf(path);
  const code = transpile(path, format);
  const reaches = "registerHooks" in Module;
  return format === "module" && !reaches && importsSource(code, path)
    ? [transpile(path, "commonjs"), "commonjs"]
    : [code, format];
}

function importsSource(code: string, path: string): boolean {
  const { href } = pathToFileURL(path);
  const relative = /\b(?:from|import)\s*["'](\.[^"']*)["']/g;
  return [...code.matchAll(relative)].some(
    ([, specifier = ""]) => sourceFor(specifier, href) !== undefined,
  );
}
