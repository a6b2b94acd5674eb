import { InputError } from "../../../base/diagnostics/error.ts";
import { openCache } from "../cache.ts";
import { publishedFile } from "../file.ts";
import { isInner, publishedSchemas, schemaFolder } from "../layout.ts";
import { notPublished } from "../not-published.ts";
import type { RepositoryPlace } from "../place.ts";
import type { PublishedFile, Upstream, UpstreamOptions } from "../upstream.ts";
import { createApi } from "./client.ts";
import { commitAt, newestCommit } from "./commit.ts";
import { contentAt, knownContent } from "./content.ts";
import type { Host } from "./host.ts";
import { unusable } from "./json.ts";
import { filesAt, knownFiles, type Listing } from "./listing.ts";

/** Opens a repository on a code host at one commit. Throws an `InputError`. */
export async function openRepository(
  place: RepositoryPlace,
  options: UpstreamOptions,
): Promise<Upstream> {
  const cache = openCache(options.env);
  const host = { place, api: createApi(place, options), cache };
  const { at, progress } = options;
  progress?.(`Looking at ${place.name}`);
  if (at === undefined)
    return upstreamAt(host, await newestState(host), progress);
  const commit = await commitAt(host, at);
  const listing = knownFiles(host, commit);
  return upstreamAt(host, { commit, listing }, progress);
}

/** What is looked at. */
interface State {
  readonly commit: string;
  readonly listing: Listing | undefined;
  /** The folder of which this is the newest state; of what is outside, it may be an older one. */
  readonly within?: string;
}

/**
 * The newest state of the schema folder; where there is none, or no longer, of all that
 * there is.
 */
async function newestState(host: Host): Promise<State> {
  const changed = await newestCommit(host, schemaFolder);
  if (changed !== undefined) {
    const listing = await filesAt(host, changed);
    if (publishedSchemas(listing.files.keys()).some(isWithin(schemaFolder)))
      return { commit: changed, listing, within: schemaFolder };
  }
  const commit = await newestCommit(host);
  if (commit !== undefined)
    return { commit, listing: await filesAt(host, commit) };
  const { name } = host.place;
  throw new InputError("not-published", `${name} has no commit yet`);
}

function isWithin(folder: string): (file: { path: string }) => boolean {
  return ({ path }) => path.startsWith(`${folder}/`);
}

function upstreamAt(
  host: Host,
  { commit, listing: known, within }: State,
  progress: UpstreamOptions["progress"],
): Upstream {
  const { place } = host;
  const reading = new Map<string, Promise<PublishedFile>>();
  let listed = known && Promise.resolve(known);

  async function read(path: string): Promise<PublishedFile> {
    if (!isInner(path)) throw notPublished(place.name, path);
    if (within !== undefined && !isWithin(within)({ path }))
      return readNewest(path);
    const listing = await listed;
    const blob = listing?.files.get(path);
    if (blob === undefined && listing?.isWhole === true)
      throw notPublished(place.name, path, [...listing.files.keys()]);
    const bytes = blob === undefined ? undefined : knownContent(host, blob);
    return readAt(path, commit, { blob, bytes });
  }

  async function readNewest(path: string): Promise<PublishedFile> {
    const newest = await newestCommit(host, path);
    if (newest === undefined) throw notPublished(place.name, path);
    return readAt(path, newest, {});
  }

  async function readAt(
    path: string,
    at: string,
    { blob, bytes }: { blob?: string | undefined; bytes?: Buffer | undefined },
  ): Promise<PublishedFile> {
    if (!bytes) progress?.(`Fetching ${path} of ${place.name}`);
    const content = bytes ?? (await contentOf(path, at, blob));
    const url = pageOf(place, at, path);
    return publishedFile(place.name, path, content, { blob, url, commit: at });
  }

  /** What is listed is there: that it is not found is a fault, and no news. */
  async function contentOf(
    path: string,
    at: string,
    blob: string | undefined,
  ): Promise<Uint8Array> {
    try {
      return await contentAt(host, path, at);
    } catch (error) {
      const isMissing =
        error instanceof InputError && error.code === "not-published";
      if (!isMissing || blob === undefined) throw error;
      throw unusable(
        `${path} of ${place.name}`,
        "it is listed there, and was not found",
      );
    }
  }

  return {
    name: place.name,
    commit,
    async list() {
      const { files } = await (listed ??= filesAt(host, commit));
      return publishedSchemas(files.keys(), files);
    },
    read({ path }) {
      const begun = reading.get(path) ?? read(path);
      reading.set(path, begun);
      return begun;
    },
  };
}

/** Where a person sees a file. */
function pageOf(
  { page }: RepositoryPlace,
  commit: string,
  path: string,
): string | undefined {
  return page === undefined ? undefined : `${page}/blob/${commit}/${path}`;
}
