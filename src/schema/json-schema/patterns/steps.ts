import { createAutomaton, type Automaton } from "./automaton.ts";
import { kindsOfCharacters } from "./alphabet.ts";
import type { PatternNode } from "./parse-pattern.ts";

/** Counts what is done to judge patterns; throws a RangeError when it is too much. */
export interface StepBudget {
  spend(steps: number): void;
}

/** Where matching may be after a character, and by how many ways. */
interface Reached {
  /** By the number of a state that takes a character. */
  readonly ways: ReadonlyMap<number, number>;
  /** How many places are gone through. */
  readonly steps: number;
  /** How many more there are where the text ends here. */
  readonly stepsAtEnd: number;
  /** Whether one of the ways has matched. */
  readonly isDone: boolean;
}

/** All ways at one index of a text. */
interface Front {
  readonly ways: ReadonlyMap<number, number>;
  /** Whether matching begins at later indexes, too. */
  readonly searches: boolean;
}

/**
 * Whether an engine that goes back and tries again does at most so many steps for each
 * character of any text: the ways through the pattern, which it may all have to go, are
 * counted. Throws a RangeError where that is too much to find out.
 *
 * @param searches - Whether the pattern may match from any index, or from the first alone.
 */
export function takesAtMost(
  limit: number,
  source: string,
  pattern: PatternNode,
  searches: boolean,
  budget: StepBudget,
): boolean {
  const automaton = createAutomaton(pattern);
  const { states, first, isExact } = automaton;
  const atoms = states.flatMap((one) => (one.kind === "one" ? [one.fits] : []));
  const distinct = [...new Set(atoms)];
  budget.spend(200 * distinct.length);
  const characters = kindsOfCharacters(source, distinct);
  const known = new Map<number, Reached>();
  const anew = reach(automaton, first, false, budget);
  const begin = reach(automaton, first, true, budget);
  if (begin.steps + begin.stepsAtEnd > limit) return false;
  const open: Front[] = [
    { ways: begin.ways, searches: searches && !(isExact && begin.isDone) },
  ];
  const seen = new Set(open.map(keyOf));
  for (let front = open.pop(); front; front = open.pop())
    for (const character of characters) {
      const next = after(front, character);
      if (next === undefined) return false;
      budget.spend(next.ways.size);
      const key = keyOf(next);
      if (next.ways.size === 0 || seen.has(key)) continue;
      seen.add(key);
      open.push(next);
    }
  return true;

  /** What a character leads to; undefined where it is too much. */
  function after(front: Front, character: string): Front | undefined {
    const ways = new Map<number, number>();
    let steps = 0;
    let isDone = false;
    const go = (reached: Reached, times: number) => {
      budget.spend(1 + reached.ways.size);
      steps += times * (reached.steps + reached.stepsAtEnd);
      isDone ||= reached.isDone;
      for (const [state, count] of reached.ways)
        ways.set(state, (ways.get(state) ?? 0) + times * count);
    };
    for (const [at, times] of front.ways) {
      budget.spend(1);
      const state = states[at];
      if (state?.kind !== "one" || !state.fits(character)) continue;
      go(reachFrom(state.next), times);
    }
    if (front.searches) go(anew, 1);
    if (steps > limit) return undefined;
    return { ways, searches: front.searches && !(isExact && isDone) };
  }

  function reachFrom(at: number): Reached {
    const found = known.get(at) ?? reach(automaton, at, false, budget);
    known.set(at, found);
    return found;
  }
}

function keyOf({ ways, searches }: Front): string {
  const sorted = [...ways].sort(([left], [right]) => left - right);
  return `${String(searches)} ${sorted.join(" ")}`;
}

/** All that is reached from a place before the next character is taken. */
function reach(
  { states }: Automaton,
  from: number,
  isStart: boolean,
  budget: StepBudget,
): Reached {
  const ways = new Map<number, number>();
  let steps = 0;
  let stepsAtEnd = 0;
  let isDone = false;
  visit(from, new Set(), false);
  return { ways, steps, stepsAtEnd, isDone };

  /** `begun` are the loops whose body has taken nothing so far. */
  function visit(at: number, begun: ReadonlySet<number>, isEnd: boolean): void {
    budget.spend(1);
    if (isEnd) stepsAtEnd++;
    else steps++;
    const state = states[at];
    switch (state?.kind) {
      case "one":
        if (!isEnd) ways.set(at, (ways.get(at) ?? 0) + 1);
        break;
      case "split":
        for (const next of state.next) visit(next, begun, isEnd);
        break;
      case "loop":
        if (begun.has(at)) break;
        visit(state.body, new Set([...begun, at]), isEnd);
        visit(state.exit, begun, isEnd);
        break;
      case "start":
        if (isStart) visit(state.next, begun, isEnd);
        break;
      case "end":
        visit(state.next, begun, true);
        break;
      case "done":
        isDone ||= !isEnd;
        break;
      default:
        break;
    }
  }
}
