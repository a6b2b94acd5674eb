import type { Source } from "../schema/model/index.ts";
import { readPackageJson } from "../base/package.ts";

/** A revision whose parsed model ships with the package. */
export interface BundledRevision {
  id: string;
  source: Required<Source>;
  /** The id that git gives its schema.ts: who is told the same id need not fetch the file. */
  blob: string;
  /** The revision whose model it has, for the two differ in nothing but the id. */
  aliasOf?: string;
}

let cached: readonly BundledRevision[] | undefined;

/** The bundled revisions, oldest first. */
export function bundledRevisions(): readonly BundledRevision[] {
  // Our own file, which a test checks.
  cached ??= (
    readPackageJson("src/revisions/revisions.json") as {
      revisions: BundledRevision[];
    }
  ).revisions;
  return cached;
}

/**
 * Returns true if the protocol publishes a schema: a bundled revision has its digest, or
 * it was fetched from the repository that they are from.
 */
export function isPublished({ sha256, url }: Source): boolean {
  return bundledRevisions().some(
    ({ source }) =>
      source.sha256 === sha256 ||
      (url !== undefined && repositoryOf(url) === repositoryOf(source.url)),
  );
}

/** The owner and the name of a repository, of the address of a file on a code host. */
function repositoryOf(address: string): string {
  const [, owner = "", name = ""] = new URL(address).pathname.split("/");
  return `${owner}/${name}`.toLowerCase();
}

/** The bundled revision of that id. */
export function findBundled(id: string): BundledRevision | undefined {
  return bundledRevisions().find((revision) => revision.id === id);
}
