import { parsePattern, type PatternNode } from "./parse-pattern.ts";

/** How many characters a text has at least and at most. */
export interface Lengths {
  readonly min: number;
  readonly max: number;
}

const anyLength: Lengths = { min: 0, max: Infinity };

/** Bounds on the length of texts that match a pattern; without bounds if it is not understood. */
export function patternLengths(pattern: string): Lengths {
  try {
    const node = parsePattern(pattern);
    const { min, max } = lengthsOf(node);
    const isWhole = startsAndEnds(node);
    return { min, max: isWhole ? max : Infinity };
  } catch {
    return anyLength;
  }
}

function lengthsOf(node: PatternNode): Lengths {
  switch (node.kind) {
    case "one":
      return { min: 1, max: 1 };
    case "row":
      return sum(node.parts.map(lengthsOf));
    case "either": {
      const options = node.options.map(lengthsOf);
      return {
        min: Math.min(...options.map(({ min }) => min)),
        max: Math.max(...options.map(({ max }) => max)),
      };
    }
    case "repeat": {
      const { min, max } = lengthsOf(node.part);
      return {
        min: min * node.min,
        max: max === 0 || node.max === 0 ? 0 : max * node.max,
      };
    }
    case "place":
    case "ahead":
      return { min: 0, max: 0 };
    default:
      return node satisfies never;
  }
}

function sum(parts: readonly Lengths[]): Lengths {
  return parts.reduce(
    (all, one) => ({ min: all.min + one.min, max: all.max + one.max }),
    { min: 0, max: 0 },
  );
}

/** Returns true if a match is surely the whole text: it begins with `^` and ends with `$`. */
function startsAndEnds(node: PatternNode): boolean {
  if (node.kind === "either") return node.options.every(startsAndEnds);
  if (node.kind !== "row") return false;
  const [first] = node.parts;
  const last = node.parts.at(-1);
  if (node.parts.length === 1 && first?.kind === "either")
    return startsAndEnds(first);
  return (
    first?.kind === "place" &&
    first.sign === "^" &&
    last?.kind === "place" &&
    last.sign === "$"
  );
}
