import type { OutputConfig } from "./config.ts";

/** The name of the lock file, beside the configuration. */
export const lockPath = "mcp-gen.lock.json";

/** The folder beside the lock that keeps the schemas which no package has. */
export const keptSchemas = "mcp-gen.schemas";

/** What was found and generated: no times, and no places outside of the project. */
export interface Lock {
  readonly formatVersion: 1;
  /** Where revisions were looked for: `owner/repo`, an address or a folder. */
  readonly from: string;
  /**
   * The released revisions that were published there when it was last looked, whether wanted
   * or not: one that is not among them is news.
   */
  readonly published?: readonly string[];
  /** The output folders. */
  readonly outputs: readonly LockedOutput[];
}

/** An output folder, of what it was generated, and how. */
export interface LockedOutput {
  /** The folder, from that of the lock, with `/`. */
  readonly out: string;
  /** The version of mcp-gen. */
  readonly generator: string;
  /** What was asked for, beside the inputs; what is left out had its default. */
  readonly options: LockedOptions;
  /** What was read for it: revisions, extensions and facts. */
  readonly inputs: readonly LockedInput[];
}

/** How an output was generated. */
export type LockedOptions = Omit<
  OutputConfig,
  "out" | "revisions" | "schemas" | "extensions" | "facts"
>;

/** One thing that was read, and the digest of its bytes. */
export interface LockedInput {
  /** What it is: a revision, an extension, or facts that were added. */
  readonly kind: "revision" | "extension" | "facts";
  /** The id of the revision or the extension; of `facts`, the extension that they are about. */
  readonly id?: string;
  /** The revision of an extension's own schema. */
  readonly revision?: string;
  /** Where it is published: absent for a file of the project. */
  readonly source?: string;
  /** The commit that it was read at, in full where that is known. */
  readonly commit?: string;
  /** The path, from the root of its source, or from the folder of the lock. */
  readonly path?: string;
  /** Its address, where it was named by one. */
  readonly url?: string;
  /** The SHA-256 of its bytes, in hex. */
  readonly sha256: string;
}

/** Whether a revision is pinned: a released one is, a draft floats. */
export function isReleased(id: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(id);
}
