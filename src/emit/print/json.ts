import { byCodeUnit } from "../../order.ts";

export interface JsonLayout {
  indent: number;
  /** The longest line that a list may stand on; without it, each item has its own. */
  width?: number;
  /** Whether the keys of objects inside stand in the order of the alphabet. */
  sorted?: true;
}

/** How prettier lays out JSON. */
export const prettierLayout: JsonLayout = { indent: 2, width: 80 };

/** The text of an object with the keys in their order, without a line break at its end. */
export function printJson(
  entries: readonly (readonly [string, unknown])[],
  layout: JsonLayout,
): string {
  return printObject(entries, "", layout);
}

function printObject(
  entries: readonly (readonly [string, unknown])[],
  margin: string,
  layout: JsonLayout,
): string {
  const inner = margin + " ".repeat(layout.indent);
  const lines = entries.map(([name, value], index) => {
    const start = `${inner}${JSON.stringify(name)}: `;
    const comma = index < entries.length - 1 ? "," : "";
    const column = start.length;
    return start + printValue(value, { margin: inner, column, comma }, layout);
  });
  return enclose("{", lines, "}", margin);
}

/** Where a value stands on its line. */
interface Slot {
  /** What the lines below begin with. */
  readonly margin: string;
  readonly column: number;
  /** What follows the value. */
  readonly comma: string;
}

function printValue(
  value: unknown,
  { margin, column, comma }: Slot,
  layout: JsonLayout,
): string {
  const line = lineOf(value, layout);
  const room = (layout.width ?? 0) - column - comma.length;
  if (line !== undefined && (!Array.isArray(value) || line.length <= room))
    return line + comma;
  return printParent(value, margin, layout) + comma;
}

function printParent(
  value: unknown,
  margin: string,
  layout: JsonLayout,
): string {
  if (Array.isArray(value)) return printList(value, margin, layout);
  const entries = Object.entries(value ?? {});
  if (layout.sorted) entries.sort(([a], [b]) => byCodeUnit(a, b));
  return printObject(entries, margin, layout);
}

function printList(
  items: readonly unknown[],
  margin: string,
  layout: JsonLayout,
): string {
  const inner = margin + " ".repeat(layout.indent);
  const texts = items.map((item, index) => {
    const comma = index < items.length - 1 ? "," : "";
    const column = inner.length;
    return printValue(item, { margin: inner, column, comma }, layout);
  });
  const isFilled = items.every((item) => typeof item === "number");
  const lines =
    layout.width !== undefined && isFilled
      ? fill(texts, layout.width - inner.length)
      : texts;
  return enclose(
    "[",
    lines.map((line) => inner + line),
    "]",
    margin,
  );
}

/** As many words on a line as there is room for. */
function fill(words: readonly string[], room: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= room)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The value on one line, unless it must have several. */
function lineOf(value: unknown, layout: JsonLayout): string | undefined {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const items = Object.values(value);
  if (!Array.isArray(value)) return items.length > 0 ? undefined : "{}";
  if (items.length === 0) return "[]";
  if (layout.width === undefined || isTable(value)) return undefined;
  const lines = value.map((item) => lineOf(item, layout));
  return lines.includes(undefined) ? undefined : `[${lines.join(", ")}]`;
}

/** A list of several lists, each of several items. */
function isTable(items: readonly unknown[]): boolean {
  return (
    items.length > 1 &&
    items.every((item) => Array.isArray(item) && item.length > 1)
  );
}

function enclose(
  open: string,
  lines: readonly string[],
  close: string,
  margin: string,
): string {
  return lines.length === 0
    ? open + close
    : `${open}\n${lines.join("\n")}\n${margin}${close}`;
}
