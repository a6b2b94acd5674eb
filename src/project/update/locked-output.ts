import type {
  ExtensionConfig,
  OutputConfig,
  SchemaConfig,
} from "../config/config.ts";
import type { LockedInput, LockedOutput } from "../config/lock.ts";
import { bundledInput } from "./bundled.ts";

/** What a locked output wants, as a configuration would say it. */
export function outputOf({ out, options, inputs }: LockedOutput): OutputConfig {
  const revisions = inputs.filter(({ kind }) => kind === "revision");
  const extensions = inputs.filter(({ kind }) => kind === "extension");
  const facts = inputs.filter(({ kind }) => kind === "facts");
  const general = facts.find(({ id }) => id === undefined)?.path;
  return {
    out,
    ...options,
    revisions: revisions.flatMap((one) => revisionOf(one) ?? []),
    schemas: revisions.flatMap((one) => schemaOf(one) ?? []),
    extensions: extensions.map((one) =>
      extensionOf(
        one,
        facts.find(({ id }) => id === one.id),
      ),
    ),
    ...(general !== undefined && { facts: general }),
  };
}

/** A revision that is published, or stands in a `protocol.json`. */
function revisionOf({
  id,
  source,
  path,
  url,
}: LockedInput): string | undefined {
  if (source !== undefined) return id;
  const place = path ?? url;
  return place?.endsWith(".json") === true ? place : undefined;
}

function schemaOf(input: LockedInput): SchemaConfig | undefined {
  const { id = "", source, path, url } = input;
  if (source !== undefined || revisionOf(input) !== undefined) return undefined;
  return {
    revision: id,
    ...(path !== undefined && { path }),
    ...(url !== undefined && { url }),
  };
}

function extensionOf(
  { id = "", revision, source, path, url }: LockedInput,
  facts: LockedInput | undefined,
): string | ExtensionConfig {
  const known = bundledInput("extension", id);
  if (
    facts === undefined &&
    known !== undefined &&
    known.source === source &&
    known.path === path
  )
    return id;
  return {
    extension: id,
    ...(source !== undefined && { from: source }),
    ...(path !== undefined && { path }),
    ...(url !== undefined && { url }),
    ...(revision !== undefined && { revision }),
    ...(facts?.path !== undefined && { facts: facts.path }),
  };
}
