import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { InputError } from "../../base/diagnostics/error.ts";
import { packageRoot } from "../../base/package.ts";

/** What a module exports by default, and the files that it was read from. */
export interface LoadedModule {
  readonly value: unknown;
  /** The module, and what it imports outside of `node_modules`. */
  readonly files: readonly string[];
}

/**
 * Runs a module in TypeScript or JavaScript, of either module system, anew each time. Throws
 * an `InputError` when it cannot be read, or throws itself.
 */
export async function loadModule(
  path: string,
  name: string,
): Promise<LoadedModule> {
  const files = new Set([path]);
  try {
    const { createJiti } = await import("jiti");
    const library: unknown = await import(
      new URL("dist/index.js", packageRoot).href
    );
    const options = { fsCache: false, moduleCache: false };
    const { transform } = createJiti(path, options);
    const { cache } = createRequire(path);
    const jiti = createJiti(path, {
      ...options,
      // The one that runs: also where the project has none, or a link.
      virtualModules: { "mcp-gen": library },
      transform: (given) => {
        const { filename, source } = given;
        if (filename !== undefined) {
          files.add(filename);
          for (const file of dataFiles(filename, source)) {
            files.add(file);
            // Node keeps what it has read.
            delete cache[file];
          }
        }
        return { code: transform(given) };
      },
    });
    const module = await jiti.import<object>(path);
    if (!("default" in module)) throw withoutDefault(name);
    return { value: await module.default, files: [...files] };
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    throw new InputError(
      "invalid-config",
      `Cannot read ${name}: ${reasonOf(cause)}`,
      { cause },
    );
  }
}

/** The JSON files that a module names: they are no modules that are transformed. */
function dataFiles(module: string, source: string): string[] {
  const found = source.matchAll(/["'](?<path>\.{1,2}\/[^"'\n]*\.json)["']/g);
  return [...found]
    .map(({ groups }) => join(dirname(module), groups?.["path"] ?? ""))
    .filter((path) => existsSync(path));
}

function withoutDefault(name: string): InputError {
  return new InputError("invalid-config", `${name} has no default export`, {
    hint: "write: export default defineConfig({ … })",
  });
}

/** What was thrown, in one line. */
function reasonOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.replaceAll(/\s*\n\s*/g, " ").trim();
}
