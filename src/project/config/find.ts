import { existsSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "../../base/diagnostics/error.ts";
import { lockPath } from "./lock.ts";

/** The names of a configuration; a folder has one of them. */
export const configNames = [
  "mcp-gen.config.ts",
  "mcp-gen.config.mts",
  "mcp-gen.config.cts",
  "mcp-gen.config.js",
  "mcp-gen.config.mjs",
  "mcp-gen.config.cjs",
  "mcp-gen.config.json",
] as const;

/** The path of the configuration in a folder. Throws an `InputError` where there are two. */
export function findConfig(folder: string): string | undefined {
  const found = namesIn(folder);
  const [first] = found;
  if (found.length > 1)
    throw new InputError(
      "invalid-config",
      `There are two configurations: ${found.join(" and ")}`,
      { hint: "remove one, or name the one that counts: --config <file>" },
    );
  return first === undefined ? undefined : join(folder, first);
}

/** Whether a folder has a configuration or a lock. */
export function hasProject(folder: string): boolean {
  return namesIn(folder).length > 0 || existsSync(join(folder, lockPath));
}

function namesIn(folder: string): string[] {
  return configNames.filter((name) => existsSync(join(folder, name)));
}
