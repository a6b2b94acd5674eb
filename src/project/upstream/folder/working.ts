import { readdirSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { InputError } from "../../../base/diagnostics/error.ts";
import { readBytes } from "../../../base/read-bytes.ts";
import { isBlob } from "../blob-id.ts";
import { publishedFile } from "../file.ts";
import { isInner, publishedSchemas, schemaFolder } from "../layout.ts";
import { notPublished } from "../not-published.ts";
import type { PublishedSchema, Upstream } from "../upstream.ts";
import { commitOf, filesOf, type GitRepository } from "./git.ts";

/** The files of a folder as they lie there; of a commit where they are as it has them. */
export async function workingUpstream(
  name: string,
  folder: string,
  repository: GitRepository | undefined,
): Promise<Upstream> {
  const schemas = schemasIn(folder);
  const commit = repository && (await sameCommit(folder, schemas, repository));
  return {
    name,
    ...(commit !== undefined && { commit }),
    list: () => Promise.resolve(schemas),
    read({ path }) {
      try {
        const paths = schemas.map((schema) => schema.path);
        const place = placeOf(folder, path) ?? notThere(name, path, paths);
        const known = paths.includes(path) ? { commit } : {};
        const bytes = readBytes(place);
        return Promise.resolve(publishedFile(name, path, bytes, known));
      } catch (error) {
        return Promise.reject(error as Error);
      }
    },
  };
}

function notThere(name: string, path: string, known: string[]): never {
  throw notPublished(name, path, known);
}

function schemasIn(folder: string): readonly PublishedSchema[] {
  const paths = [schemaFolder, "."].flatMap((parent) =>
    foldersIn(join(folder, parent)).map((id) =>
      parent === "." ? `${id}/schema.ts` : `${parent}/${id}/schema.ts`,
    ),
  );
  return publishedSchemas(
    paths.filter((path) => placeOf(folder, path) !== undefined),
  );
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Where a file lies; undefined where there is none, or a link leads out of the folder. */
function placeOf(folder: string, path: string): string | undefined {
  if (!isInner(path)) return undefined;
  const place = join(folder, path);
  if (!isFile(place)) return undefined;
  const way = relative(realpathSync(folder), realpathSync(place));
  if (way.split(sep)[0] !== ".." && !isAbsolute(way)) return place;
  throw new InputError(
    "unreadable",
    `Cannot read ${path}: it is a link that leads out of the folder`,
  );
}

function isFile(place: string): boolean {
  try {
    return statSync(place).isFile();
  } catch {
    return false;
  }
}

/** The commit that is checked out, where all schemas are as it has them. */
async function sameCommit(
  folder: string,
  schemas: readonly PublishedSchema[],
  repository: GitRepository,
): Promise<string | undefined> {
  const commit = await commitOf(repository, "HEAD");
  const files = commit && (await filesOf(repository, commit));
  if (!files) return undefined;
  const committed = publishedSchemas(files.keys());
  const isSame =
    committed.length === schemas.length &&
    schemas.every(({ path }) => {
      const id = files.get(path);
      return id !== undefined && isBlob(id, readBytes(join(folder, path)));
    });
  return isSame ? commit : undefined;
}
