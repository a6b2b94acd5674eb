const longest = 90;

/** A type of TypeScript, shortened to fit a line: inner objects first, then what comes last. */
export function shortenType(text: string): string {
  const line = text.replaceAll("\n", " ");
  const candidates = [line, ...[2, 1].map((depth) => flattened(line, depth))];
  return (
    candidates.find(({ length }) => length <= longest) ??
    cutAtSeparator(candidates.at(-1) ?? line)
  );
}

/** Objects that stand deeper than that many others are left out. */
function flattened(text: string, deepest: number): string {
  let result = "";
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    // What is escaped inside a literal ends nothing.
    const length = isQuoted && text[at] === "\\" ? 2 : 1;
    const part = text.slice(at, at + length);
    if (part === '"') isQuoted = !isQuoted;
    if (part === "{" && !isQuoted && ++depth === deepest + 1) result += "{ … }";
    if (depth <= deepest) result += part;
    if (part === "}" && !isQuoted) depth--;
    at += length - 1;
  }
  return result;
}

function cutAtSeparator(text: string): string {
  const end = text.startsWith("{") && text.endsWith("}") ? "… }" : "…";
  const head = text.slice(0, longest - end.length);
  const at = Math.max(
    ...["; ", " | ", ", "].map((one) => head.lastIndexOf(one) + one.length),
  );
  return (at > longest / 3 ? head.slice(0, at) : head) + end;
}

/**
 * The lines of a text that another one has not, from where they begin to differ, cut to
 * fit a line. That something is deprecated comes first.
 */
export function newLines(text: string, other: string): string {
  const [lines, others] = [text.split("\n"), other.split("\n")];
  const own = lines
    .filter((line) => line !== "" && !others.includes(line))
    .map((line) => fromDifference(line, others));
  const isGrave = (line: string): boolean => line.startsWith("@deprecated");
  const [grave, rest] = [
    own.filter(isGrave),
    own.filter((one) => !isGrave(one)),
  ];
  return cut([...grave, ...rest].join(" "));
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

function fromDifference(line: string, others: readonly string[]): string {
  const shared = Math.max(
    0,
    ...others.map((other) => sharedLength(line, other)),
  );
  const start =
    shared > longest / 2 ? line.lastIndexOf(" ", shared - 20) + 1 : 0;
  return start > 0 ? `… ${line.slice(start)}` : line;
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
