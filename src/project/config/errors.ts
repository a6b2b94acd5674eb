import { InputError } from "../../base/diagnostics/error.ts";
import { textDigest } from "../../base/digest.ts";
import { findBundled } from "../../revisions/revisions.ts";
import { keptPath, type KeptFile } from "./kept.ts";
import { lockPath, type LockedInput } from "./lock.ts";

/** The error for a kept file that someone has edited, with what differs where that can be known. */
export async function editedError(
  input: LockedInput,
  kept: KeptFile,
  original: () => Promise<Uint8Array>,
): Promise<InputError> {
  const path = keptPath(input);
  const diff = await diffWith(path, kept.bytes, original);
  return new InputError(
    "digest-mismatch",
    `${path} is not what ${lockPath} says of ${input.id ?? path}: its digest is ${short(textDigest(kept.bytes))}, and not ${short(input.sha256)}`,
    {
      diff,
      hint: "restore it from version control, or remove it and run mcp-gen update; a schema of your own belongs into the configuration",
    },
  );
}

/** From the original to the file; undefined where the original cannot be had. */
async function diffWith(
  path: string,
  bytes: Uint8Array,
  original: () => Promise<Uint8Array>,
): Promise<string | undefined> {
  let locked: Uint8Array;
  try {
    locked = await original();
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff");
  return createTwoFilesPatch(
    `a/${path}`,
    `b/${path}`,
    Buffer.from(locked).toString(),
    Buffer.from(bytes).toString(),
    undefined,
    undefined,
    { headerOptions: FILE_HEADERS_ONLY, maxEditLength: 4000 },
  );
}

/** The error for something published that is no longer what it was. */
export function movedError(input: LockedInput, bytes: Uint8Array): InputError {
  return new InputError(
    "digest-mismatch",
    `${nameOf(input)} is not what ${lockPath} says: its digest is ${short(textDigest(bytes))}, and not ${short(input.sha256)}`,
    { hint: "see what changed, and take it, with mcp-gen update" },
  );
}

/** Says with what cannot be reached why it was looked for. */
export function unreachableError(
  input: LockedInput,
  cause: InputError,
): InputError {
  const { id = "", sha256: digest } = input;
  const bundled = findBundled(id)?.source.sha256;
  const other =
    bundled === undefined ? "" : `, and this mcp-gen has ${short(bundled)}`;
  return new InputError(
    cause.code,
    `${lockPath} has ${id} with the digest ${short(digest)}${other}; ${keptPath(input)} is not there. ${cause.message}`,
    {
      hint: "run mcp-gen update where the source can be reached, and commit what it keeps",
      cause,
    },
  );
}

/** What messages call something that is published. */
export function nameOf({ source, path, url }: LockedInput): string {
  return url ?? `${source ?? ""}/${path ?? ""}`;
}

/** As much of a digest as tells it from others. */
function short(digest: string): string {
  return digest.slice(0, 12);
}
