import type { NormalSchema } from "../../model/json-schema.ts";
import { parsePattern, type PatternNode } from "../patterns/parse-pattern.ts";
import { formatOfName, textOfFormat } from "./formats.ts";
import type { Maker } from "./maker.ts";
import { textOfPattern } from "./pattern-text.ts";
import type { Random } from "./random.ts";
import { phrase, word } from "./words.ts";

/** Longer texts are not made. */
const maxLength = 100_000;

/**
 * A text that fits all of these, so far as one is found: of the format that they name,
 * or that the name of what holds it speaks of, or of words.
 */
export function textFor(
  all: readonly NormalSchema[],
  name: string | undefined,
  { random, work }: Pick<Maker, "random" | "work">,
): string | undefined {
  const limits = limitsOf(all);
  if (limits.min > limits.max || limits.min > maxLength) return undefined;
  const patterns = all.flatMap(({ pattern }) => pattern ?? []);
  const isFit = (text: string): boolean =>
    isWithin(text, limits) &&
    patterns.every((pattern) => new RegExp(pattern, "u").test(text));
  for (const text of candidates(all, name, random)) {
    const resized = resize(text, limits);
    for (const candidate of [text, resized])
      if (isFit(candidate)) return candidate;
  }
  const nodes = patterns.flatMap(parsed);
  for (const mixed of [false, true])
    for (const more of [...repetitions, limits.min])
      for (const node of nodes) {
        const text = textOfPattern(node, { more, mixed, random, work });
        if (text === undefined) continue;
        for (const candidate of [text, ...padded(text, limits)])
          if (isFit(candidate)) return candidate;
      }
  return undefined;
}

/** How many times more than needed what repeats is tried. */
const repetitions: readonly number[] = [0, 3, 1, 8, 2, 5, 16, 32, 64];

interface Limits {
  readonly min: number;
  readonly max: number;
}

/** Characters are code points. */
function limitsOf(all: readonly NormalSchema[]): Limits {
  return {
    min: Math.max(0, ...all.map(({ minLength = 0 }) => minLength)),
    max: Math.min(...all.map(({ maxLength: most = Infinity }) => most)),
  };
}

function isWithin(text: string, { min, max }: Limits): boolean {
  const { length } = [...text];
  return length >= min && length <= max;
}

function* candidates(
  all: readonly NormalSchema[],
  name: string | undefined,
  random: Random,
): Iterable<string> {
  const formats = all.flatMap(({ format }) => format ?? []);
  const named = name === undefined ? undefined : formatOfName(name);
  if (named !== undefined) formats.push(named);
  for (const format of formats) {
    const text = textOfFormat(format, random);
    if (text !== undefined) yield text;
  }
  yield phrase(random);
  yield word(random);
}

/** Cut, or with more words behind it. */
function resize(text: string, { min, max }: Limits): string {
  const characters = [...text];
  if (characters.length > max) return characters.slice(0, max).join("");
  const missing = min - characters.length;
  if (missing <= 0) return text;
  return text + " amber river".repeat(missing / 12 + 1).slice(0, missing);
}

/** With characters before or behind it, where it is only a part of what may be there. */
function padded(text: string, { min }: Limits): string[] {
  const missing = min - [...text].length;
  if (missing <= 0) return [];
  const filling = "a".repeat(missing);
  return [text + filling, filling + text];
}

function parsed(pattern: string): PatternNode[] {
  try {
    return [parsePattern(pattern)];
  } catch {
    // A text of words may fit it all the same.
    return [];
  }
}
