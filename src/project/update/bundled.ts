import type { LockedInput } from "../config/lock.ts";
import type { Source } from "../../schema/model/index.ts";
import { findBundledExtension } from "../../revisions/extensions.ts";
import { findBundled } from "../../revisions/revisions.ts";

/** What the package has of a revision or an extension, as a lock would say it. */
export function bundledInput(
  kind: "revision" | "extension",
  id: string,
): LockedInput | undefined {
  const found =
    kind === "revision"
      ? withoutLabel(findBundled(id))
      : findBundledExtension(id);
  if (found === undefined) return undefined;
  const { source, revision } = found;
  return {
    ...{ kind, id: found.id },
    ...(revision !== undefined && { revision }),
    ...placeOf(source),
    ...{ commit: source.commit, sha256: source.sha256 },
  };
}

/** The id that git gives the file that a bundled model was made of. */
export function bundledBlob({
  kind,
  id = "",
}: Pick<LockedInput, "kind" | "id">): string | undefined {
  return kind === "revision"
    ? findBundled(id)?.blob
    : findBundledExtension(id)?.blob;
}

function withoutLabel(
  found: { id: string; source: Required<Source> } | undefined,
): { id: string; source: Required<Source>; revision?: undefined } | undefined {
  return found === undefined
    ? undefined
    : { id: found.id, source: found.source };
}

/** Whether the package has a model of these very bytes. */
export function isBundled({ kind, id = "", sha256 }: LockedInput): boolean {
  if (kind === "facts") return false;
  return bundledInput(kind, id)?.sha256 === sha256;
}

/** `owner/repo` and the path in there, of the address of a file on a code host. */
function placeOf({
  url,
}: Required<Source>): Pick<LockedInput, "source" | "path"> {
  const { pathname } = new URL(url);
  const [, owner = "", name = "", , , ...path] = pathname.split("/");
  return { source: `${owner}/${name}`, path: path.join("/") };
}
