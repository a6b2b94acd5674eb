import { InputError } from "../../../base/diagnostics/error.ts";
import { publishedFile } from "../file.ts";
import { publishedSchemas } from "../layout.ts";
import { notPublished } from "../not-published.ts";
import type { Upstream } from "../upstream.ts";
import { blobOf, filesOf, type GitRepository } from "./git.ts";

/** The files of a commit of a repository on this machine, whatever its working tree has. */
export async function commitUpstream(
  name: string,
  repository: GitRepository,
  commit: string,
): Promise<Upstream> {
  const files = await filesOf(repository, commit);
  if (files === undefined) throw unlisted(name, commit);
  return {
    name,
    commit,
    list: () => Promise.resolve(publishedSchemas(files.keys(), files)),
    async read({ path }) {
      const id = files.get(path);
      if (id === undefined) throw notPublished(name, path, [...files.keys()]);
      const bytes = await blobOf(repository, id);
      if (bytes === undefined) throw unlisted(name, commit);
      return publishedFile(name, path, bytes, { blob: id, commit });
    },
  };
}

function unlisted(name: string, commit: string): InputError {
  return new InputError(
    "unreadable",
    `Cannot read ${name}: git lists no files of ${commit}`,
    {
      hint: "a partial clone may not have them: fetch them there with git",
    },
  );
}
