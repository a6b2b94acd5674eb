import { byCodeUnit } from "../../base/order.ts";
import { objectKey, quote } from "./names.ts";
import { widthOf } from "./width.ts";

export interface JsonLayout {
  indent: number;
  /** The longest line that a list may stand on; without it, each item has its own. */
  width?: number;
  /** Whether the keys of objects inside stand in the order of the alphabet. */
  sorted?: true;
  /** Whether it is an expression of JavaScript, and no JSON. */
  code?: true;
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

/**
 * A JSON value as an expression of JavaScript, as prettier lays it out behind a margin; its
 * first line has none.
 */
export function printJsonExpression(value: unknown, margin: string): string {
  const layout: JsonLayout = { ...prettierLayout, code: true };
  const slot = { margin, column: margin.length, comma: "," };
  return printValue(value, slot, layout).slice(0, -1);
}

type Entries = readonly (readonly [string, unknown])[];

function printObject(
  entries: Entries,
  margin: string,
  layout: JsonLayout,
): string {
  if (entries.length === 0) return "{}";
  const inner = margin + " ".repeat(layout.indent);
  let text = "{\n";
  let left = entries.length;
  for (const [name, value] of entries) {
    const comma = --left > 0 || layout.code ? "," : "";
    const key = layout.code ? objectKey(name) : JSON.stringify(name);
    const start = `${inner}${key}: `;
    const column = widthOf(start);
    const slot = { margin: inner, column, comma };
    const printed = printValue(value, slot, layout);
    text +=
      isText(value, layout) && isTooLong(key, column, printed, layout)
        ? `${inner}${key}:\n${inner}${" ".repeat(layout.indent)}${printed}\n`
        : `${start}${printed}\n`;
  }
  return `${text}${margin}}`;
}

/** Prettier puts a text below its key, in code. */
function isText(value: unknown, { code }: JsonLayout): boolean {
  return code === true && typeof value === "string";
}

/** Whether a text behind its key does not fit, and wins room below it. */
function isTooLong(
  key: string,
  column: number,
  printed: string,
  { indent, width = Infinity }: JsonLayout,
): boolean {
  return column + widthOf(printed) > width && widthOf(key) > indent + 2;
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
  if (Array.isArray(value)) {
    const line = lineOf(value, layout);
    const room = (layout.width ?? 0) - column - comma.length;
    return line !== undefined && widthOf(line) <= room
      ? line + comma
      : printList(value, margin, layout) + comma;
  }
  if (typeof value !== "object" || value === null)
    return printScalar(value, layout) + comma;
  const entries = Object.entries(value);
  if (layout.sorted) entries.sort(([a], [b]) => byCodeUnit(a, b));
  return printObject(entries, margin, layout) + comma;
}

/** A string, a number, a boolean or null. */
function printScalar(value: unknown, { code }: JsonLayout): string {
  if (code && typeof value === "string") return quote(value);
  const text = JSON.stringify(value);
  return code && typeof value === "number" ? text.replace("e+", "e") : text;
}

function printList(
  items: readonly unknown[],
  margin: string,
  layout: JsonLayout,
): string {
  if (items.length === 0) return "[]";
  const inner = margin + " ".repeat(layout.indent);
  const column = inner.length;
  const texts = items.map((item, index) => {
    const comma = index < items.length - 1 || layout.code ? "," : "";
    return printValue(item, { margin: inner, column, comma }, layout);
  });
  const isFilled = items.every((item) => typeof item === "number");
  const lines =
    layout.width !== undefined && isFilled
      ? fill(texts, layout.width - column)
      : texts;
  return `[\n${inner}${lines.join(`\n${inner}`)}\n${margin}]`;
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

/** A list on one line, unless it must have several. */
function lineOf(
  items: readonly unknown[],
  layout: JsonLayout,
): string | undefined {
  if (items.length === 0) return "[]";
  if (layout.width === undefined || isTable(items)) return undefined;
  const texts: string[] = [];
  for (const item of items) {
    const text = itemLine(item, layout);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return `[${texts.join(", ")}]`;
}

function itemLine(item: unknown, layout: JsonLayout): string | undefined {
  if (Array.isArray(item)) return lineOf(item, layout);
  if (typeof item !== "object" || item === null)
    return printScalar(item, layout);
  return Object.keys(item).length > 0 ? undefined : "{}";
}

/** A list of several lists, each of several items. */
function isTable(items: readonly unknown[]): boolean {
  return (
    items.length > 1 &&
    items.every((item) => Array.isArray(item) && item.length > 1)
  );
}
