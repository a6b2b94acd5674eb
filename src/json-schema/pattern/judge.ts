import { parsePattern, type PatternNode } from "./parse-pattern.ts";
import { takesAtMost, type Effort } from "./steps.ts";

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
/** What may be done to judge the patterns of one schema: less than a second. */
const maxEffort = 4_000_000;
/** What may be done to judge one. */
const maxEffortEach = 400_000;

export type PatternJudge = (pattern: string) => Judgement;

/** Judges the patterns of one schema, each once. */
export function createPatternJudge(): PatternJudge {
  const known = new Map<string, Judgement>();
  let spent = 0;
  return (pattern) => {
    const found = known.get(pattern) ?? judge(pattern, effort());
    known.set(pattern, found);
    return found;
  };

  function effort(): Effort {
    const most = Math.min(maxEffort, spent + maxEffortEach);
    return {
      spend(steps) {
        spent += steps;
        if (spent > most) throw new RangeError("it takes too long to judge");
      },
    };
  }
}

function judge(source: string, effort: Effort): Judgement {
  let pattern: PatternNode;
  try {
    pattern = parsePattern(source);
  } catch (error) {
    const reason = error instanceof TypeError ? error.message : "too deep";
    return { kind: "none", reason };
  }
  try {
    if (takesAtMost(stepsPerCharacter, source, pattern, true, effort))
      return { kind: "linear" };
    if (takesAtMost(stepsPerStart, source, pattern, false, effort))
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
