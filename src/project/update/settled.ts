import { readKept } from "../config/kept.ts";
import type { LockedInput } from "../config/lock.ts";
import { InputError } from "../../base/diagnostics/error.ts";
import { isBundled } from "./bundled.ts";
import { turned, type Found, type Search } from "./found.ts";
import type { WantedInput } from "./inputs.ts";

/** What stays as it is known. */
export async function settled(
  wanted: WantedInput,
  input: LockedInput,
  locked: LockedInput | undefined,
  search: Search,
): Promise<Found> {
  const found = { wanted, ...turned(input, locked) };
  if (isBundled(input)) return found;
  return {
    ...found,
    bytes: keptAs(input, search) ?? (await again(input, search)),
  };
}

/** Reads what is locked once more where it was published. */
async function again(
  { id = "", source, commit, path = "", sha256: digest }: LockedInput,
  { sources }: Search,
): Promise<Uint8Array> {
  if (sources === undefined || source === undefined) throw notHere(id);
  const { bytes, sha256: found } = await (
    await sources.open(source, commit)
  ).read([path]);
  if (found === digest) return bytes;
  throw new InputError(
    "digest-mismatch",
    `${path} of ${source} is not what is locked: its SHA-256 is ${found}, and not ${digest}`,
    { hint: `take it as it is now: mcp-gen update --accept ${id}` },
  );
}

/** What is kept of an input, where it is as the lock says. */
export function keptAs(
  input: LockedInput,
  { folder }: Search,
): Uint8Array | undefined {
  const kept = readKept(folder, input);
  return kept?.isLocked === true ? kept.bytes : undefined;
}

/** The error for what could be read only over the network. */
export function notHere(name: string): InputError {
  return new InputError(
    "unreachable",
    `${name} is neither bundled nor kept, and nothing is fetched without a network`,
    { hint: "run it once without --offline" },
  );
}
