import { randomUUID } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { isAbsolute, join } from "node:path";
import { sha256 } from "../../base/digest.ts";
import type { UpstreamOptions } from "./upstream.ts";

/**
 * What was fetched before, so that it need not be fetched again. Whatever is wrong with it,
 * it is as if nothing were there.
 */
export interface Cache {
  /** What was kept under a key; undefined where nothing was, or it is no longer what it was. */
  get(key: string): Buffer | undefined;
  set(key: string, bytes: Uint8Array | string): void;
}

/** How much is kept, in bytes. */
export interface CacheLimits {
  readonly all: number;
  readonly entry: number;
}

const defaults: CacheLimits = {
  all: 64 * 1024 * 1024,
  entry: 16 * 1024 * 1024,
};

const none: Cache = { get: () => undefined, set: () => undefined };

/** The cache in the folder that the environment names for caches; none where it names none. */
export function openCache(
  env: UpstreamOptions["env"],
  limits: CacheLimits = defaults,
): Cache {
  const folder = cacheFolder(env);
  return folder === undefined ? none : folderCache(folder, limits);
}

/** As the XDG Base Directory Specification has it: a path that is not absolute is none. */
function cacheFolder(env: UpstreamOptions["env"]): string | undefined {
  const caches = env["XDG_CACHE_HOME"] ?? "";
  if (isAbsolute(caches)) return join(caches, "mcp-gen");
  const home = env["HOME"] ?? env["USERPROFILE"] ?? "";
  return isAbsolute(home) ? join(home, ".cache", "mcp-gen") : undefined;
}

function folderCache(folder: string, limits: CacheLimits): Cache {
  return {
    get(key) {
      const place = join(folder, sha256(key));
      const bytes = quietly(() => readEntry(place, limits.entry));
      // What is used stays.
      if (bytes) quietly(() => utimesSync(place, new Date(), new Date()));
      return bytes;
    },
    set(key, content) {
      const bytes = Buffer.from(content);
      if (bytes.byteLength > limits.entry) return;
      quietly(() => writeEntry(folder, sha256(key), bytes));
      quietly(() => trim(folder, limits.all));
    },
  };
}

const digestLength = 64;

/** An entry is the digest of what follows it: one that was cut off or altered is none. */
function readEntry(place: string, limit: number): Buffer | undefined {
  if (statSync(place).size > limit + digestLength) return undefined;
  const entry = readFileSync(place);
  const bytes = entry.subarray(digestLength);
  const digest = entry.toString("latin1", 0, digestLength);
  return digest === sha256(bytes) ? bytes : undefined;
}

/** Another process sees the whole entry, or none. */
function writeEntry(folder: string, name: string, bytes: Buffer): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const written = join(folder, `${name}.${randomUUID()}`);
  try {
    const entry = Buffer.concat([Buffer.from(sha256(bytes)), bytes]);
    writeFileSync(written, entry, { mode: 0o600, flag: "wx" });
    renameSync(written, join(folder, name));
  } catch {
    rmSync(written, { force: true });
  }
}

/** Removes what was not used for longest, until the rest fits. */
function trim(folder: string, limit: number): void {
  const entries = readdirSync(folder).flatMap((name) => {
    const place = join(folder, name);
    const stat = quietly(() => statSync(place));
    return stat ? [{ place, size: stat.size, used: stat.mtimeMs }] : [];
  });
  entries.sort((one, other) => other.used - one.used);
  let size = 0;
  for (const entry of entries) {
    // Not even the smallest takes less than a block of the disk.
    size += Math.max(entry.size, 4096);
    if (size > limit) quietly(() => rmSync(entry.place, { force: true }));
  }
}

/** A cache that cannot be read or written is no reason to fail. */
function quietly<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
