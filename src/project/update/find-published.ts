import type { LockedInput } from "../config/lock.ts";
import { InputError } from "../../base/diagnostics/error.ts";
import { suggest } from "../../base/diagnostics/nearest.ts";
import { isBlob } from "../upstream/blob-id.ts";
import { unlistedPath } from "../upstream/layout.ts";
import type { PublishedFile } from "../upstream/upstream.ts";
import { bundledBlob, bundledInput, isBundled } from "./bundled.ts";
import {
  isLookedUp,
  lockedInput,
  namesOf,
  turned,
  type Found,
  type Search,
} from "./found.ts";
import { nameOf, type PublishedPlace, type WantedSchema } from "./inputs.ts";
import { keptAs, notHere, settled } from "./settled.ts";
import { isNotPublished, type Source } from "./sources.ts";

/** Finds a schema where it is published. Throws an `InputError`. */
export async function findPublished(
  wanted: WantedSchema,
  place: PublishedPlace,
  search: Search,
): Promise<Found> {
  const names = namesOf(wanted, wanted.id);
  const locked = lockedInput(
    search.lock,
    names,
    ({ source }) => source !== undefined,
  );
  const known = bundledOf(wanted);
  if (search.sources === undefined)
    return findHere(wanted, locked ?? known, search);
  if (locked !== undefined && !isLookedUp(wanted, search))
    return settled(wanted, locked, locked, search);
  const source = await search.sources.open(place.from);
  const paths = await pathsIn(source, wanted, place);
  const kept = locked && keptBlob(locked, paths.blob, search);
  if (locked !== undefined && kept !== undefined) {
    const input = {
      ...locked,
      source: place.from,
      path: paths.paths[0] ?? "",
    };
    return { wanted, input, base: locked, bytes: kept };
  }
  const file =
    bundledFile(known, paths) ?? (await readFirst(source, paths.paths));
  if (file === undefined)
    return missing(wanted, { source, locked, known, from: place.from }, search);
  const isSame = locked?.sha256 === file.sha256 && locked.source === place.from;
  const commit = isSame ? locked.commit : (file.commit ?? source.commit);
  const input: LockedInput = {
    ...names,
    source: place.from,
    ...(commit !== undefined && { commit }),
    ...{ path: file.path, sha256: file.sha256 },
  };
  return {
    wanted,
    ...turned(input, locked, known),
    ...(file.bytes !== undefined && !isBundled(input) && { bytes: file.bytes }),
    ...(file.url !== undefined && { url: file.url }),
  };
}

/** Where a schema may lie in a source, the likelier path first. */
interface Paths {
  readonly paths: readonly string[];
  /** The id that git gives the file that is listed there. */
  readonly blob?: string;
}

async function pathsIn(
  source: Source,
  { id = "", kind, revision = "" }: WantedSchema,
  { path }: PublishedPlace,
): Promise<Paths> {
  const name = kind === "extension" ? revision : id;
  const all = await source.list();
  const listed = all?.find((one) =>
    path === undefined ? one.id === name : one.path === path,
  );
  const blob = listed?.blob;
  if (path !== undefined)
    return { paths: [path], ...(blob !== undefined && { blob }) };
  if (all === undefined) return { paths: [unlistedPath(name)] };
  if (listed === undefined) return { paths: [] };
  return { paths: [listed.path], ...(blob !== undefined && { blob }) };
}

/** What is published: without its bytes where the package has a model of them. */
type Published = Pick<PublishedFile, "path" | "sha256" | "commit" | "url"> &
  Partial<Pick<PublishedFile, "bytes">>;

/** What the package has, where it is what is published: it need not be read. */
function bundledFile(
  known: LockedInput | undefined,
  { paths: [path], blob }: Paths,
): Published | undefined {
  if (known === undefined || path === undefined || blob === undefined)
    return undefined;
  return bundledBlob(known) === blob
    ? { path, sha256: known.sha256 }
    : undefined;
}

async function readFirst(
  source: Source,
  paths: readonly string[],
): Promise<Published | undefined> {
  if (paths.length === 0) return undefined;
  try {
    return await source.read(paths);
  } catch (error) {
    if (isNotPublished(error)) return undefined;
    throw error;
  }
}

/** What is kept, where it is what is published: it need not be read again. */
function keptBlob(
  locked: LockedInput,
  blob: string | undefined,
  search: Search,
): Uint8Array | undefined {
  if (blob === undefined || isBundled(locked)) return undefined;
  const bytes = keptAs(locked, search);
  return bytes !== undefined && isBlob(blob, bytes) ? bytes : undefined;
}

interface Knowledge {
  readonly source: Source;
  readonly from: string;
  readonly locked: LockedInput | undefined;
  readonly known: LockedInput | undefined;
}

/** What is wanted and not published goes on as it is locked or bundled, where it is. */
async function missing(
  wanted: WantedSchema,
  { source, from, locked, known }: Knowledge,
  search: Search,
): Promise<Found> {
  const name = nameOf(wanted);
  if (locked?.source === from) {
    const found = await settled(wanted, locked, locked, search);
    return { ...found, kind: "gone" };
  }
  const input = locked ?? known;
  if (input !== undefined) {
    const found = await settled(wanted, input, locked, search);
    const note = `${source.name} does not publish ${name}: it is as ${input.source ?? "the package"} has it`;
    return { ...found, note };
  }
  const ids = ((await source.list()) ?? []).map(({ id }) => id);
  throw new InputError(
    "not-published",
    `${source.name} does not publish ${name}`,
    {
      hint:
        suggest(name, ids) ??
        (ids.length === 0 ? "check its name" : `it has ${ids.join(", ")}`),
    },
  );
}

/** Without a network: as it is locked, else as the package has it. */
async function findHere(
  wanted: WantedSchema,
  input: LockedInput | undefined,
  search: Search,
): Promise<Found> {
  if (input === undefined) throw notHere(nameOf(wanted));
  const locked = lockedInput(search.lock, input, () => true);
  return settled(wanted, input, locked, search);
}

function bundledOf({
  kind,
  id = "",
  revision,
}: WantedSchema): LockedInput | undefined {
  const found = bundledInput(kind, id);
  return found?.revision === revision ? found : undefined;
}
