import { InputError } from "../../base/diagnostics/error.ts";
import { suggest } from "../../base/diagnostics/nearest.ts";
import { isJsonObject } from "../../base/json-object.ts";
import { excerpt } from "../excerpt.ts";
import { parseJson } from "../parse-json.ts";
import {
  isItem,
  itemProblem,
  itemKey,
  listNames,
  type ItemOf,
  type ListName,
} from "./lists.ts";
import { labelOf, sortedItems } from "./listing.ts";
import type { Snapshot, SnapshotServer } from "./snapshot.ts";

/** What a server lists, whoever wrote it down: a snapshot, or less. */
export interface Description extends Pick<Snapshot, ListName> {
  /** The server's name and version, where they are said. */
  server?: SnapshotServer;
  /** The revision that it was listed in, where that is said. */
  protocolVersion?: string;
}

type Fields = Readonly<Record<string, unknown>>;

const ofSnapshots = [
  "formatVersion",
  "server",
  "protocolVersion",
  ...listNames,
];

/** What results of lists have besides the list. */
const ofResults = ["_meta", "resultType", "ttlMs", "cacheScope"];

/**
 * Reads the text of a `snapshot.json`, whatever the order of its lists. Throws an InputError
 * (`invalid-description`) that says where in `file` it is none.
 */
export function readSnapshot(text: string, file: string): Snapshot {
  const value = parseJson(text, (...given) => invalid(file, ...given));
  if (!isJsonObject(value)) throw invalid(file, "it is no object");
  return snapshotFrom(value, file);
}

/**
 * Reads what a server lists, for people who write it down: a snapshot; an object of `tools`,
 * `prompts`, `resources` and `resourceTemplates` as lists have them, such as a result of
 * `tools/list`; or a list of tools alone. Throws as `readSnapshot` does.
 */
export function readDescription(text: string, file: string): Description {
  const parsed = parseJson(text, (...given) => invalid(file, ...given));
  const value = Array.isArray(parsed) ? { tools: parsed } : parsed;
  if (!isJsonObject(value)) throw invalid(file, "it is no object and no list");
  if (value["formatVersion"] !== undefined) return snapshotFrom(value, file);
  // The answer as it was on the wire.
  const { result } = value;
  const fields =
    value["jsonrpc"] !== undefined && isJsonObject(result) ? result : value;
  if (fields["nextCursor"] !== undefined)
    throw invalid(file, "it is one page of a list that has more", {
      hint: "put the tools of all pages into one list, and leave nextCursor out",
    });
  assertKnown(fields, [...ofSnapshots, ...ofResults], file);
  if (listNames.every((list) => fields[list] === undefined))
    throw invalid(file, `it has none of ${listNames.join(", ")}`);
  const { server, protocolVersion } = fields;
  return {
    ...(server !== undefined && { server: serverFrom(server, file) }),
    ...(protocolVersion !== undefined && {
      protocolVersion: textFrom(protocolVersion, "protocolVersion", file),
    }),
    ...listsFrom(fields, file),
  };
}

function snapshotFrom(fields: Fields, file: string): Snapshot {
  const { formatVersion } = fields;
  if (formatVersion !== 1)
    throw invalid(
      file,
      typeof formatVersion === "number"
        ? `its formatVersion is ${formatVersion}, and this mcp-gen reads 1`
        : "it has no formatVersion",
      {
        hint:
          typeof formatVersion === "number"
            ? "read it with the mcp-gen that wrote it, or take it anew: mcp-gen client <server>"
            : "mcp-gen client <server> writes a snapshot; a description of other tools is read by mcp-gen server and mcp-gen mock",
      },
    );
  assertKnown(fields, ofSnapshots, file);
  for (const list of listNames)
    if (fields[list] === undefined) throw invalid(file, `it has no ${list}`);
  return {
    formatVersion,
    server: serverFrom(fields["server"], file),
    protocolVersion: textFrom(
      fields["protocolVersion"],
      "protocolVersion",
      file,
    ),
    ...listsFrom(fields, file),
  };
}

function serverFrom(server: unknown, file: string): SnapshotServer {
  if (!isJsonObject(server)) throw invalid(file, "server is no object");
  return {
    name: textFrom(server["name"], "server.name", file),
    version: textFrom(server["version"], "server.version", file),
  };
}

function textFrom(value: unknown, place: string, file: string): string {
  if (typeof value === "string") return value;
  throw invalid(
    file,
    `${place} is ${value === undefined ? "not there" : "no text"}`,
  );
}

function listsFrom(fields: Fields, file: string): Pick<Snapshot, ListName> {
  const take = <Name extends ListName>(list: Name): ItemOf<Name>[] =>
    itemsFrom(list, fields[list] ?? [], file);
  return {
    tools: take("tools"),
    prompts: take("prompts"),
    resources: take("resources"),
    resourceTemplates: take("resourceTemplates"),
  };
}

function itemsFrom<Name extends ListName>(
  list: Name,
  items: unknown,
  file: string,
): ItemOf<Name>[] {
  if (!Array.isArray(items)) throw invalid(file, `${list} is no list`);
  const places = new Map<string, number>();
  const taken = items.map((item: unknown, index) => {
    const label = labelOf(list, index, item);
    if (!isItem(list, item))
      throw invalid(file, `${label} ${itemProblem(list, item)}`);
    const key = itemKey(list, item);
    const other = places.get(key);
    if (other !== undefined)
      throw invalid(file, `${label} is the same as ${list}[${other}]`);
    places.set(key, index);
    return item;
  });
  return sortedItems(list, taken);
}

function assertKnown(
  fields: Fields,
  known: readonly string[],
  file: string,
): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const hint = suggest(unknown, known) ?? `there are ${ofSnapshots.join(", ")}`;
  throw invalid(file, `it has no field ${excerpt(unknown)}`, { hint });
}

function invalid(
  file: string,
  problem: string,
  detail: { readonly hint?: string; readonly cause?: unknown } = {},
): InputError {
  return new InputError(
    "invalid-description",
    `${file} describes no server: ${problem}`,
    detail,
  );
}
