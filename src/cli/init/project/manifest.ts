import { readFileSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "../../../base/diagnostics/error.ts";
import { isJsonObject } from "../../../base/json-object.ts";
import { unreadableError } from "../../../base/unreadable.ts";

/** A JSON file as it was read, so that what is added looks like the rest. */
export interface JsonFile {
  path: string;
  text: string;
  value: Record<string, unknown>;
}

/** Reads a file that may be missing. Throws an InputError for what is no JSON object. */
export function readJsonFile(
  folder: string,
  name: string,
): JsonFile | undefined {
  const path = join(folder, name);
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new InputError("invalid-config", `${path} is no JSON`, {
      hint: "mend it, or move it away; nothing has been written",
      cause,
    });
  }
  if (isJsonObject(value)) return { path, text, value };
  throw new InputError("invalid-config", `${path} holds no JSON object`, {
    hint: "mend it, or move it away; nothing has been written",
  });
}

/** The text of a file; undefined where there is none. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw unreadableError(path, error);
  }
}

/** Prints a value as the file was: its indentation, line ends and last line feed. */
export function printLike(text: string, value: unknown): string {
  const indent = /^\uFEFF?\s*\{\r?\n([ \t]+)/.exec(text)?.[1] ?? "  ";
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const printed = JSON.stringify(value, null, indent).replaceAll("\n", lineEnd);
  return `${mark}${printed}${/\n\s*$/.test(text) || text === "" ? lineEnd : ""}`;
}

/** The packages that a manifest lists, with what it says of each. */
export function packagesOf(
  value: Readonly<Record<string, unknown>>,
  fields: readonly string[] = [
    "peerDependencies",
    "optionalDependencies",
    "devDependencies",
    "dependencies",
  ],
): Map<string, string> {
  const packages = new Map<string, string>();
  for (const field of fields) {
    const listed = value[field];
    if (!isJsonObject(listed)) continue;
    for (const [name, version] of Object.entries(listed))
      packages.set(name, String(version));
  }
  return packages;
}
