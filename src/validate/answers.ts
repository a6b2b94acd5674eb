import { problem, type Problem } from "./finding.ts";
import type { Judge } from "./judge.ts";
import { objectOf, type JsonObject } from "./json.ts";
import {
  settle,
  waiting,
  wasAnswered,
  type Exchange,
  type Pending,
} from "./requests.ts";
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
  const exchange = traffic.requests.find(session, message["id"]);
  const pending = meant(waiting(exchange, from), message, session);
  if (exchange === undefined || pending === undefined)
    return unasked(traffic, message, { session, from }, "result", (judge) =>
      judge.result(message, undefined),
    );
  const { method } = pending;
  const opens = method === "initialize";
  const version = objectOf(message["result"])["protocolVersion"];
  const agreed = opens ? traffic.judgeNamed(version) : undefined;
  if (agreed !== undefined) nameRevision(session, agreed);
  const verdict = judged(session, agreed ?? pending.judge, (judge) =>
    judge.result(message, method),
  );
  const answered = settled(exchange, pending, verdict);
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
  const judging = (judge: Judge): Problem | undefined => judge.error(message);
  const exchange = traffic.requests.find(session, id);
  const pending = waiting(exchange, from)[0];
  if (exchange !== undefined && pending !== undefined) {
    const verdict = judged(session, pending.judge, judging);
    const answered = settled(exchange, pending, verdict);
    return tell(answered, aboutAnswer(pending, "error", from));
  }
  if (isId(id))
    return unasked(traffic, message, { session, from }, "error", judging);
  return tell(judged(session, undefined, judging), { from, kind: "error" });
}

/** Of the requests that an answer may be meant for, the first that it fits. */
function meant(
  pending: readonly Pending[],
  message: JsonObject,
  { candidates }: Session,
): Pending | undefined {
  const first = pending[0];
  if (pending.length < 2) return first;
  const fits = ({ judge, method }: Pending): boolean =>
    (judge === undefined ? candidates : [judge]).some(
      (one) => one.result(message, method) === undefined,
    );
  return pending.find(fits) ?? first;
}

/** The request has its answer; one that was cancelled wants none any more. */
function settled(
  exchange: Exchange,
  pending: Pending,
  verdict: Verdict,
): Verdict {
  settle(exchange, pending);
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
  { method, from: asker }: Pending,
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
  judging: (judge: Judge) => Problem | undefined,
): Seen | undefined {
  const verdict = judged(session, undefined, judging);
  const about = { from, kind };
  if (verdict.problem !== undefined) return tell(verdict, about);
  const exchange = requests.find(session, message["id"]);
  if (exchange !== undefined && wasAnswered(exchange, from)) {
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
