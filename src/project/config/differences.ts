import { InputError } from "../../base/diagnostics/error.ts";
import { byCodeUnit } from "../../base/order.ts";
import { publicAddress } from "../../revisions/fetch.ts";
import { findBundledExtension } from "../../revisions/extensions.ts";
import { isAddress } from "../../revisions/fetch.ts";
import { isModelPath } from "../../revisions/load.ts";
import { bundledRevisions } from "../../revisions/revisions.ts";
import type { ExtensionConfig, OutputConfig } from "./config.ts";
import {
  lockPath,
  type Lock,
  type LockedInput,
  type LockedOutput,
} from "./lock.ts";
import { lockedOptionsOf } from "./options.ts";
import { portablePath } from "./paths.ts";
import type { ReadConfig } from "./read-config.ts";

/** Something that a configuration wants and its lock does not say. */
export interface Difference {
  /** The output, from the folder of both; absent of the project. */
  readonly out?: string;
  /** What it is about: a field of the configuration. */
  readonly what: string;
  /** What the configuration says, in words. */
  readonly config: string;
  /** What the lock says, in words. */
  readonly lock: string;
}

type Wishes = Pick<ReadConfig, "folder" | "config" | "outputs">;

/** Where a configuration and its lock differ: what `mcp-gen update` would settle. */
export function differences(wishes: Wishes, lock: Lock): Difference[] {
  const { folder, config, outputs } = wishes;
  // Where it says nothing, it goes on as it was found, perhaps by the command line.
  const from =
    config.from === undefined ? lock.from : sourceName(folder, config.from);
  const wanted = new Map(
    outputs.map((output) => [portablePath(folder, output.out), output]),
  );
  const locked = new Map(lock.outputs.map((output) => [output.out, output]));
  const gone = [...locked.keys()].filter((out) => !wanted.has(out));
  return [
    ...difference("from", from, lock.from),
    ...[...wanted].flatMap(([out, output]): Difference[] => {
      const found = locked.get(out);
      if (found === undefined)
        return [{ out, what: "out", config: out, lock: nothing }];
      return outputDifferences(folder, output, found).map((one) => ({
        out,
        ...one,
      }));
    }),
    ...gone.map((out): Difference => {
      return { out, what: "out", config: nothing, lock: out };
    }),
  ];
}

/** Throws an `InputError` that names both where a configuration and its lock differ. */
export function assertSame(
  name: string,
  lockName: string,
  found: readonly Difference[],
): void {
  if (found.length === 0) return;
  const told = found.map(
    ({ out, what, config, lock }) =>
      `${out === undefined ? "" : `${out}, `}${what}: ${name} says ${config}, ${lockName} says ${lock}`,
  );
  throw new InputError(
    "lock-mismatch",
    `${name} and ${lockName} differ: ${told.join("; ")}`,
    { hint: `bring ${lockPath} up to date with mcp-gen update` },
  );
}

const nothing = "nothing";

function outputDifferences(
  folder: string,
  output: OutputConfig,
  locked: LockedOutput,
): Difference[] {
  const { runtime, prettier } = locked.options;
  const chosen = {
    ...(runtime === undefined ? {} : { runtime }),
    ...(output.prettier === undefined && prettier === true && { prettier }),
  };
  const options = Object.entries({
    ...emptied(locked.options),
    ...lockedOptionsOf(output, chosen),
  });
  return [
    ...inputDifferences(folder, output, locked.inputs),
    ...options.flatMap(([name, value]) => {
      const other = Object.entries(locked.options).find(
        ([key]) => key === name,
      )?.[1];
      return difference(name, worded(value), worded(other));
    }),
  ];
}

function emptied(options: object): Record<string, undefined> {
  return Object.fromEntries(
    Object.keys(options).map((name) => [name, undefined]),
  );
}

