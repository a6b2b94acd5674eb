import { isOfFormat } from "../../../runtime/protocol/validation/form-formats.ts";

/** What a format wants, in the words of a question; there are no others in forms. */
const wanted: ReadonlyMap<unknown, string> = new Map([
  ["date", "a date such as 2026-12-24"],
  ["date-time", "a time such as 2026-12-24T18:00:00Z"],
  ["email", "an e-mail address"],
  ["uri", "an address such as https://example.com"],
]);

/** What is wrong with a value for its format; undefined where nothing is. */
export function formatProblem(
  format: unknown,
  value: unknown,
): string | undefined {
  if (typeof value !== "string" || isOfFormat(format, value)) return undefined;
  return `Expected ${wanted.get(format) ?? String(format)}.`;
}
