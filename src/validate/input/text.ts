import { problem, type Problem } from "../message/finding.ts";

/** Some programs begin a file of UTF-8 with it. */
export const byteOrderMark = "\uFEFF";

/** Most lines show by their first character that they are not. */
export function isBlank(text: string): boolean {
  return !(text.charCodeAt(0) > space) && text.trim() === "";
}

const space = 32;

/** Whether a text is longer in UTF-8. */
export function isLonger(text: string, limit: number): boolean {
  // No character takes more than three bytes for each of its units.
  if (text.length * 3 <= limit) return false;
  return text.length > limit || Buffer.byteLength(text) > limit;
}

/** What no JSON begins with is told without the exception, which takes long. */
export function strayProblem(text: string): Problem | undefined {
  const first = text.charCodeAt(0);
  if (first === brace || first <= space || beginnings.has(first))
    return undefined;
  const start = JSON.stringify(String.fromCodePoint(text.codePointAt(0) ?? 0));
  return problem("not-json", `the line is not JSON: it begins with ${start}`);
}

const brace = 123;

/** The characters that JSON texts begin with. */
const beginnings: ReadonlySet<number> = new Set(
  Array.from('{["-0123456789tfn', (character) => character.charCodeAt(0)),
);

/** What JSON.parse has against a line. */
export function jsonProblem(error: unknown, isLast: boolean): Problem {
  if (isLast) return cutOff;
  const detail = error instanceof Error ? `: ${error.message}` : "";
  return problem("not-json", `the line is not JSON${detail}`);
}

export const notUtf8: Problem = problem("not-utf8", "the line is not UTF-8");

export const cutOff: Problem = problem(
  "cut-off",
  "the input ends within this line",
);

export function tooLong(limit: number): Problem {
  return problem("too-long", `the line is longer than ${limit} bytes`);
}
