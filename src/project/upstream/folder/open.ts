import { statSync } from "node:fs";
import { resolve } from "node:path";
import { InputError } from "../../../base/diagnostics/error.ts";
import { unreadableError } from "../../../base/unreadable.ts";
import type { Upstream, UpstreamOptions } from "../upstream.ts";
import { commitUpstream } from "./commit.ts";
import { commitOf, isBare, isGitRoot, type GitRepository } from "./git.ts";
import { workingUpstream } from "./working.ts";

/**
 * Opens a folder: the files as they lie there, or those of a commit where one is named or
 * the folder is a repository without a working tree. Throws an `InputError`.
 */
export async function openFolder(
  name: string,
  options: UpstreamOptions,
): Promise<Upstream> {
  const folder = resolve(options.cwd, name);
  assertFolder(folder, name);
  const { at, env, signal } = options;
  const repository = isGitRoot(folder) ? { folder, env, signal } : undefined;
  if (at !== undefined) return atCommit(name, at, repository);
  return repository !== undefined && isBare(folder)
    ? atCommit(name, "HEAD", repository)
    : workingUpstream(name, folder, repository);
}

function assertFolder(folder: string, name: string): void {
  let isFolder: boolean;
  try {
    isFolder = statSync(folder).isDirectory();
  } catch (cause) {
    throw unreadableError(name, cause);
  }
  if (isFolder) return;
  throw new InputError("unreadable", `Cannot read ${name}: it is no folder`, {
    hint: "name the folder that has a folder for each revision",
  });
}

async function atCommit(
  name: string,
  at: string,
  repository: GitRepository | undefined,
): Promise<Upstream> {
  const commit = repository && (await commitOf(repository, at));
  if (repository !== undefined && commit !== undefined)
    return commitUpstream(name, repository, commit);
  const known = repository
    ? "git finds no such commit there"
    : "it is no git repository";
  throw new InputError(
    "not-published",
    `${name} has no ${JSON.stringify(at)}: ${known}`,
    {
      hint: repository
        ? "fetch it there with git, or name a commit, branch or tag that it has; git has to be installed, and to trust the folder"
        : "name a clone of the repository, or look at the folder as it is",
    },
  );
}
