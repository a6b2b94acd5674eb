import { integerOption } from "../sound-option.ts";

/** Bounds on JSON from outside. Both are checked before the text is parsed. */
export interface JsonLimits {
  /** The deepest nesting of objects and arrays. */
  readonly maxDepth: number;
  /** The most values: objects, arrays, strings, numbers, booleans and nulls. Keys do not count. */
  readonly maxValues: number;
}

/** Bounds of what a server reads, and of documents such as metadata. */
export const serverJsonLimits: JsonLimits = {
  maxDepth: 256,
  maxValues: 50_000,
};

/** Bounds of what a client reads: results have more values than requests. */
export const clientJsonLimits: JsonLimits = {
  maxDepth: 256,
  maxValues: 250_000,
};

/**
 * Reads the two options of these names. Throws a TypeError for one that is not a
 * positive integer.
 */
export function resolveLimits(
  given: { readonly [Name in keyof JsonLimits]?: number | undefined },
  byDefault: JsonLimits,
): JsonLimits {
  return {
    maxDepth: integerOption("maxDepth", given.maxDepth, byDefault.maxDepth),
    maxValues: integerOption("maxValues", given.maxValues, byDefault.maxValues),
  };
}

/** JSON exceeds a bound, and was not parsed. Its message completes "the body ...". */
export class JsonLimitError extends Error {
  override readonly name = "JsonLimitError";
  /** The message without the option. */
  readonly reason: string;

  constructor(reason: string, option: keyof JsonLimits) {
    super(`${reason} (option ${option})`);
    this.reason = reason;
  }
}

/**
 * Parses JSON, also after a byte order mark, which RFC 8259 lets a reader ignore.
 * Throws a JsonLimitError before it parses a text that exceeds a bound, and a
 * SyntaxError for a text that is not JSON.
 */
export function parseJson(text: string, limits: JsonLimits): unknown {
  const { maxDepth, maxValues } = limits;
  // A level needs two characters, and so does each value after the first.
  if (text.length > 2 * maxDepth || text.length > 2 * maxValues)
    checkJson(text, limits);
  return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
}

/** Throws a JsonLimitError for a value, parsed elsewhere, that exceeds a bound. */
export function checkValue(value: unknown, limits: JsonLimits): void {
  let values = 1;
  const check = (one: unknown, depth: number): void => {
    if (typeof one !== "object" || one === null) return;
    if (depth === 0) throw tooDeep(limits);
    const items: readonly unknown[] = Object.values(one);
    values += items.length;
    if (values > limits.maxValues) throw tooMany(limits);
    for (const item of items) check(item, depth - 1);
  };
  check(value, limits.maxDepth);
}

/** Throws a JsonLimitError for text that exceeds a bound. It need not be JSON. */
export function checkJson(text: string, limits: JsonLimits): void {
  const { maxDepth, maxValues } = limits;
  // Most texts have fewer brackets and commas, strings included. Native search
  // counts them much faster than a scan.
  const isLong = text.length > 2 * maxValues;
  if (
    hasMore(text, openings, maxDepth) ||
    (isLong && hasMore(text, separators, maxValues - 1))
  )
    scan(text, limits);
}

const openings = ["{", "["];
const separators = [",", "{", "["];

/** True if a text has more than `limit` of some characters, in strings or not. */
function hasMore(
  text: string,
  characters: readonly string[],
  limit: number,
): boolean {
  let count = 0;
  for (const character of characters) {
    let at = text.indexOf(character);
    for (; at !== -1 && count <= limit; at = text.indexOf(character, at + 1))
      count++;
  }
  return count > limit;
}

const quote = 34;
const comma = 44;
const backslash = 92;

function scan(text: string, limits: JsonLimits): void {
  const { maxDepth, maxValues } = limits;
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = stringEnd(text, at + 1);
        break;
      case comma:
        if (++values > maxValues) throw tooMany(limits);
        break;
      case 91:
      case 123:
        if (++depth > maxDepth) throw tooDeep(limits);
        while (isSpace(text.charCodeAt(at + 1))) at++;
        // The first of its values; the others follow commas.
        if (!isClosing(text.charCodeAt(at + 1)) && ++values > maxValues)
          throw tooMany(limits);
        break;
      case 93:
      case 125:
        depth--;
    }
  }
}

/** Characters of a string that are read one by one before the engine searches for its end. */
const shortString = 32;

/** Returns the position of the quote that ends a string, or the end of the text. */
function stringEnd(text: string, start: number): number {
  let at = start;
  for (;;) {
    const near = Math.min(at + shortString, text.length);
    while (at < near) {
      const code = text.charCodeAt(at);
      if (code === quote) return at;
      at += code === backslash ? 2 : 1;
    }
    const end = text.indexOf('"', at);
    if (end === -1) return text.length;
    // Behind an odd number of backslashes, it is a character of the string.
    let first = end;
    while (first > at && text.charCodeAt(first - 1) === backslash) first--;
    if ((end - first) % 2 === 0) return end;
    at = end + 1;
  }
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

function isClosing(code: number): boolean {
  return code === 93 || code === 125;
}

function tooDeep({ maxDepth }: JsonLimits): JsonLimitError {
  return new JsonLimitError(`is nested deeper than ${maxDepth}`, "maxDepth");
}

function tooMany({ maxValues }: JsonLimits): JsonLimitError {
  return new JsonLimitError(`has more than ${maxValues} values`, "maxValues");
}
