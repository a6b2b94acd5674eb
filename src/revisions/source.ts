import { realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { InputError } from "../base/diagnostics/error.ts";
import { textDigest } from "../base/digest.ts";
import type { Environment } from "../base/fetch/proxy.ts";
import type { Source } from "../schema/model/index.ts";
import { fetchSchema, publicAddress } from "./fetch.ts";
import { readBytes } from "../base/read-bytes.ts";

/** Where a `schema.ts` comes from; `file` is what diagnostics call it. */
export type SchemaSource =
  | {
      /** The path of the file. */
      path: string;
      /** What messages call it: its path by default. */
      file?: string;
    }
  | {
      /** Its address, which is fetched. */
      url: string;
      /** The environment: the proxies that it names are used. */
      env?: Environment | undefined;
    }
  | {
      /** The text itself. */
      text: string | Uint8Array;
      /** What messages call it. */
      file?: string;
    };

/** A schema that has been read. */
export interface LoadedSchema {
  /** What diagnostics call it. */
  path: string;
  text: string;
  source: Source;
  /** Reads a file that the schema imports, when it may. */
  readSibling: SiblingReader;
}

/** Reads a file that a schema imports; undefined when there is none, or it must not be read. */
export type SiblingReader = (
  specifier: string,
  from: string,
) => { path: string; text: string } | undefined;

/**
 * Reads a schema from where it lies. `looked` is told of each file beside it before that is
 * looked for. Throws an `InputError`.
 */
export async function readSchema(
  source: SchemaSource,
  looked: (path: string) => void = () => undefined,
): Promise<LoadedSchema> {
  if ("path" in source) return readFromPath(source.path, source.file, looked);
  if ("url" in source) return readFromUrl(source.url, source.env);
  const { text, file = "schema.ts" } = source;
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  return schemaFile(file, bytes, noSiblings);
}

function readFromPath(
  path: string,
  file: string = path,
  looked: (path: string) => void,
): LoadedSchema {
  return schemaFile(file, readBytes(path), siblingReader(path, file, looked));
}

async function readFromUrl(
  address: string,
  env: Environment | undefined,
): Promise<LoadedSchema> {
  const bytes = await fetchSchema(address, { env });
  const url = publicAddress(address);
  const file = schemaFile(url, bytes, noSiblings);
  return { ...file, source: { url, ...file.source } };
}

function schemaFile(
  path: string,
  bytes: Uint8Array,
  readSibling: SiblingReader,
): LoadedSchema {
  const source = { sha256: textDigest(bytes) };
  return { path, text: decode(path, bytes), source, readSibling };
}

/** Decodes a text, without a byte order mark and with LF line ends. */
function decode(path: string, bytes: Uint8Array): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.replaceAll("\r\n", "\n");
  } catch (cause) {
    throw new InputError("not-utf8", `${path} is not UTF-8`, { cause });
  }
}

/** Siblings lie in the schema's folder or below it; links do not lead out of it. */
function siblingReader(
  schema: string,
  file: string,
  looked: (path: string) => void,
): SiblingReader {
  const folder = realpathSync(dirname(schema));
  return (specifier, from) => {
    const path = join(dirname(from), specifier);
    const wanted = join(folder, relative(dirname(file), path));
    looked(wanted);
    const place = realFile(wanted);
    if (place === undefined || !isInside(folder, place)) return undefined;
    return { path, text: decode(path, readBytes(place)) };
  };
}

function noSiblings(): undefined {
  return undefined;
}

function realFile(path: string): string | undefined {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
  return realpathSync(path);
}

function isInside(folder: string, place: string): boolean {
  const way = relative(folder, place);
  return way.split(sep)[0] !== ".." && !isAbsolute(way);
}
