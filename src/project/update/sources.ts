import type {
  PublishedFile,
  PublishedSchema,
  Upstream,
} from "../upstream/upstream.ts";
import type { UpdateOptions } from "./report.ts";

/** The places where schemas are published, each opened and listed once. */
export interface Sources {
  /** A place at its newest state, or at a commit. Throws an `InputError`. */
  open(from: string, at?: string): Promise<Source>;
}

/** A place where schemas are published, at one state. */
export interface Source extends Pick<Upstream, "name" | "commit"> {
  /** What is published there; undefined where it cannot be listed. */
  list(): Promise<readonly PublishedSchema[] | undefined>;
  /** Reads the first of the files that there is, once. Throws an `InputError`. */
  read(paths: readonly string[]): Promise<PublishedFile>;
}

/** Opens places when they are first asked for; paths count from `folder`. */
export function openSources(
  folder: string,
  { env = {}, signal, progress }: UpdateOptions,
): Sources {
  const opened = new Map<string, Promise<Source>>();
  const open = async (from: string, at?: string): Promise<Source> => {
    const { openUpstream } = await import("../upstream/index.ts");
    return sourceOf(
      await openUpstream(from, {
        ...{ env, cwd: folder },
        ...(at !== undefined && { at }),
        ...(signal !== undefined && { signal }),
        ...(progress !== undefined && { progress }),
      }),
    );
  };
  return {
    open(from, at) {
      const key = JSON.stringify([from, at]);
      const source = opened.get(key) ?? open(from, at);
      opened.set(key, source);
      return source;
    },
  };
}

/** An upstream that is asked for nothing twice. */
function sourceOf(upstream: Upstream): Source {
  const { name, commit } = upstream;
  let listed: ReturnType<Upstream["list"]> | undefined;
  const files = new Map<string, Promise<PublishedFile>>();
  const readOne = (path: string): Promise<PublishedFile> => {
    const file = files.get(path) ?? upstream.read({ path });
    files.set(path, file);
    return file;
  };
  return {
    name,
    ...(commit !== undefined && { commit }),
    list: () => (listed ??= upstream.list()),
    async read([path = "", ...others]) {
      try {
        return await readOne(path);
      } catch (error) {
        if (others.length === 0 || !isNotPublished(error)) throw error;
        return this.read(others);
      }
    },
  };
}

/** Whether an error says that there is no such file. */
export function isNotPublished(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && error.code === "not-published"
  );
}
