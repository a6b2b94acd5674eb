import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ts } from "ts-morph";

/** The compiler, and what the nearest tsconfig.json says. */
export interface Compiler {
  ts: typeof ts;
  options: ts.CompilerOptions;
}

const require = createRequire(import.meta.url);
const known = new Map<string, ts.CompilerOptions>();

/** Loads the compiler, which takes longer than most servers: ask for it last. */
export function compilerOptions(path: string): Compiler {
  // At once, for `require` waits for nothing.
  const { ts } = require("ts-morph") as typeof import("ts-morph");
  const config = configFor(dirname(path));
  if (config === undefined) return { ts, options: {} };
  let options = known.get(config);
  if (options === undefined) {
    options = ts.parseJsonConfigFileContent(
      ts.readConfigFile(config, ts.sys.readFile).config ?? {},
      { ...ts.sys, readDirectory: () => [] },
      dirname(config),
      {},
      config,
    ).options;
    known.set(config, options);
  }
  return { ts, options };
}

/** The tsconfig.json of a folder, or of the nearest above it. */
export function configFor(folder: string): string | undefined {
  const config = join(folder, "tsconfig.json");
  if (existsSync(config)) return config;
  const parent = dirname(folder);
  return parent === folder ? undefined : configFor(parent);
}
