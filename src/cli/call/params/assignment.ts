import { UsageError } from "../../../base/diagnostics/error.ts";

/** Where the text of a value comes from. */
export type TextSource =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "stdin" };

/** One `--arg` or `--text`. */
export interface Assignment {
  /** Undefined where all of the params are given at once. */
  readonly key: string | undefined;
  readonly source: TextSource;
  /** Whether it is a string, whatever it looks like. */
  readonly isLiteral?: boolean;
  /** Whether the key stood alone, which is true, and no text. */
  readonly isBare?: boolean;
}

/**
 * Reads `key=value`, `key=@file`, `key=-` (standard input), `key` (which is true), and
 * without a key `{…}`, `@file` or `-`: all params as one JSON object.
 */
export function parseAssignment(given: string): Assignment {
  if (given === "-") return { key: undefined, source: { kind: "stdin" } };
  if (given.startsWith("@"))
    return { key: undefined, source: fileSource(given) };
  if (/^\s*\{/.test(given))
    return { key: undefined, source: { kind: "text", text: given } };
  const { key, text } = parted(given);
  if (text === undefined)
    return { key, source: { kind: "text", text: "true" }, isBare: true };
  if (text === "-") return { key, source: { kind: "stdin" } };
  const source: TextSource = text.startsWith("@")
    ? fileSource(text)
    : { kind: "text", text };
  return { key, source };
}

/** Reads `key=value` where the value is the text as it stands. */
export function parseText(given: string): Assignment {
  const { key, text } = parted(given);
  if (text === undefined)
    throw invalid(`--text ${JSON.stringify(given)} has no value`, "key=value");
  return { key, source: { kind: "text", text }, isLiteral: true };
}

function parted(given: string): { key: string; text: string | undefined } {
  const at = given.indexOf("=");
  const key = at < 0 ? given : given.slice(0, at);
  if (key === "")
    throw invalid(`${JSON.stringify(given)} names no argument`, "key=value");
  return { key, text: at < 0 ? undefined : given.slice(at + 1) };
}

function fileSource(text: string): TextSource {
  const path = text.slice(1);
  if (path === "-") return { kind: "stdin" };
  if (path === "")
    throw invalid(
      "There is no file name after @",
      "@path; --text key=@ for the sign itself",
    );
  return { kind: "file", path };
}

function invalid(message: string, hint: string): UsageError {
  return new UsageError("invalid-argument", message, { hint });
}
