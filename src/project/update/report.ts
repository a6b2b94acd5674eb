import type { OutputConfig } from "../config/config.ts";
import type { Lock } from "../config/lock.ts";
import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import type { ProtocolDiff } from "../../compat/protocol-diff/index.ts";
import type { GenerateReport } from "../api/generate.ts";

/** What to bring up to date, and how far. */
export interface UpdateOptions extends Partial<OutputConfig> {
  /**
   * The folder from which paths count, and in which the configuration and the lock are.
   *
   * @default the working directory
   */
  readonly cwd?: string;
  /** The configuration file, where it is not that of `cwd`. */
  readonly config?: string;
  /**
   * Where schemas are published: `owner/repo`, an address or a folder.
   *
   * @default what the configuration says, else the lock, else the specification's repository
   */
  readonly from?: string;
  /**
   * Revisions and extensions whose released file may be another than it was.
   *
   * @default none
   */
  readonly accept?: readonly string[];
  /**
   * Whether to do with what is bundled, kept and locked, without a network.
   *
   * @default false
   */
  readonly offline?: boolean;
  /**
   * Whether to write nothing, and to fail where a run would fail.
   *
   * @default false
   */
  readonly dryRun?: boolean;
  /**
   * Whether to write nothing, and to tell also of what a run would refuse.
   *
   * @default false
   */
  readonly check?: boolean;
  /**
   * Whether paths of the configuration and the lock may leave the project: `cwd`, or the
   * folder of the configuration if that lies elsewhere.
   *
   * @default false
   */
  readonly allowOutside?: boolean;
  /**
   * Whether to replace generated files that someone has edited since.
   *
   * @default false
   */
  readonly force?: boolean;
  /**
   * The environment: a proxy, a token, the address of the code host's API, the cache.
   *
   * @default none
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Stops it before anything is written. */
  readonly signal?: AbortSignal;
  /** Told what is new before anything is written, and before it fails. */
  readonly show?: (news: readonly News[]) => void;
  /** Told what is fetched, for a person who waits. */
  readonly progress?: (what: string) => void;
}

/** What has become of a schema. */
export type NewsKind =
  /** A file that floats is another than it was. */
  | "changed"
  /** A released file is another than it was. */
  | "edited"
  /** A released revision that nothing asks for. */
  | "new"
  /** It is asked for, and no longer published. */
  | "gone"
  /** It is asked for, and was not locked. */
  | "taken"
  /** It was locked, and nothing asks for it. */
  | "dropped";

/** A file as it was published. */
export interface SchemaState {
  /** The commit, where there is one. */
  readonly commit?: string;
  /** The SHA-256 of its bytes, in hex. */
  readonly sha256: string;
  /** Where a person sees it. */
  readonly url?: string;
}

/** One thing that is not as the lock has it. */
export interface News {
  /** What has become of it. */
  readonly kind: NewsKind;
  /** What it is. */
  readonly subject: "revision" | "extension" | "facts";
  /** The id of the revision or the extension; of facts, the path of their file. */
  readonly id: string;
  /** The revision of an extension's own schema. */
  readonly revision?: string;
  /** Where it is published: absent for a file of the project. */
  readonly source?: string;
  /** What it was. */
  readonly from?: SchemaState;
  /** What it is. */
  readonly to?: SchemaState;
  /** Whether a released file was accepted as it is now. */
  readonly accepted?: true;
  /** What changed in what it declares. */
  readonly diff?: ProtocolDiff;
  /** The sides of the diff that carry no comments, which were not compared then. */
  readonly uncommented?: readonly string[];
  /** What was edited, as a unified diff, where both texts can be had. */
  readonly patch?: string;
  /** Why there is no diff. */
  readonly without?: string;
  /** What to do about it. */
  readonly how?: string;
}

/** An output folder, and what becomes of it. */
export interface UpdatedOutput extends GenerateReport {
  /** The folder, from that of the lock, with `/`. */
  readonly out: string;
  /** The version of mcp-gen that generated it before, where it is another. */
  readonly generator?: string;
}

/** What `update` has found and done. */
export interface UpdateReport {
  /** What is not as the lock has it. */
  readonly news: readonly News[];
  /** Whether a run would change what the lock says, but for the version of mcp-gen. */
  readonly stale: boolean;
  /** What else is to be known. */
  readonly notes: readonly string[];
  /** The outputs as they are now, or would be; none where something was edited and not accepted. */
  readonly outputs: readonly UpdatedOutput[];
  /** The lock as it is now, or would be. */
  readonly lock: Lock;
  /** The schemas that are kept beside the lock, by their paths, and were written or removed. */
  readonly kept: readonly string[];
  /** Whether anything was written. */
  readonly written: boolean;
  /** What was found in the schemas. */
  readonly diagnostics: readonly Diagnostic[];
}
