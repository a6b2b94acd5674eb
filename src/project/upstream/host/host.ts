import type { Cache } from "../cache.ts";
import type { RepositoryPlace } from "../place.ts";
import type { Api } from "./client.ts";

/** A repository on a code host, and the ways to it. */
export interface Host {
  readonly place: RepositoryPlace;
  readonly api: Api;
  readonly cache: Cache;
}
