import { readFileSync } from "node:fs";
import {
  packageCacheFile,
  writePackageCache,
} from "../../base/package-cache.ts";

/** What was kept of a file under that key. */
export function readCached(path: string, key: string): string | undefined {
  const file = packageCacheFile(path, ".js");
  if (file === undefined) return undefined;
  try {
    const text = readFileSync(file, "utf8");
    return text.startsWith(`//${key}\n`)
      ? text.slice(key.length + 3)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps one output of each file. Nobody misses what cannot be kept. */
export function writeCached(path: string, key: string, output: string): void {
  const file = packageCacheFile(path, ".js");
  if (file !== undefined) writePackageCache(file, `//${key}\n${output}`);
}
