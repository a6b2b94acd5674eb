import { dirname, relative, resolve, sep } from "node:path";
import { InputError } from "../../base/diagnostics/error.ts";
import { isJsonObject } from "../../base/json-object.ts";
import { readJsonFile } from "../../base/json-file.ts";
import { checkConfig } from "./format/check-config.ts";
import type { Config, OutputConfig } from "./config.ts";
import { findConfig } from "./find.ts";

/** A configuration, and where it was found. */
export interface ReadConfig {
  /** Its absolute path. */
  readonly path: string;
  /** What messages call it: its path from the working directory. */
  readonly name: string;
  /** The folder that its paths count from, and that the lock lies in. */
  readonly folder: string;
  readonly config: Config;
  /** The outputs, of one or of several. */
  readonly outputs: readonly OutputConfig[];
  /** The files that it was read from: itself, and what it imports. */
  readonly files: readonly string[];
}

/**
 * Reads the configuration: `file`, or the one that lies in `cwd`, if any does. Throws an
 * `InputError` where there are two, and for one that cannot be understood.
 */
export async function readConfig(
  cwd: string,
  file?: string,
): Promise<ReadConfig | undefined> {
  const path = file === undefined ? findConfig(cwd) : resolve(cwd, file);
  if (path === undefined) return undefined;
  const name = relative(cwd, path).split(sep).join("/");
  const { value, files } = await readValue(path, name);
  const config = checkConfig(value, name, dirname(path));
  return {
    path,
    name,
    folder: dirname(path),
    config,
    files,
    outputs: "outputs" in config ? config.outputs : [config],
  };
}

async function readValue(
  path: string,
  name: string,
): Promise<{ value: unknown; files: readonly string[] }> {
  if (path.endsWith(".json"))
    return { value: readJsonFile(path, "invalid-config"), files: [path] };
  if (!/\.[cm]?[jt]s$/.test(path))
    throw new InputError(
      "invalid-config",
      `${name} is neither TypeScript, JavaScript nor JSON by its name`,
      { hint: "name a file that ends in .ts, .js or .json" },
    );
  const { readBytes } = await import("../../base/read-bytes.ts");
  // Whether it is there and may be read is told as of any file.
  readBytes(path);
  const { loadModule } = await import("./load-module.ts");
  const { value, files } = await loadModule(path, name);
  return { value: withoutUndefined(value), files };
}

/** In a module, a field that is undefined is one that is not there. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) =>
      field === undefined ? [] : [[name, withoutUndefined(field)]],
    ),
  );
}
