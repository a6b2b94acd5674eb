import type { JsonObject } from "../message/json.ts";
import { isOpen, type Asked, type Question } from "./requests.ts";

/** The request that an answer is taken for, and what it is held against. */
export interface Pair {
  readonly pending: Asked;
  readonly question: Question;
}

/**
 * Of the requests that an answer may be meant for, the first that it fits. Where it
 * fits several, the others may be the one that has been answered: the next answer
 * under the id is right when it fits either.
 */
export function pairOf(
  asked: readonly Asked[],
  answer: JsonObject,
): Pair | undefined {
  const [only] = asked;
  if (only === undefined) return undefined;
  if (asked.length === 1)
    return isOpen(only) ? { pending: only, question: only } : undefined;
  const readings = asked.filter(isOpen).flatMap(readingsOf);
  // An error fits none as a result, and so may be meant for any.
  const fitting = readings.filter((reading) => fits(reading, answer));
  const possible = fitting.length > 0 ? fitting : readings;
  const chosen =
    possible.find(({ pending }) => pending.state === "waiting") ?? possible[0];
  if (chosen === undefined) return undefined;
  const { method, judge, isForeign } = chosen.pending;
  for (const { pending } of possible)
    pending.alternative = { method, judge, isForeign };
  return chosen;
}

function readingsOf(pending: Asked): Pair[] {
  const { alternative } = pending;
  const own = { pending, question: pending };
  return alternative === undefined
    ? [own]
    : [own, { pending, question: alternative }];
}

function fits({ pending, question }: Pair, message: JsonObject): boolean {
  const { method, judge } = question;
  const judges = judge === undefined ? pending.epoch.candidates : [judge];
  const subject = { kind: "result", message, method, from: undefined } as const;
  return judges.some((one) => one.problemOf(subject) === undefined);
}
