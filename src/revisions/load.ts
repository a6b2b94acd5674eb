import { InputError, UsageError } from "../base/diagnostics/error.ts";
import { suggest } from "../base/diagnostics/nearest.ts";
import { isJsonObject } from "../base/json-object.ts";
import type { Environment } from "../base/fetch/proxy.ts";
import type { Protocol } from "../schema/model/index.ts";
import { readJson } from "../base/package.ts";
import { fetchSchema, isAddress, publicAddress } from "./fetch.ts";
import { parseJsonBytes, readJsonFile } from "../base/json-file.ts";
import {
  bundledRevisions,
  findBundled,
  type BundledRevision,
} from "./revisions.ts";

/** How what is not bundled is reached. */
export interface LoadOptions {
  /** The environment: where something is fetched, the proxies that it names are used. */
  env?: Environment | undefined;
}

/**
 * Loads a protocol: a bundled revision by its id, a `protocol.json` by its path or
 * address, or one that has been read already. What is not bundled is checked against the
 * published schema of the format. Throws a `UsageError` for an id that is not
 * bundled, and an `InputError` for what cannot be read or is no protocol.
 */
export async function load(
  source: string | object,
  options: LoadOptions = {},
): Promise<Protocol> {
  if (typeof source !== "string") return checked(source, "the object");
  const bundled = findBundled(source);
  if (bundled !== undefined) return loadBundled(bundled);
  if (isAddress(source)) return loadFrom(source, options);
  if (!isModelPath(source)) throw unknownRevisionError(source);
  return checked(readJsonFile(source, "invalid-model"), source);
}

async function loadFrom(
  address: string,
  { env }: LoadOptions,
): Promise<Protocol> {
  const bytes = await fetchSchema(address, { env });
  return loadBytes(bytes, publicAddress(address));
}

/** The protocol that the bytes of a `protocol.json` hold. Throws an `InputError`. */
export async function loadBytes(
  bytes: Uint8Array,
  origin: string,
): Promise<Protocol> {
  return checked(parseJsonBytes(bytes, origin, "invalid-model"), origin);
}

/** Whether `text` is the path or address of a `protocol.json` and not the id of a revision. */
export function isModelPath(text: string): boolean {
  return text.endsWith(".json") || text.includes("/") || text.includes("\\");
}

/** The error for an id that no bundled revision has. */
export function unknownRevisionError(id: string): UsageError {
  const ids = bundledRevisions().map((revision) => revision.id);
  const hint =
    suggest(id, ids) ?? `the bundled revisions are ${ids.join(", ")}`;
  return new UsageError("unknown-revision", `Unknown revision "${id}"`, {
    hint,
  });
}

// Beside this module: the build makes one file of many, and puts them beside that.
const models = new URL("models/", import.meta.url);

function loadBundled(revision: BundledRevision): Protocol {
  const { id, source, aliasOf: model = id } = revision;
  // Our own file, which a test checks against the schema of the format.
  const protocol = readJson(new URL(`${model}.json`, models)) as Protocol;
  const base = protocol.pages.base.replace(model, id);
  return {
    ...protocol,
    revision: id,
    source,
    pages: { ...protocol.pages, base },
  };
}

async function checked(value: unknown, origin: string): Promise<Protocol> {
  assertFormat(value, origin);
  const { checkProtocol } = await import("./validate.ts");
  return checkProtocol(value, origin);
}

const formatVersion: Protocol["formatVersion"] = 1;

/** A newer format is told as such, and not by where it differs. */
function assertFormat(value: unknown, origin: string): void {
  const version = isJsonObject(value) ? value["formatVersion"] : undefined;
  if (typeof version !== "number" || version <= formatVersion) return;
  throw new InputError(
    "invalid-model",
    `${origin} has version ${version} of the format, and version ${formatVersion} is read`,
    { hint: "update mcp-gen" },
  );
}
