import { problem, type Problem } from "./finding.ts";
import { objectOf, type JsonObject } from "./json.ts";
import { isWaiting, type Asked } from "./requests.ts";
import { nameRevision, type Session } from "./sessions.ts";
import { tell, type About, type Seen, type Verdict } from "./tell.ts";
import {
  isId,
  judged,
  otherSide,
  type Place,
  type Traffic,
} from "./traffic.ts";

/** Judges a result by the method of its request, which then waits no longer. */
export function seeResult(
  traffic: Traffic,
  message: JsonObject,
  { session, from }: Place,
): Seen | undefined {
  const asked = traffic.requests.find(session, message["id"], from);
  const pending = meant(asked, message, session);
  if (pending === undefined)
    return unasked(traffic, message, { session, from }, "result");
  const { method } = pending;
  const opens = method === "initialize";
  const version = objectOf(message["result"])["protocolVersion"];
  const agreed = opens ? traffic.judgeNamed(version) : undefined;
  if (agreed !== undefined) nameRevision(session, agreed);
  const subject = { kind: "result", message, method, from } as const;
  const verdict = judged(session, agreed ?? pending.judge, subject);
  const answered = settled(pending, verdict);
  const isUnknown =
    opens && agreed === undefined && typeof version === "string";
  const told = isUnknown ? doubted(answered, version) : answered;
  if (told.problem === undefined) return undefined;
  return tell(told, aboutAnswer(pending, "result", from));
}

/** Judges an error; one without an id is nobody's answer. */
export function seeError(
  traffic: Traffic,
  message: JsonObject,
  { session, from }: Place,
): Seen | undefined {
  const id = message["id"];
  const pending = traffic.requests.find(session, id, from).find(isWaiting);
  if (pending !== undefined) {
    const { method } = pending;
    const subject = { kind: "error", message, method, from } as const;
    const verdict = judged(session, pending.judge, subject);
    const answered = settled(pending, verdict);
    return tell(answered, aboutAnswer(pending, "error", from));
  }
  if (isId(id)) return unasked(traffic, message, { session, from }, "error");
  const subject = { kind: "error", message, method: undefined, from } as const;
  return tell(judged(session, undefined, subject), { from, kind: "error" });
}

/** Of the requests that an answer may be meant for, the first that it fits. */
function meant(
  asked: readonly Asked[],
  message: JsonObject,
  { candidates }: Session,
): Asked | undefined {
  const [first] = asked;
  if (first === undefined || (asked.length === 1 && isWaiting(first)))
    return first;
  const pending = asked.filter(isWaiting);
  const fits = ({ judge, method }: Asked): boolean =>
    (judge === undefined ? candidates : [judge]).some(
      (one) =>
        one.problemOf({ kind: "result", message, method, from: undefined }) ===
        undefined,
    );
  return pending.find(fits) ?? pending[0];
}

/** The request has its answer; one that was cancelled wants none any more. */
function settled(pending: Asked, verdict: Verdict): Verdict {
  pending.waiting--;
  if (verdict.problem !== undefined || !pending.isCancelled) return verdict;
  const reason = "the request was cancelled before";
  return { ...verdict, problem: problem("late-answer", reason, ["id"]) };
}

function doubted(verdict: Verdict, version: string): Verdict {
  if (verdict.problem !== undefined) return verdict;
  const path = ["result", "protocolVersion"];
  return { ...verdict, problem: unknownRevision(version, path) };
}

/** The traffic speaks a revision that nothing is known of here. */
export function unknownRevision(
  version: string,
  path: readonly string[],
): Problem {
  const reason = `there is no revision ${JSON.stringify(version.slice(0, 40))} to judge by`;
  return problem("unknown-revision", reason, path);
}

function aboutAnswer(
  { method, from: asker }: Asked,
  kind: "result" | "error",
  from: Place["from"],
): About {
  return { from: from ?? otherSide(asker), kind, method };
}

/** An answer that no request waits for. */
function unasked(
  { requests, sessions }: Traffic,
  message: JsonObject,
  { session, from }: Place,
  kind: "result" | "error",
): Seen | undefined {
  const subject = { kind, message, method: undefined, from };
  const verdict = judged(session, undefined, subject);
  const about = { from, kind };
  if (verdict.problem !== undefined) return tell(verdict, about);
  if (requests.find(session, message["id"], from).length > 0) {
    const reason = "the request was answered before";
    const found = problem("repeated-answer", reason, ["id"]);
    return tell({ ...verdict, problem: found }, about);
  }
  const found = problem("unknown-answer", "no request waits for this", ["id"]);
  // Its request may be one that there was no room to remember.
  const isDoubtful = requests.hasForgotten || sessions.hasForgotten;
  const severity = isDoubtful ? "warning" : "error";
  return tell({ ...verdict, problem: found }, about, severity);
}
