import type { PatternNode } from "./parse-pattern.ts";

/** A place in a pattern, with the numbers of those that come next. */
export type PatternState =
  /** Takes one character. */
  | {
      readonly kind: "one";
      readonly fits: (character: string) => boolean;
      readonly next: number;
    }
  /** Goes on at each in turn, until one fits; after what has to follow, at the second. */
  | { readonly kind: "split"; readonly next: readonly number[] }
  /** Goes on with the body, which leads back here, or leaves. A body that took nothing fails. */
  | { readonly kind: "loop"; readonly body: number; readonly exit: number }
  /** Goes on at the beginning of the text alone, or at its end. */
  | { readonly kind: "start" | "end"; readonly next: number }
  /** Fits. */
  | { readonly kind: "done" }
  /** What had to follow does. */
  | { readonly kind: "dead" };

/** A pattern as the places that its matching goes through. */
export interface Automaton {
  readonly states: readonly PatternState[];
  readonly first: number;
  /** Whether what reaches `done` has matched; otherwise it may have. */
  readonly isExact: boolean;
}

/** More are not judged. */
const maxStates = 2_000;
/** What is repeated more often is taken as if it were repeated without end. */
const maxCopies = 100;

/**
 * The automaton of a pattern. It takes at least the ways that the pattern has through a
 * text. Throws a RangeError where it would be too large.
 */
export function createAutomaton(pattern: PatternNode): Automaton {
  const states: PatternState[] = [];
  let isExact = true;
  const done = add({ kind: "done" });
  const first = build(pattern, done);
  return { states, first, isExact };

  function add(state: PatternState): number {
    if (states.length >= maxStates) throw new RangeError("it is too long");
    return states.push(state) - 1;
  }

  function build(node: PatternNode, next: number): number {
    switch (node.kind) {
      case "one":
        return add({ kind: "one", fits: node.fits, next });
      case "row":
        return node.parts.reduceRight(
          (after, part) => build(part, after),
          next,
        );
      case "either":
        return add({
          kind: "split",
          next: node.options.map((option) => build(option, next)),
        });
      case "repeat":
        return buildRepeat(node, next);
      case "place":
        if (node.sign === "^") return add({ kind: "start", next });
        if (node.sign === "$") return add({ kind: "end", next });
        isExact = false;
        return next;
      case "ahead": {
        isExact = false;
        const dead = add({ kind: "dead" });
        return add({ kind: "split", next: [build(node.part, dead), next] });
      }
      default:
        return node satisfies never;
    }
  }

  function buildRepeat(
    { part, min, max }: PatternNode & { readonly kind: "repeat" },
    next: number,
  ): number {
    const isEndless = max === Infinity;
    const copies = isEndless ? min : max;
    if (copies > maxCopies) {
      if (mayBeEmpty(part)) throw new RangeError("it is too long");
      isExact = false;
      return buildLoop(part, next);
    }
    let after = isEndless ? buildLoop(part, next) : next;
    for (let copy = copies; copy > 0; copy--) {
      const one = build(part, after);
      after =
        isEndless || copy <= min
          ? one
          : add({ kind: "split", next: [one, next] });
    }
    return after;
  }

  function buildLoop(part: PatternNode, next: number): number {
    const loop = add({ kind: "dead" });
    states[loop] = { kind: "loop", body: build(part, loop), exit: next };
    return loop;
  }
}

/** Whether a part may take no character. */
function mayBeEmpty(node: PatternNode): boolean {
  switch (node.kind) {
    case "one":
      return false;
    case "row":
      return node.parts.every(mayBeEmpty);
    case "either":
      return node.options.some(mayBeEmpty);
    case "repeat":
      return node.min === 0 || mayBeEmpty(node.part);
    case "place":
    case "ahead":
      return true;
    default:
      return node satisfies never;
  }
}
