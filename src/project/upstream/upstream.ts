/**
 * Where schemas are published, at one state: a repository on a code host, files behind an
 * address, or a folder. What is listed and what is read are of the same commit.
 */
export interface Upstream {
  /** What messages and the lock call it: `owner/repo`, an address without secrets, or the folder as it was named. */
  readonly name: string;
  /** The full id of the commit that is looked at; absent where there is none. */
  readonly commit?: string;
  /**
   * The revisions that it has, by the names of their folders, sorted; undefined where what
   * answers cannot list. Throws an `InputError`.
   */
  list(): Promise<readonly PublishedSchema[] | undefined>;
  /** Reads a file. Throws an `InputError`: `not-published` where there is none. */
  read(file: Pick<PublishedSchema, "path">): Promise<PublishedFile>;
}

/** A schema.ts of an upstream. */
export interface PublishedSchema {
  /** The revision: the name of its folder. */
  readonly id: string;
  /** The path of the file from the upstream's root, with `/`. */
  readonly path: string;
  /**
   * The id that git gives the bytes, where the upstream says it: who has a file of the same
   * id (see `blobId`) need not read it.
   */
  readonly blob?: string;
}

/** A file as it was read. */
export interface PublishedFile extends PublishedSchema {
  /** What was published, byte for byte. */
  readonly bytes: Uint8Array;
  /** The SHA-256 of the bytes, in hex. */
  readonly sha256: string;
  /** The commit that it was read at: the upstream's, or for a file elsewhere the newest that changed it. */
  readonly commit?: string;
  /** Where a person sees this very state of it. */
  readonly url?: string;
}

/** How an upstream is reached. */
export interface UpstreamOptions {
  /** The environment: a proxy, a token, the address of the code host's API, the folder of the cache. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder from which paths count. */
  readonly cwd: string;
  /** The commit, branch or tag to look at: the newest commit of the default branch without it. */
  readonly at?: string;
  /** Told what is fetched, for a person who waits. */
  readonly progress?: (what: string) => void;
  /** Stops everything that is under way. */
  readonly signal?: AbortSignal;
}

/** Where the specification is published, unless another place is named. */
export const specificationUpstream =
  "modelcontextprotocol/modelcontextprotocol";
