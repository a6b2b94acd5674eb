import { isAnswer } from "../judge/classify.ts";
import { problem, type Problem } from "../message/finding.ts";
import type { Judge } from "../judge/judge.ts";
import { objectOf } from "../message/json.ts";
import { weigh } from "../traffic/sessions.ts";
import { tell, type Seen } from "../judge/tell.ts";
import { isDoubtful, unnamed, type Place } from "../traffic/traffic.ts";

/** Judges a batch as a whole, and `seeOne` message after the other. */
export function seeBatch(
  members: readonly unknown[],
  place: Place,
  seeOne: (member: unknown, place: Place) => Seen | undefined,
): Seen[] {
  const { from, session } = place;
  const found: Seen[] = [];
  let more = 0;
  members.forEach((member, index) => {
    const wrong = seeOne(member, place) ?? handshakeProblem(member, from);
    if (wrong === undefined) return;
    if (found.length < most) found.push({ ...wrong, index });
    else more++;
  });
  // Its messages may have named the revision; a broken one says nothing of it.
  const narrows = found.length === 0;
  const judging = (judge: Judge) => wholeProblem(judge, members);
  const verdict = weigh(session.epoch, judging, narrows);
  const isUnsure = isDoubtful(session.epoch, unnamed, verdict);
  const whole = tell(verdict, { from }, isUnsure) ?? [];
  const rest = `${more} more of its messages are wrong`;
  return [whole, found, more > 0 ? wholeBatch(rest, from) : []].flat();
}

/** A batch of nothing but broken messages could be told at any length. */
const most = 100;

function wholeProblem(
  { batches, revision }: Judge,
  members: readonly unknown[],
): Problem | undefined {
  if (!batches) return problem("invalid-batch", `${revision} has no batches`);
  if (members.length === 0)
    return problem("invalid-batch", "a batch has at least one message");
  const isMixed = members.some(isCall) && members.some(isAnswer);
  return isMixed
    ? problem("invalid-batch", "a batch has calls or answers, not both")
    : undefined;
}

function isCall(member: unknown): boolean {
  return objectOf(member)["method"] !== undefined;
}

/** The handshake is no part of a batch: nobody knows yet whether the other side takes one. */
function handshakeProblem(
  member: unknown,
  from: Place["from"],
): Seen | undefined {
  const { method } = objectOf(member);
  if (method !== "initialize") return undefined;
  return { ...wholeBatch("a handshake stands alone", from), method };
}

function wholeBatch(reason: string, from: Place["from"]): Seen {
  const found = problem("invalid-batch", reason);
  return { severity: "error", ...found, ...(from && { from }) };
}