function worded(value: unknown): string {
  if (value === undefined) return "the default";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

function difference(what: string, config: string, lock: string): Difference[] {
  return config === lock ? [] : [{ what, config, lock }];
}

/** An input in words, by which those of both sides are compared. */
interface Named {
  readonly what: "revisions" | "schemas" | "extensions" | "facts";
  readonly key: string;
  readonly words: string;
}

function inputDifferences(
  folder: string,
  output: OutputConfig,
  inputs: readonly LockedInput[],
): Difference[] {
  const wanted = wantedInputs(folder, output);
  const found = inputs.map((input) => lockedInput(input, wanted));
  const keys = (list: readonly Named[]): Set<string> =>
    new Set(list.map(({ key }) => key));
  const [wantedKeys, foundKeys] = [keys(wanted), keys(found)];
  const what = (["revisions", "schemas", "extensions", "facts"] as const).find(
    (one) =>
      wanted.some(({ what, key }) => what === one && !foundKeys.has(key)) ||
      found.some(({ what, key }) => what === one && !wantedKeys.has(key)),
  );
  if (what === undefined) return [];
  const words = (list: readonly Named[]): string =>
    list
      .filter((one) => one.what === what)
      .map((one) => one.words)
      .sort(byCodeUnit)
      .join(", ") || nothing;
  return [{ what, config: words(wanted), lock: words(found) }];
}

function wantedInputs(
  folder: string,
  { revisions = [], schemas = [], extensions = [], facts }: OutputConfig,
): Named[] {
  const file = (path: string): string => portablePath(folder, path);
  return [
    ...expanded(revisions).map((id): Named => {
      const what = "revisions";
      if (isAddress(id))
        return { what, key: `model ${publicAddress(id)}`, words: id };
      if (isModelPath(id))
        return { what, key: `model ${file(id)}`, words: file(id) };
      return { what, key: `published ${id}`, words: id };
    }),
    ...schemas.map(({ revision, path, url = "" }): Named => {
      const place = path === undefined ? publicAddress(url) : file(path);
      return {
        what: "schemas",
        key: `schema ${revision} ${place}`,
        words: `${revision} of ${place}`,
      };
    }),
    ...extensions.flatMap((one) => wantedExtension(folder, one)),
    ...(facts === undefined ? [] : [factsOf("", file(facts))]),
  ];
}

function wantedExtension(
  folder: string,
  one: string | ExtensionConfig,
): Named[] {
  const given: ExtensionConfig =
    typeof one === "string" ? { extension: one } : one;
  const { extension, path, url, from, revision, facts } = given;
  const id = findBundledExtension(extension)?.id ?? extension;
  const label = revision === undefined ? "" : ` (${revision})`;
  const place =
    from !== undefined
      ? `${sourceName(folder, from)}${path === undefined ? "" : `/${path}`}`
      : path !== undefined
        ? portablePath(folder, path)
        : url === undefined
          ? ""
          : publicAddress(url);
  const words = `${id}${label}${place === "" ? "" : ` of ${place}`}`;
  return [
    { what: "extensions", key: `extension ${id}${label} ${place}`, words },
    ...(facts === undefined ? [] : [factsOf(id, portablePath(folder, facts))]),
  ];
}

function factsOf(id: string, path: string): Named {
  const of = id === "" ? "" : ` of ${id}`;
  return { what: "facts", key: `facts ${id} ${path}`, words: `${path}${of}` };
}

/** A locked input says more than a wish: it is named as the wish that it fulfils. */
function lockedInput(input: LockedInput, wanted: readonly Named[]): Named {
  const candidates = lockedNames(input);
  const keys = new Set(wanted.map(({ key }) => key));
  const [first] = candidates;
  return candidates.find(({ key }) => keys.has(key)) ?? (first as Named);
}

function lockedNames(input: LockedInput): [Named, ...Named[]] {
  const { kind, id = "", revision = "", source, path = "", url } = input;
  switch (kind) {
    case "facts":
      return [factsOf(id, path)];
    case "revision": {
      if (source !== undefined)
        return [{ what: "revisions", key: `published ${id}`, words: id }];
      const place = url ?? path;
      return place.endsWith(".json")
        ? [{ what: "revisions", key: `model ${place}`, words: place }]
        : [
            {
              what: "schemas",
              key: `schema ${id} ${place}`,
              words: `${id} of ${place}`,
            },
          ];
    }
    case "extension": {
      const places =
        source === undefined
          ? [url ?? path]
          : ["", source, `${source}/${path}`];
      const labels = ["", ` (${revision})`];
      const [first, ...others] = labels.flatMap((label) =>
        places.map((place): Named => {
          return {
            what: "extensions",
            key: `extension ${id}${label} ${place}`,
            words: `${id}${label}${place === "" ? "" : ` of ${place}`}`,
          };
        }),
      );
      return [first as Named, ...others];
    }
    default:
      return kind satisfies never;
  }
}

function expanded(revisions: readonly string[]): string[] {
  const all = revisions.flatMap((id) =>
    id === "all" ? bundledRevisions().map((one) => one.id) : [id],
  );
  return [...new Set(all)];
}

/** A source as the lock has it: a folder counts from that of the lock. */
export function sourceName(folder: string, from: string): string {
  if (isAddress(from)) return publicAddress(from);
  const isFolder = /^[./\\~]|^[A-Za-z]:/.test(from) || !isRepository(from);
  if (!isFolder) return from;
  const path = portablePath(folder, from);
  // Not to be read as a repository by the next run.
  return isRepository(path) && !path.startsWith(".") ? `./${path}` : path;
}

function isRepository(text: string): boolean {
  return /^[^/]+\/[^/]+$/.test(text);
}
