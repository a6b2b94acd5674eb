import { join } from "node:path";
import type { LockedInput } from "../config/lock.ts";
import { textDigest } from "../../base/digest.ts";
import { fetchSchema, publicAddress } from "../../revisions/fetch.ts";
import { load, loadBytes } from "../../revisions/load.ts";
import { readBytes } from "../../base/read-bytes.ts";
import { findPublished } from "./find-published.ts";
import {
  isLookedUp,
  lockedInput,
  namesOf,
  turned,
  type Found,
  type Search,
} from "./found.ts";
import { nameOf, type WantedInput, type WantedSchema } from "./inputs.ts";
import { notHere, settled } from "./settled.ts";

/** Finds an input where it is. Throws an `InputError`. */
export async function find(
  wanted: WantedInput,
  search: Search,
): Promise<Found> {
  if (wanted.kind === "facts")
    return findFile(wanted, wanted.place.path, search);
  const { place } = wanted;
  switch (place.at) {
    case "file":
      return findFile(wanted, place.path, search);
    case "address":
      return findAddress(wanted, place.url, search);
    case "published":
      return findPublished(wanted, place, search);
    default:
      return place satisfies never;
  }
}

async function findFile(
  wanted: WantedInput,
  path: string,
  { folder, lock }: Search,
): Promise<Found> {
  const bytes = readBytes(join(folder, path));
  const isModel = wanted.kind === "revision" && path.endsWith(".json");
  const id = isModel ? (await load(join(folder, path))).revision : wanted.id;
  const names = namesOf(wanted, id);
  const base = lockedInput(
    lock,
    names,
    (one) => one.path === path && one.source === undefined,
  );
  const digest = textDigest(bytes);
  return { wanted, ...turned({ ...names, path, sha256: digest }, base) };
}

async function findAddress(
  wanted: WantedSchema,
  address: string,
  search: Search,
): Promise<Found> {
  const url = publicAddress(address);
  const known = lockedInput(
    search.lock,
    namesOf(wanted, wanted.id),
    (one) => one.url === url,
  );
  if (known !== undefined && !isLookedUp(wanted, search))
    return settled(wanted, known, known, search);
  if (search.sources === undefined) throw notHere(nameOf(wanted));
  const bytes = await fetchSchema(address, { env: search.env });
  const isModel =
    wanted.kind === "revision" && new URL(address).pathname.endsWith(".json");
  const id = isModel ? (await loadBytes(bytes, url)).revision : wanted.id;
  const input: LockedInput = {
    ...namesOf(wanted, id),
    ...{ url, sha256: textDigest(bytes) },
  };
  const base = lockedInput(search.lock, input, (one) => one.url === url);
  return { wanted, bytes, url, ...turned(input, base) };
}
