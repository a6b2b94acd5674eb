import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { threadId } from "node:worker_threads";
import { sha256 } from "../digest.ts";

/** What was kept of a file under that key. */
export function readCached(path: string, key: string): string | undefined {
  const file = cacheFile(path);
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
  const file = cacheFile(path);
  if (file === undefined) return;
  try {
    mkdirSync(dirname(file), { recursive: true });
    // Another server may read it meanwhile: it sees one output or the other.
    const draft = `${file}.${Date.now()}-${threadId}-${Math.random()}`;
    writeFileSync(draft, `//${key}\n${output}`);
    renameSync(draft, file);
  } catch {
    // A folder that may not be written, or a full disk.
  }
}

/** Beside the packages of the project: what is in a shared folder, others could write. */
function cacheFile(path: string): string | undefined {
  const modules = modulesAbove(dirname(path));
  return modules === undefined
    ? undefined
    : join(modules, ".cache/mcp-gen", `${sha256(path)}.js`);
}

function modulesAbove(folder: string): string | undefined {
  const modules = join(folder, "node_modules");
  if (existsSync(modules)) return modules;
  const parent = dirname(folder);
  return parent === folder ? undefined : modulesAbove(parent);
}
