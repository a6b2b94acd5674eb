import { isJsonObject } from "../json-object.ts";

const comments = /("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[^]*?\*\//g;
const lastCommas = /("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g;

/** An object of JSON that may have comments and commas behind the last; undefined for any other text. */
export function parseJsonWithComments(
  text: string,
): Record<string, unknown> | undefined {
  const keepString = (_: string, string: string | undefined): string =>
    string ?? "";
  const plain = text
    .replace(/^\uFEFF/, "")
    .replace(comments, keepString)
    .replace(lastCommas, keepString);
  try {
    const value: unknown = JSON.parse(plain);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
