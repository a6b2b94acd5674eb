import { nearest } from "../../../base/diagnostics/nearest.ts";
import { isJsonObject } from "../../../base/json-object.ts";
import {
  choicesOf,
  describePlace,
  placeOfItem,
  shapesOf,
  typesOf,
  type Place,
  type Schema,
} from "./schema.ts";

/** A value that a text stands for, or why it stands for none. */
export type Reading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

/** From what a text says most exactly, to what any text can be, and a list of one item. */
const order = [
  ...["null", "boolean", "integer", "number", "array", "object"],
  ...["any", "string", "item"],
] as const;

type Kind = (typeof order)[number];

/**
 * The value that a text stands for at a place of a schema: a number where a number is
 * wanted, JSON where JSON is, and the text itself where a string is. Where a place takes
 * several types, it is the first that the text can be, and a string last.
 */
export function readValue(text: string, place: Place): Reading {
  const shapes = shapesOf(place);
  const choices = shapes.map(choicesOf);
  const chosen = choices
    .flatMap((list) => list ?? [])
    .find((one) => isText(one, text));
  if (chosen !== undefined) return { ok: true, value: chosen };
  const open = shapes.filter((_, index) => choices[index] === undefined);
  const wanted = new Set(open.flatMap(kindsOf));
  let reason: string | undefined;
  for (const kind of order.filter((one) => wanted.has(one))) {
    const reading = readers[kind](text, place);
    if (reading.ok) return reading;
    reason = reading.reason;
  }
  // What one kind says of it is more than that none fits.
  const kinds = wanted.size - (wanted.has("item") ? 1 : 0);
  if (kinds === 1 && reason !== undefined) return no(reason);
  return no(expectation(place, choices, text));
}

/** Several values for one place: the items of a list. */
export function readItems(texts: readonly string[], place: Place): Reading {
  const isList = shapesOf(place)
    .flatMap(kindsOf)
    .some((kind) => kind === "array" || kind === "any");
  if (!isList) return no("it is given more than once, and is no list");
  const items: unknown[] = [];
  for (const text of texts) {
    const item = readValue(text, placeOfItem(place));
    if (!item.ok) return item;
    items.push(item.value);
  }
  return { ok: true, value: items };
}

function kindsOf(shape: Schema): Kind[] {
  const types = typesOf(shape);
  if (types.length === 0) return ["any", "string"];
  const known = order.filter((kind) => types.includes(kind));
  return known.includes("array") ? [...known, "item"] : known;
}

const readers: Readonly<Record<Kind, (text: string, place: Place) => Reading>> =
  {
    null: (text) => literal(text, null),
    boolean: (text) => {
      const isTrue = literal(text, true);
      return isTrue.ok ? isTrue : literal(text, false);
    },
    integer: (text) => {
      const reading = number(text);
      return !reading.ok || Number.isInteger(reading.value)
        ? reading
        : no(`expected a whole number, found ${shown(text)}`);
    },
    number,
    array: (text) => json(text, "a list as JSON", Array.isArray),
    object: (text) => json(text, "an object as JSON", isJsonObject),
    any: (text) => json(text, "JSON", () => true),
    // What looks like JSON, and is none, is a slip and no item.
    item: (text, place) => {
      if (/^\s*\[/.test(text)) return no(`${shown(text)} is not valid JSON`);
      const item = readValue(text, placeOfItem(place));
      return item.ok ? { ok: true, value: [item.value] } : item;
    },
    string: (text) => ({ ok: true, value: text }),
  };

function literal(text: string, value: null | boolean): Reading {
  if (text.trim() === String(value)) return { ok: true, value };
  const wanted = value === null ? "null" : "true or false";
  return no(`expected ${wanted}, found ${shown(text)}`);
}

function number(text: string): Reading {
  const digits = text.trim();
  if (!/^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(digits))
    return no(`expected a number, found ${shown(text)}`);
  const value = Number(digits);
  const isExact =
    Number.isFinite(value) &&
    (!Number.isInteger(value) ||
      Number.isSafeInteger(value) ||
      /e/i.test(digits));
  return isExact
    ? { ok: true, value }
    : no(`${shown(text)} has more digits than a number keeps`);
}

function json(
  text: string,
  wanted: string,
  fits: (value: unknown) => boolean,
): Reading {
  try {
    const value: unknown = JSON.parse(text);
    if (fits(value)) return { ok: true, value };
  } catch {
    // Told below, without what the parser says: it repeats the text.
  }
  return no(`expected ${wanted}, found ${shown(text)}`);
}

function isText(choice: unknown, text: string): boolean {
  return typeof choice === "string"
    ? choice === text
    : JSON.stringify(choice) === text.trim();
}

function expectation(
  place: Place,
  choices: readonly (unknown[] | undefined)[],
  text: string,
): string {
  const names = choices
    .flatMap((list) => list ?? [])
    .filter((one) => typeof one === "string");
  const near = nearest(text, names);
  const meant =
    near === undefined ? "" : `: did you mean ${JSON.stringify(near)}?`;
  return `expected ${describePlace(place)}, found ${shown(text)}${meant}`;
}

/** The beginning of a text, as an error has it. */
function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

function no(reason: string): Reading {
  return { ok: false, reason };
}
