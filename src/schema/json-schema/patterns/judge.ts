import { parsePattern, type PatternNode } from "./parse-pattern.ts";
import { takesAtMost, type StepBudget } from "./steps.ts";

/** How much of a pattern can be checked. */
export type Judgement =
  /** All: each character of a text costs at most so much. */
  | { readonly kind: "linear" }
  /** What is not longer: each character costs as much as the text is long. */
  | { readonly kind: "short-texts" }
  /** Nothing. */
  | { readonly kind: "none"; readonly reason: string };

/** What an engine may do for each character of a text. */
const stepsPerCharacter = 128;
/** What it may do for each where it begins again at each. */
const stepsPerStart = 32;
/** What may be done to judge the patterns of one schema: a second of work. */
const maxBudget = 1_000_000;
/** What may be done to judge one. */
const maxBudgetEach = 250_000;

export type PatternJudge = (pattern: string) => Judgement;

/** Creates a judge for the patterns of one schema. It judges each pattern once. */
export function createPatternJudge({
  budget: most = maxBudget,
}: { budget?: number } = {}): PatternJudge {
  const known = new Map<string, Judgement>();
  let spent = 0;
  return (pattern) => {
    const found = known.get(pattern) ?? judge(pattern, budget());
    known.set(pattern, found);
    return found;
  };

  function budget(): StepBudget {
    const end = Math.min(most, spent + maxBudgetEach);
    return {
      spend(steps) {
        spent += steps;
        if (spent > end) throw new RangeError("it takes too long to judge");
      },
    };
  }
}

function judge(source: string, budget: StepBudget): Judgement {
  let pattern: PatternNode;
  try {
    pattern = parsePattern(source);
  } catch (error) {
    const reason = error instanceof TypeError ? error.message : "too deep";
    return { kind: "none", reason };
  }
  try {
    if (takesAtMost(stepsPerCharacter, source, pattern, true, budget))
      return { kind: "linear" };
    if (takesAtMost(stepsPerStart, source, pattern, false, budget))
      return { kind: "short-texts" };
    return { kind: "none", reason: "its time is not linear" };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return {
      kind: "none",
      reason: `its time may not be linear: ${error.message}`,
    };
  }
}
