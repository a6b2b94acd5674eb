import type { PatternNode } from "../patterns/parse-pattern.ts";
import { oneOf, wholeBetween, type Random } from "./random.ts";

/** How a text is made of a pattern. */
export interface PatternOptions {
  /** How many times more than it has to be a part is repeated. */
  readonly more: number;
  /** Whether characters are of any kind, and not of the first that will do. */
  readonly mixed: boolean;
  readonly random: Random;
  readonly work: Work;
}

/** How many more steps may be taken for all texts of a value together. */
export interface Work {
  left: number;
}

/**
 * A text that a pattern describes, but for what has to follow or stand beside a
 * place, which is for who takes it to check. Undefined where there is none.
 */
export function textOfPattern(
  node: PatternNode,
  options: PatternOptions,
): string | undefined {
  if (--options.work.left < 0) return undefined;
  switch (node.kind) {
    case "one":
      return characterFor(node.fits, options);
    case "row":
      return joined(node.parts, options);
    case "either":
      return someOption(node.options, options);
    case "repeat":
      return repeated(node, options);
    case "ahead":
    case "place":
      return "";
    default:
      return node satisfies never;
  }
}

function joined(
  parts: Iterable<PatternNode>,
  options: PatternOptions,
): string | undefined {
  let text = "";
  for (const part of parts) {
    const next = textOfPattern(part, options);
    if (next === undefined) return undefined;
    text += next;
  }
  return text;
}

/** Any of the options, or the next one that has a text. */
function someOption(
  choices: readonly PatternNode[],
  options: PatternOptions,
): string | undefined {
  const start = wholeBetween(options.random, 0, choices.length - 1);
  for (const node of [...choices.slice(start), ...choices.slice(0, start)]) {
    const text = textOfPattern(node, options);
    if (text !== undefined) return text;
  }
  return undefined;
}

function repeated(
  { part, min, max }: Extract<PatternNode, { kind: "repeat" }>,
  options: PatternOptions,
): string | undefined {
  const count = Math.min(max, min + options.more);
  const all = joined(
    (function* () {
      for (let index = 0; index < count; index++) yield part;
    })(),
    options,
  );
  return all ?? (min === 0 ? "" : undefined);
}

/** What people read easily goes first. */
const alphabets: readonly string[] = [
  "abcdefghijklmnopqrstuvwxyz",
  "0123456789",
  "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  "-_. /:,;@#+=%&?!~*'\"()[]{}<>|\\^$`",
  "éñüßøλжע中文字かな한ทहि—…€→😀\t\n\r\u0000\u00a0\u0300\u2028",
];

function characterFor(
  fits: (character: string) => boolean,
  { mixed, random, work }: PatternOptions,
): string | undefined {
  const first = mixed ? wholeBetween(random, 0, 3) : 0;
  for (const alphabet of [...alphabets.slice(first), ...alphabets]) {
    const found = oneOf(
      random,
      [...alphabet].filter((character) => fits(character)),
    );
    if (found !== undefined) return found;
  }
  return searched(fits, work);
}

/** One character in all of Unicode, from low to high, so that each part of it is met. */
function searched(
  fits: (character: string) => boolean,
  work: Work,
): string | undefined {
  for (let code = 0; code < 0x3_0000 && work.left > 0; code++) {
    work.left--;
    const character = String.fromCodePoint(code);
    if (fits(character)) return character;
  }
  return undefined;
}
