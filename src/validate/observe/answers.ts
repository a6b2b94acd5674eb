import { problem } from "../message/finding.ts";
import { objectOf, type JsonObject } from "../message/json.ts";
import { pairOf, type Pair } from "../traffic/pairing.ts";
import type { Asked } from "../traffic/requests.ts";
import { nameRevision } from "../traffic/sessions.ts";
import { tell, type About, type Seen, type Verdict } from "../judge/tell.ts";
import {
  isDoubtful,
  isId,
  judged,
  learnCapabilities,
  named,
  otherSide,
  unnamed,
  type Place,
  type Traffic,
} from "../traffic/traffic.ts";
import { unasked } from "./unasked.ts";
import { unknownRevision } from "../message/unknown-revision.ts";

/** Judges a result by the method of its request, which then waits no longer. */
export function seeResult(
  traffic: Traffic,
  message: JsonObject,
  place: Place,
): Seen | undefined {
  const { from, session } = place;
  const asked = traffic.requests.find(session, message["id"], from);
  const pair = pairOf(asked, message);
  if (pair === undefined)
    return unasked(traffic, message, place, "result", asked.length > 0);
  const { method } = pair.question;
  const result = objectOf(message["result"]);
  if (method === "initialize" || method === "server/discover")
    learnCapabilities(pair.pending.epoch, result["capabilities"]);
  const verdict =
    method === "initialize"
      ? agreement(traffic, message, pair, from)
      : heldAgainst(pair, message, from);
  const settled = settle(pair.pending, verdict);
  if (settled.problem === undefined) return undefined;
  const { epoch } = pair.pending;
  const isUnsure = isDoubtful(epoch, pair.question, settled);
  return tell(settled, aboutAnswer(pair, "result", from), isUnsure);
}

function heldAgainst(
  { pending, question }: Pair,
  message: JsonObject,
  from: Place["from"],
): Verdict {
  const { method } = question;
  const subject = { kind: "result", message, method, from } as const;
  return judged(pending.epoch, question, subject);
}

/** What a handshake agrees on is spoken from there on. */
function agreement(
  traffic: Traffic,
  message: JsonObject,
  { pending: { epoch }, question }: Pair,
  from: Place["from"],
): Verdict {
  const { method } = question;
  const version = objectOf(message["result"])["protocolVersion"];
  const agreed = named(traffic, version);
  const { judge, isForeign } = agreed;
  const path = ["result", "protocolVersion"];
  if (judge?.lifecycle === "stateless") {
    const reason = `${judge.revision} has no handshake`;
    return { judge, problem: problem("wrong-type", reason, path) };
  }
  if (judge !== undefined) nameRevision(epoch, judge);
  const subject = { kind: "result", message, method, from } as const;
  const verdict = judged(epoch, agreed, subject);
  if (!isForeign) return verdict;
  epoch.isForeign = true;
  return { ...verdict, problem: unknownRevision(version, path) };
}

/** Judges an error; one without an id is nobody's answer. */
export function seeError(
  traffic: Traffic,
  message: JsonObject,
  place: Place,
): Seen | undefined {
  const { session, from } = place;
  const id = message["id"];
  const asked = traffic.requests.find(session, id, from);
  const pair = pairOf(asked, message);
  if (pair === undefined && isId(id))
    return unasked(traffic, message, place, "error", asked.length > 0);
  const { epoch } = pair === undefined ? session : pair.pending;
  const spoken = pair?.question ?? unnamed;
  const method = pair?.question.method;
  const subject = { kind: "error", message, method, from } as const;
  const verdict = judged(epoch, spoken, subject);
  const settled = pair === undefined ? verdict : settle(pair.pending, verdict);
  if (settled.problem === undefined) return undefined;
  const about =
    pair === undefined
      ? ({ from, kind: "error" } as const)
      : aboutAnswer(pair, "error", from);
  return tell(settled, about, isDoubtful(epoch, spoken, settled));
}

/** The request has its answer; one that was cancelled wants none any more. */
function settle(pending: Asked, verdict: Verdict): Verdict {
  const isLate = pending.state === "cancelled";
  pending.state = "answered";
  if (verdict.problem !== undefined || !isLate) return verdict;
  const reason = "the request was cancelled before";
  return { ...verdict, problem: problem("late-answer", reason, ["id"]) };
}

function aboutAnswer(
  { pending, question }: Pair,
  kind: "result" | "error",
  from: Place["from"],
): About {
  const { method } = question;
  return { from: from ?? otherSide(pending.from), kind, method };
}
