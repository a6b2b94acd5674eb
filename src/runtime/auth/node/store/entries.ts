import { FileStoreError } from "../../../stores/files/file-store-error.ts";

/** Contents of a store. */
export type Entries = Map<string, string>;

/** Version of the file format. */
const version = 1;

/**
 * Parses the text from `entriesText`. Throws a FileStoreError for any other
 * text, without quoting it, because it may be secret.
 */
export function readEntries(path: string, text: string | undefined): Entries {
  // An empty file contains nothing to lose.
  if (text === undefined || text.trim() === "") return new Map();
  const value = parsed(path, text);
  if (!isRecord(value)) throw corrupt(path, "it is not a JSON object");
  if (typeof value["version"] === "number" && value["version"] > version)
    throw new FileStoreError(
      path,
      `a later release of this program wrote it (version ${value["version"]}, and this one reads ${version}): nothing was changed; update this program, or name another file`,
    );
  const { entries } = value;
  if (value["version"] !== version || !isRecord(entries))
    throw corrupt(path, "it is not a token store");
  const read: Entries = new Map();
  for (const [key, one] of Object.entries(entries)) {
    if (typeof one !== "string")
      throw corrupt(path, "an entry is not a string");
    read.set(key, one);
  }
  return read;
}

export function entriesText(entries: Entries): string {
  const sorted = [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
  const value = { version, entries: Object.fromEntries(sorted) };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The message of JSON.parse quotes its input.
    const at = /at position (\d+)/.exec(String(error))?.[1];
    const where = at === undefined ? "" : placeIn(text, Number(at));
    throw corrupt(path, `it is not JSON${where}`);
  }
}

function placeIn(text: string, position: number): string {
  const lines = text.slice(0, position).split("\n");
  return ` at line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
}

function corrupt(path: string, problem: string): FileStoreError {
  return new FileStoreError(
    path,
    `${problem}: nothing was read or changed; repair it, or move it away and log in again everywhere`,
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
