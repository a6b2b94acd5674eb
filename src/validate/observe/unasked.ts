import { problem } from "../message/finding.ts";
import type { JsonObject } from "../message/json.ts";
import type { Epoch } from "../traffic/sessions.ts";
import { tell, type Seen } from "../judge/tell.ts";
import {
  isDoubtful,
  judged,
  unnamed,
  type Place,
  type Traffic,
} from "../traffic/traffic.ts";

/** Judges an answer that no request waits for. */
export function unasked(
  { sessions }: Traffic,
  message: JsonObject,
  { session, from }: Place,
  kind: "result" | "error",
  isRepeated: boolean,
): Seen | undefined {
  const { epoch } = session;
  const subject = { kind, message, method: undefined, from };
  const verdict = judged(epoch, unnamed, subject);
  const about = { from, kind };
  const isForeign = isDoubtful(epoch, unnamed, verdict);
  if (verdict.problem !== undefined) return tell(verdict, about, isForeign);
  const excuse = excuseOf(epoch, sessions.unread, isRepeated);
  const found = isRepeated
    ? problem("repeated-answer", "the request was answered before", ["id"])
    : problem("unknown-answer", excuse ?? "no request waits for this", ["id"]);
  const isUnsure = isForeign || excuse !== undefined;
  return tell({ ...verdict, problem: found }, about, isUnsure);
}

/** Where its request may be, when it was not seen. */
function excuseOf(
  { hasBegun, hasForgotten, unread }: Epoch,
  unreadNow: number,
  isRepeated: boolean,
): string | undefined {
  if (unread !== unreadNow)
    return "its request may be in a line that could not be read";
  if (isRepeated) return undefined;
  if (!hasBegun) return "its request may be older than the recording";
  return hasForgotten
    ? "its request may be one of too many to remember"
    : undefined;
}
