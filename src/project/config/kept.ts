import { existsSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../base/digest.ts";
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
  const found = asLocked(bytes, input.sha256);
  return { path, bytes: found ?? bytes, isLocked: found !== undefined };
}

/** The bytes that have a digest, also where a checkout gave them other line ends. */
export function asLocked(
  bytes: Buffer,
  digest: string,
): Uint8Array | undefined {
  if (sha256(bytes) === digest) return bytes;
  if (!bytes.includes("\r\n")) return undefined;
  const text = bytes.toString("latin1").replaceAll("\r\n", "\n");
  const unix = Buffer.from(text, "latin1");
  return sha256(unix) === digest ? unix : undefined;
}
