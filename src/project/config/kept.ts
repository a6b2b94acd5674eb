import { existsSync } from "node:fs";
import { join } from "node:path";
import { textDigest } from "../../base/digest.ts";
import { readBytes } from "../../base/read-bytes.ts";
import { keptSchemas, type LockedInput } from "./lock.ts";

/** Where what was found is kept, from the folder of the lock, with `/`. */
export function keptPath({
  id = "",
  revision,
  path,
  url,
}: LockedInput): string {
  const isModel = (path ?? new URL(url ?? "").pathname).endsWith(".json");
  return [
    keptSchemas,
    id.replace("/", "-"),
    ...(revision === undefined ? [] : [revision]),
    isModel ? "protocol.json" : "schema.ts",
  ].join("/");
}

/** A file that is kept, and whether it is what the lock says. */
export interface KeptFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly isLocked: boolean;
}

/** Reads what is kept of an input; undefined where nothing is. Throws an `InputError`. */
export function readKept(
  folder: string,
  input: LockedInput,
): KeptFile | undefined {
  const path = join(folder, keptPath(input));
  if (!existsSync(path)) return undefined;
  const bytes = readBytes(path);
  return { path, bytes, isLocked: textDigest(bytes) === input.sha256 };
}
