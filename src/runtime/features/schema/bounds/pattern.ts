import { type PatternNode, parsePattern } from "./parse-pattern.ts";

/** Continues at an index of the text. Returns true if the rest matches. */
type Next = (index: number) => boolean;
type Step = (text: string, index: number, next: Next, meter: Meter) => boolean;

/** Returns true if a text matches a pattern, and spends the steps of the search. */
export type MeteredPattern = (text: string, meter: Meter) => boolean;

/** Returns the reason why the time of a pattern cannot be limited; undefined if it can. */
export function refusePattern(pattern: string): string | undefined {
  try {
    parsePattern(pattern);
    return undefined;
  } catch (error) {
    return error instanceof TypeError ? error.message : "too deep";
  }
}

/**
 * Compiles a pattern to a search with backtracking, like the engines of JavaScript, so that
 * its steps measure their time. Throws a TypeError for a pattern that `refusePattern`
 * rejects.
 */
export function meteredPattern(pattern: string): MeteredPattern {
  const step = compile(parsePattern(pattern));
  const found: Next = () => true;
  return (text, meter) => {
    for (let start = 0; start <= text.length; start++)
      if (step(text, start, found, meter)) return true;
    return false;
  };
}

function compile(node: PatternNode): Step {
  switch (node.kind) {
    case "one":
      return (text, index, next, meter) => {
        const after = afterOne(node.fits, text, index, meter);
        return after > index && next(after);
      };
    case "row":
      return row(node.parts.map(compile));
    case "either": {
      const options = node.options.map(compile);
      return (text, index, next, meter) =>
        options.some((option) => option(text, index, next, meter));
    }
    case "repeat":
      return node.part.kind === "one"
        ? repeatOne(node, node.part.fits)
        : repeat(node, compile(node.part));
    case "place":
      return (text, index, next, meter) => {
        meter.spend(1);
        return isPlace(node.sign, text, index) && next(index);
      };
    case "ahead": {
      const part = compile(node.part);
      return (text, index, next, meter) =>
        part(text, index, () => true, meter) !== node.negated && next(index);
    }
    default:
      return node satisfies never;
  }
}

/** Returns the index after one matching character, or the same index. */
function afterOne(
  fits: (character: string) => boolean,
  text: string,
  index: number,
  meter: Meter,
): number {
  meter.spend(1);
  const code = text.codePointAt(index);
  if (code === undefined) return index;
  const character = String.fromCodePoint(code);
  return fits(character) ? index + character.length : index;
}

function row(steps: readonly Step[]): Step {
  const from = (
    position: number,
    text: string,
    index: number,
    next: Next,
    meter: Meter,
  ): boolean => {
    const step = steps[position];
    if (!step) return next(index);
    return step(
      text,
      index,
      (after) => from(position + 1, text, after, next, meter),
      meter,
    );
  };
  return (text, index, next, meter) => from(0, text, index, next, meter);
}

interface Times {
  readonly min: number;
  readonly max: number;
  readonly lazy: boolean;
}

/** Repeats one character without recursion. */
function repeatOne(
  { min, max, lazy }: Times,
  fits: (character: string) => boolean,
): Step {
  return (text, index, next, meter) => {
    const ends = [index];
    let end = index;
    while (ends.length <= max) {
      if (lazy && ends.length > min && next(end)) return true;
      const after = afterOne(fits, text, end, meter);
      if (after === end) break;
      ends.push((end = after));
    }
    if (lazy && ends.length <= max) return false;
    for (let count = ends.length - 1; count >= min; count--) {
      meter.spend(1);
      if (next(ends[count] ?? end)) return true;
      if (lazy) return false;
    }
    return false;
  };
}

function repeat({ min, max, lazy }: Times, part: Step): Step {
  return (text, start, next, meter) => {
    const more = (index: number, count: number): boolean =>
      count < max &&
      part(
        text,
        index,
        // An empty match would repeat forever.
        (after) => (after > index || count < min) && go(after, count + 1),
        meter,
      );
    const go = (index: number, count: number): boolean => {
      meter.spend(1);
      const may = count >= min;
      if (lazy) return (may && next(index)) || more(index, count);
      return more(index, count) || (may && next(index));
    };
    return go(start, 0);
  };
}

function isPlace(sign: string, text: string, index: number): boolean {
  if (sign === "^") return index === 0;
  if (sign === "$") return index === text.length;
  const isWord = (at: number): boolean => /^\w$/.test(text.charAt(at));
  return (isWord(index - 1) !== isWord(index)) === (sign === "\\b");
}

/** Counts steps. Throws a TypeError above the limit. */
export interface Meter {
  spend(steps: number): void;
}

export function createMeter(limit: number): Meter {
  let left = limit;
  return {
    spend(steps) {
      left -= steps;
      if (left < 0)
        throw new TypeError(`it takes more than ${limit} steps to check`);
    },
  };
}
