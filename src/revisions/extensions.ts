import type { ExtensionModel, Source } from "../schema/model/index.ts";
import { readJson, readPackageJson } from "../base/package.ts";

/** An extension whose parsed model ships with the package. */
export interface BundledExtension {
  /** Its identifier. */
  id: string;
  /** The revision of its own schema. */
  revision: string;
  source: Required<Source>;
  /** The id that git gives its schema.ts: who is told the same id need not fetch the file. */
  blob: string;
}

let cached: readonly BundledExtension[] | undefined;

/** The bundled extensions. */
export function bundledExtensions(): readonly BundledExtension[] {
  // Our own file, which a test checks.
  cached ??= (
    readPackageJson("src/revisions/extensions.json") as {
      extensions: BundledExtension[];
    }
  ).extensions;
  return cached;
}

/** The bundled extension of that identifier, or whose identifier ends in that name. */
export function findBundledExtension(
  text: string,
): BundledExtension | undefined {
  return bundledExtensions().find(
    ({ id }) => id === text || lastSegment(id) === text,
  );
}

// Beside this module: the build makes one file of many, and puts them beside that.
const models = new URL("extensions/", import.meta.url);

/** The model of a bundled extension. */
export function loadBundledExtension({ id }: BundledExtension): ExtensionModel {
  // Our own file, which a test checks against the schema of the format.
  return readJson(new URL(`${lastSegment(id)}.json`, models)) as ExtensionModel;
}

function lastSegment(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}
