import { unknownRevision } from "./answers.ts";
import { problem, type Problem } from "./finding.ts";
import type { Judge } from "./judge.ts";
import { objectOf, type JsonObject } from "./json.ts";
import { isWaiting, type Use } from "./requests.ts";
import { nameRevision } from "./sessions.ts";
import { tell, type Seen } from "./tell.ts";
import {
  isId,
  judged,
  otherSide,
  statedVersion,
  versionPath,
  type Place,
  type Traffic,
} from "./traffic.ts";

/** Judges a request, which then waits for its answer. */
export function seeRequest(
  traffic: Traffic,
  message: JsonObject,
  method: string,
  { session, from: known }: Place,
): Seen | undefined {
  const params = objectOf(message["params"]);
  const version = statedVersion(params);
  const stated =
    version === undefined ? undefined : traffic.judgeNamed(version);
  const opens = method === "initialize" && known !== "server";
  if (opens) open(traffic, { session, from: known });
  if (stated !== undefined) nameRevision(session, stated);
  const proposed = opens
    ? traffic.judgeNamed(params["protocolVersion"])
    : undefined;
  const subject = { kind: "request", message, method, from: known } as const;
  const verdict = judged(session, stated ?? proposed, subject);
  const from = known ?? verdict.judge.senderOf(method);
  const use = ask(traffic, message["id"], { session, from }, method, stated);
  const found =
    verdict.problem ??
    repetition(use, verdict.judge) ??
    (version !== undefined && stated === undefined
      ? unknownRevision(version, versionPath)
      : undefined);
  if (found === undefined) return undefined;
  const { judge } = verdict;
  return tell({ judge, problem: found }, { from, kind: "request", method });
}

/** A handshake begins. What was known is of the one before, if there was one. */
function open({ sessions }: Traffic, { session }: Place): void {
  if (session.hasBegun || session.isNamed) sessions.restart(session);
  session.hasBegun = true;
}

/** Judges a notification; a request that it cancels wants no answer. */
export function seeNotification(
  traffic: Traffic,
  message: JsonObject,
  method: string,
  { session, from: known }: Place,
): Seen | undefined {
  const params = objectOf(message["params"]);
  const version = statedVersion(params);
  const stated =
    version === undefined ? undefined : traffic.judgeNamed(version);
  const verdict = judged(session, stated, {
    kind: "notification",
    message,
    method,
    from: known,
  });
  const from = known ?? verdict.judge.senderOf(method);
  if (method === "notifications/cancelled")
    cancel(traffic, params["requestId"], { session, from });
  if (verdict.problem === undefined) return undefined;
  return tell(verdict, { from, kind: "notification", method });
}

/** Who cancels has asked, so that the other side would answer. */
function cancel({ requests }: Traffic, id: unknown, place: Place): void {
  if (!isId(id)) return;
  const { session, from } = place;
  const asked = requests.find(session, id, otherSide(from));
  const pending = asked.find(isWaiting);
  // A client cannot take the handshake back.
  if (pending !== undefined && pending.method !== "initialize")
    pending.isCancelled = true;
}

/** A message that is none. Whoever gets a broken request may still answer its id. */
export function seeBroken(
  traffic: Traffic,
  message: JsonObject | undefined,
  found: Problem,
  place: Place,
): Seen {
  if (message !== undefined && "method" in message)
    ask(traffic, message["id"], place, undefined, undefined);
  const { from } = place;
  return { severity: "error", ...found, ...(from && { from }) };
}

function ask(
  { requests }: Traffic,
  id: unknown,
  { session, from }: Place,
  method: string | undefined,
  judge: Judge | undefined,
): Use {
  if (!isId(id)) return "new";
  // A name as long as a line is no method's, and a part of it would hold all of it.
  const isName = method !== undefined && method.length <= 1000;
  return requests.ask(session, id, from, isName ? method : undefined, judge);
}

/**
 * A session's ids are used once. Without sessions only the requests that wait have to
 * be told apart.
 */
function repetition(use: Use, { lifecycle }: Judge): Problem | undefined {
  switch (use) {
    case "new":
      return undefined;
    case "waiting":
      return problem("repeated-id", "another request waits under this id", [
        "id",
      ]);
    case "answered":
      return lifecycle === "stateless"
        ? undefined
        : problem("repeated-id", "the id was used before", ["id"]);
    default:
      return use satisfies never;
  }
}
