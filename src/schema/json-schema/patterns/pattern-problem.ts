import type { PatternJudge } from "./judge.ts";
import { maxShortText } from "./short-texts.ts";

/** Reason why a guard cannot test a pattern, and what to write instead. */
export interface PatternProblem {
  readonly problem: string;
  readonly hint: string;
}

/**
 * Checks a `@pattern` of a schema as the guards run it: with the flag `u`, in a time
 * that grows no faster than the text. Returns undefined if the pattern is safe.
 *
 * @param maxLength - The limit of the same text, which guards test first.
 */
export function patternProblem(
  pattern: string,
  maxLength: number | undefined,
  judgePattern: PatternJudge,
): PatternProblem | undefined {
  const syntax = syntaxProblem(pattern);
  if (syntax !== undefined) return syntax;
  const judgement = judgePattern(pattern);
  switch (judgement.kind) {
    case "linear":
      return undefined;
    case "short-texts":
      if (maxLength !== undefined && maxLength <= maxShortText)
        return undefined;
      return {
        problem: "takes time that grows with the square of the text",
        hint: `begin it with ^, or add @maxLength with at most ${maxShortText}`,
      };
    case "none":
      return {
        problem: `cannot be tested safely: ${judgement.reason}`,
        hint: "leave only one way to match each character: no nested repetitions, no adjacent repetitions of the same characters, no back reference, no lookbehind",
      };
    default:
      return judgement satisfies never;
  }
}

function syntaxProblem(pattern: string): PatternProblem | undefined {
  const message = compileError(pattern, "u");
  if (message === undefined) return undefined;
  return {
    problem: `is not a regular expression: ${message}`,
    hint:
      compileError(pattern, "") === undefined
        ? "guards compile it with the flag u: escape only ^ $ \\ . * + ? ( ) [ ] { } | and /, and write a hyphen in brackets as \\-"
        : "write a regular expression of JavaScript, without slashes around it",
  };
}

/** Returns the engine's message without the pattern that it repeats. */
function compileError(pattern: string, flags: string): string | undefined {
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.slice(message.lastIndexOf(": ") + 2);
  }
}
