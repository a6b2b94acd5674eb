import { isAscii } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { dirname } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";
import { sha256 } from "../../../base/digest.ts";
import { writePackageCache } from "../../../base/package-cache.ts";

/** A CommonJS module that has run. */
export interface LoadedScript {
  readonly exports: unknown;
  /** Whether what was compiled before was taken for it. */
  readonly isCached: boolean;
  /** Keeps what is compiled by now, for the next process. */
  keep(): void;
}

/**
 * Loads a CommonJS module, with the code that an earlier process has compiled of it where
 * `cache` has that. Only for what `require` gives to nobody else: it is loaded anew.
 * @param cache a file that only those can write who can write the module, too
 */
export function loadScript(file: string, cache: string): LoadedScript {
  const bytes = readFileSync(file);
  const key = keyOf(file);
  const cachedData = readCode(cache, key);
  const script = new Script(Module.wrap(textOf(bytes)), {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  const isCached =
    cachedData !== undefined && script.cachedDataRejected !== true;
  const module = { exports: {} };
  const run = script.runInThisContext() as (...args: unknown[]) => void;
  run.call(
    module.exports,
    module.exports,
    createRequire(file),
    module,
    file,
    dirname(file),
  );
  return {
    exports: module.exports,
    isCached,
    keep() {
      const code = script.createCachedData();
      const head = `${key} ${sha256(code)}\n`;
      writePackageCache(cache, Buffer.concat([Buffer.from(head), code]));
    },
  };
}

/** Another content of the file has another time of change, whatever date a package gives it. */
function keyOf(file: string): string {
  const { size, ctimeMs } = statSync(file);
  return `${cachedDataVersionTag()} ${size} ${ctimeMs}`;
}

/** The code that was kept under that key: V8 would not tell where some of it is lost. */
function readCode(cache: string, key: string): Buffer | undefined {
  try {
    const kept = readFileSync(cache);
    const end = kept.indexOf("\n");
    const code = kept.subarray(end + 1);
    const head = kept.toString("latin1", 0, end);
    return head === `${key} ${sha256(code)}` ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Text of single bytes is read faster than what may have longer ones, and is the same. */
function textOf(bytes: Buffer): string {
  return bytes.toString(isAscii(bytes) ? "latin1" : "utf8");
}
