import type { ExtensionConfig, OutputConfig } from "../config/config.ts";
import { sourceName } from "../config/differences.ts";
import { portablePath } from "../config/paths.ts";
import { UsageError } from "../../base/diagnostics/error.ts";
import { suggest } from "../../base/diagnostics/nearest.ts";
import { isAddress, publicAddress } from "../../revisions/fetch.ts";
import { bundledExtensions } from "../../revisions/extensions.ts";
import { isModelPath } from "../../revisions/load.ts";
import { bundledRevisions } from "../../revisions/revisions.ts";
import { bundledInput } from "./bundled.ts";

/** One thing that an output is generated of, as it is asked for. */
export type WantedInput = WantedSchema | WantedFacts;

/** A revision or an extension. */
export interface WantedSchema {
  readonly kind: "revision" | "extension";
  /** Its id; a `protocol.json` says its own. */
  readonly id?: string;
  /** The label of an extension's own schema. */
  readonly revision?: string;
  readonly place: Place;
}

export interface WantedFacts {
  readonly kind: "facts";
  /** The extension that they are about. */
  readonly id?: string;
  readonly place: FilePlace;
}

/** Where a schema is. */
export type Place = PublishedPlace | FilePlace | AddressPlace;

/** A place where others publish it. */
export interface PublishedPlace {
  readonly at: "published";
  readonly from: string;
  /** The path in there; without it, where schemas of that id lie. */
  readonly path?: string;
}

interface FilePlace {
  readonly at: "file";
  /** From the folder of the lock. */
  readonly path: string;
}

interface AddressPlace {
  readonly at: "address";
  readonly url: string;
}

/** All that an output is generated of. Throws a `UsageError` for an extension that nobody knows. */
export function inputsOf(
  folder: string,
  from: string,
  { revisions = [], schemas = [], extensions = [], facts }: OutputConfig,
): WantedInput[] {
  return [
    ...revisions
      .flatMap((id) =>
        id === "all" ? bundledRevisions().map((one) => one.id) : id,
      )
      .map((id) => revisionInput(folder, from, id)),
    ...schemas.map(({ revision, path, url }): WantedSchema => ({
      kind: "revision",
      id: revision,
      place: ownPlace(folder, path, url) ?? { at: "published", from },
    })),
    ...extensions.map((one) => extensionInput(folder, one)),
    ...(facts === undefined ? [] : [factsInput(folder, facts)]),
    ...extensions.flatMap((one) =>
      typeof one === "string" || one.facts === undefined
        ? []
        : [{ ...factsInput(folder, one.facts), id: fullId(one.extension) }],
    ),
  ];
}

/** What tells inputs apart, over all outputs. */
export function keyOf(input: WantedInput): string {
  const { kind, id, place } = input;
  const revision = kind === "extension" ? input.revision : undefined;
  return JSON.stringify([kind, id, revision, place]);
}

/** What a message calls an input. */
export function nameOf({ id, place }: WantedInput): string {
  if (id !== undefined) return id;
  switch (place.at) {
    case "file":
      return place.path;
    case "address":
      return publicAddress(place.url);
    case "published":
      return place.path ?? place.from;
    default:
      return place satisfies never;
  }
}

function revisionInput(
  folder: string,
  from: string,
  text: string,
): WantedSchema {
  if (isAddress(text))
    return { kind: "revision", place: { at: "address", url: text } };
  return isModelPath(text)
    ? { kind: "revision", place: filePlace(folder, text) }
    : { kind: "revision", id: text, place: { at: "published", from } };
}

function extensionInput(
  folder: string,
  given: string | ExtensionConfig,
): WantedSchema {
  const config = typeof given === "string" ? { extension: given } : given;
  const { path, url, from } = config;
  const known = bundledInput("extension", config.extension);
  const id = known?.id ?? config.extension;
  const revision = config.revision ?? known?.revision ?? "draft";
  const common = { kind: "extension", id, revision } as const;
  if (from !== undefined)
    return {
      ...common,
      place: {
        at: "published",
        from: sourceName(folder, from),
        ...(path !== undefined && { path }),
      },
    };
  const own = ownPlace(folder, path, url);
  if (own !== undefined) return { ...common, place: own };
  if (known?.source === undefined) throw unknownExtension(config.extension);
  const isKnownPath = known.revision === revision && known.path !== undefined;
  return {
    ...common,
    place: {
      at: "published",
      from: known.source,
      ...(isKnownPath && { path: known.path }),
    },
  };
}

function unknownExtension(id: string): UsageError {
  const names = bundledExtensions().map((one) => one.id);
  return new UsageError(
    "unknown-extension",
    `No extension "${id}" is bundled, and nothing says where its schema is`,
    {
      hint:
        suggest(id, [...names, ...names.map(lastPart)]) ??
        "give it a path, a url, or from: where it is published",
    },
  );
}

function fullId(id: string): string {
  return bundledInput("extension", id)?.id ?? id;
}

function lastPart(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}

function ownPlace(
  folder: string,
  path: string | undefined,
  url: string | undefined,
): Place | undefined {
  if (url !== undefined) return { at: "address", url };
  if (path === undefined) return undefined;
  return isAddress(path)
    ? { at: "address", url: path }
    : filePlace(folder, path);
}

function factsInput(folder: string, path: string): WantedFacts {
  return { kind: "facts", place: filePlace(folder, path) };
}

function filePlace(folder: string, path: string): FilePlace {
  return { at: "file", path: portablePath(folder, path) };
}
