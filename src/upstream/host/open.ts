import { InputError } from "../../diagnostics/error.ts";
import { publishedFile } from "../file.ts";
import { isInner, publishedSchemas } from "../layout.ts";
import { notPublished } from "../not-published.ts";
import type { RepositoryPlace } from "../place.ts";
import type {
  PublishedFile,
  PublishedSchema,
  Upstream,
  UpstreamOptions,
} from "../upstream.ts";
import { createApi, type Api } from "./client.ts";
import { commitAt, newestCommit } from "./commit.ts";
import { contentAt } from "./content.ts";
import { filesAt, type Listing } from "./tree.ts";

/** Opens a repository on a code host at one commit. Throws an `InputError`. */
export async function openRepository(
  place: RepositoryPlace,
  options: UpstreamOptions,
): Promise<Upstream> {
  const api = createApi(place, options);
  options.progress?.(`Looking at ${place.name}`);
  if (options.at === undefined) return newestState(api, place, options);
  const commit = await commitAt(api, place, options.at);
  let listing: Promise<Listing> | undefined;
  return at(
    api,
    place,
    options,
    commit,
    () => (listing ??= filesAt(api, place, commit)),
  );
}

/** The newest state, which is listed at once: whether it has schemas says which commit it is. */
async function newestState(
  api: Api,
  place: RepositoryPlace,
  options: UpstreamOptions,
): Promise<Upstream> {
  for (const anywhere of [false, true]) {
    const commit = await newestCommit(api, place, anywhere);
    if (commit === undefined) continue;
    const listing = await filesAt(api, place, commit);
    if (!anywhere && publishedSchemas(listing.keys()).length === 0) continue;
    return at(
      api,
      place,
      options,
      commit,
      () => Promise.resolve(listing),
      listing,
    );
  }
  throw new InputError("not-published", `${place.name} has no commit yet`);
}

function at(
  api: Api,
  place: RepositoryPlace,
  { progress }: UpstreamOptions,
  commit: string,
  listed: () => Promise<Listing>,
  known?: Listing,
): Upstream {
  const reading = new Map<string, Promise<PublishedFile>>();
  let listing = known;

  async function read(path: string): Promise<PublishedFile> {
    if (!isInner(path)) throw notPublished(place.name, path);
    const blob = listing?.get(path);
    if (listing && blob === undefined)
      throw notPublished(place.name, path, [...listing.keys()]);
    progress?.(`Fetching ${path} of ${place.name}`);
    const bytes = await contentAt(api, place, path, commit);
    return publishedFile(place.name, path, bytes, {
      blob,
      url: urlOf(place, commit, path),
    });
  }

  return {
    name: place.name,
    commit,
    async list() {
      listing = await listed();
      return withBlobs(publishedSchemas(listing.keys()), listing);
    },
    read({ path }) {
      const begun = reading.get(path) ?? read(path);
      reading.set(path, begun);
      return begun;
    },
  };
}

function withBlobs(
  schemas: readonly PublishedSchema[],
  listing: Listing,
): readonly PublishedSchema[] {
  return schemas.map((schema) => {
    const blob = listing.get(schema.path);
    return blob === undefined ? schema : { ...schema, blob };
  });
}

function urlOf(
  { page }: RepositoryPlace,
  commit: string,
  path: string,
): string | undefined {
  return page === undefined ? undefined : `${page}/blob/${commit}/${path}`;
}
