import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { threadId } from "node:worker_threads";
import { sha256 } from "./digest.ts";

/**
 * Where to keep what was made of a file; undefined where no packages are installed above it.
 * It is beside the packages of the project: what is in a shared folder, others could write.
 */
export function packageCacheFile(
  path: string,
  ending: string,
): string | undefined {
  const modules = modulesAbove(dirname(path));
  return modules === undefined
    ? undefined
    : join(modules, ".cache/mcp-gen", `${sha256(path)}${ending}`);
}

/** Writes such a file as a whole. Nobody misses what cannot be kept. */
export function writePackageCache(
  file: string,
  content: string | Uint8Array,
): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    // Another program may read it meanwhile: it sees one content or the other.
    const draft = `${file}.${Date.now()}-${threadId}-${Math.random()}`;
    writeFileSync(draft, content);
    renameSync(draft, file);
  } catch {
    // A folder that may not be written, or a full disk.
  }
}

function modulesAbove(folder: string): string | undefined {
  const modules = join(folder, "node_modules");
  if (existsSync(modules)) return modules;
  const parent = dirname(folder);
  return parent === folder ? undefined : modulesAbove(parent);
}
