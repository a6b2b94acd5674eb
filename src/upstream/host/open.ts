import { InputError } from "../../diagnostics/error.ts";
import { openCache } from "../cache.ts";
import { publishedFile } from "../file.ts";
import { isInner, publishedSchemas } from "../layout.ts";
import { notPublished } from "../not-published.ts";
import type { RepositoryPlace } from "../place.ts";
import type { PublishedFile, Upstream, UpstreamOptions } from "../upstream.ts";
import { createApi } from "./client.ts";
import { commitAt, newestCommit } from "./commit.ts";
import { contentAt, knownContent } from "./content.ts";
import type { Host } from "./host.ts";
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
  if (at === undefined) {
    const { commit, listing } = await newestState(host);
    return upstreamAt(host, commit, listing, progress);
  }
  const commit = await commitAt(host, at);
  return upstreamAt(host, commit, knownFiles(host, commit), progress);
}

/**
 * The newest commit that changed the schema folder; where that took it away, or there never
 * was one, the newest of all.
 */
async function newestState(
  host: Host,
): Promise<{ commit: string; listing: Listing }> {
  for (const anywhere of [false, true]) {
    const commit = await newestCommit(host, anywhere);
    if (commit === undefined) continue;
    const listing = await filesAt(host, commit);
    const schemas = publishedSchemas(listing.files.keys());
    if (anywhere || schemas.length > 0) return { commit, listing };
  }
  const { name } = host.place;
  throw new InputError("not-published", `${name} has no commit yet`);
}

function upstreamAt(
  host: Host,
  commit: string,
  known: Listing | undefined,
  progress: UpstreamOptions["progress"],
): Upstream {
  const { place } = host;
  const reading = new Map<string, Promise<PublishedFile>>();
  let listed = known && Promise.resolve(known);

  async function read(path: string): Promise<PublishedFile> {
    if (!isInner(path)) throw notPublished(place.name, path);
    const listing = await listed;
    const blob = listing?.files.get(path);
    if (blob === undefined && listing?.isWhole === true)
      throw notPublished(place.name, path, [...listing.files.keys()]);
    return publishedFile(place.name, path, await bytesOf(path, blob), {
      blob,
      url: pageOf(place, commit, path),
    });
  }

  async function bytesOf(path: string, blob?: string): Promise<Uint8Array> {
    const known = blob === undefined ? undefined : knownContent(host, blob);
    if (known) return known;
    progress?.(`Fetching ${path} of ${place.name}`);
    return contentAt(host, path, commit);
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
