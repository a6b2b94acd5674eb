import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** A repository on this machine, which is only read. */
export interface GitRepository {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

// A listing of the largest repositories; a file is checked by who asks for it.
const maxOutput = 64 * 1024 * 1024;

/** Whether the folder is itself the root of a repository, with or without a working tree. */
export function isGitRoot(folder: string): boolean {
  return existsSync(join(folder, ".git")) || isBare(folder);
}

/** Whether the folder is a repository without a working tree. */
export function isBare(folder: string): boolean {
  return ["HEAD", "objects", "refs"].every((name) =>
    existsSync(join(folder, name)),
  );
}

/** The full id of the commit that a name means; undefined where it means none, or git cannot say. */
export async function commitOf(
  repository: GitRepository,
  name: string,
): Promise<string | undefined> {
  // What begins with a dash would be an option.
  if (name === "" || name.startsWith("-")) return undefined;
  const args = ["rev-parse", "--verify", "--quiet", `${name}^{commit}`];
  const answer = await git(repository, args);
  const id = answer?.toString("latin1").trim();
  return id !== undefined && /^[0-9a-f]{40,64}$/.test(id) ? id : undefined;
}

/** The ids of the files of a commit, by their paths; no links. */
export async function filesOf(
  repository: GitRepository,
  commit: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  const args = ["ls-tree", "-r", "-z", "--full-tree", commit];
  const listing = await git(repository, args);
  if (listing === undefined) return undefined;
  const files = new Map<string, string>();
  for (const line of listing.toString("utf8").split("\0")) {
    const [, id, path] =
      /^100[0-7]{3} blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    if (id !== undefined && path !== undefined) files.set(path, id);
  }
  return files;
}

/** The bytes of a file by its id. */
export function blobOf(
  repository: GitRepository,
  id: string,
): Promise<Buffer | undefined> {
  return git(repository, ["cat-file", "blob", id]);
}

/** What git answers; undefined where it fails, or is not installed. */
function git(
  { folder, env, signal }: GitRepository,
  args: readonly string[],
): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    execFile(
      "git",
      ["-C", folder, "-c", "core.fsmonitor=false", ...args],
      {
        encoding: "buffer",
        env: gitEnvironment(env),
        maxBuffer: maxOutput,
        windowsHide: true,
        ...(signal && { signal }),
      },
      (error, stdout) => {
        if (signal?.aborted === true) reject(signal.reason as Error);
        else resolve(error ? undefined : stdout);
      },
    );
  });
}

/** Without what would turn git to another repository, and without anything that asks or fetches. */
function gitEnvironment(
  env: GitRepository["env"],
): Record<string, string | undefined> {
  const kept = Object.entries(env).filter(([name]) => !/^GIT_/i.test(name));
  return {
    ...Object.fromEntries(kept),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_TERMINAL_PROMPT: "0",
  };
}
