import { isAnswer } from "../judge/classify.ts";
import { problem, type Problem, type Sender } from "../message/finding.ts";
import type { Judge } from "../judge/judge.ts";
import { objectOf, type JsonObject } from "../message/json.ts";
import { isOpen, type Use } from "../traffic/requests.ts";
import { nameRevision, type Session } from "../traffic/sessions.ts";
import { tell, type Seen } from "../judge/tell.ts";
import {
  isDoubtful,
  isId,
  judged,
  learnCapabilities,
  learnFromMeta,
  named,
  otherSide,
  statedRevision,
  unnamed,
  versionPath,
  type Named,
  type Place,
  type Traffic,
} from "../traffic/traffic.ts";
import type { Spoken } from "../judge/spoken.ts";
import { unknownRevision } from "../message/unknown-revision.ts";

/** Judges a request, which then waits for its answer. */
export function seeRequest(
  traffic: Traffic,
  message: JsonObject,
  method: string,
  { session, from: known }: Place,
): Seen | undefined {
  const params = objectOf(message["params"]);
  const opens = method === "initialize" && known !== "server";
  // What was known is of the connection before, or of what came before its handshake.
  if (opens) traffic.sessions.restart(session);
  const { epoch } = session;
  const stated = statedRevision(traffic, params);
  if (stated.judge !== undefined) nameRevision(epoch, stated.judge);
  if (stated !== unnamed) learnFromMeta(epoch, params);
  if (opens) learnCapabilities(epoch, params["capabilities"]);
  const spoken =
    opens && stated === unnamed ? proposed(traffic, params) : stated;
  const subject = { kind: "request", message, method, from: known } as const;
  const verdict = judged(epoch, spoken, subject);
  const { judge } = verdict;
  const from = known ?? judge.senderOf(method);
  const use = ask(traffic, message["id"], session, from, method, stated);
  const found = firstOf(stated, verdict.problem ?? repetition(use, judge));
  if (found === undefined) return undefined;
  const told = { judge, problem: found };
  const about = { from, kind: "request", method } as const;
  return tell(told, about, isDoubtful(epoch, spoken, told));
}

/** What a handshake proposes; it cannot be a revision that has none. */
function proposed(traffic: Traffic, { protocolVersion }: JsonObject): Named {
  const revision = named(traffic, protocolVersion);
  return revision.judge?.lifecycle === "stateless" ? unnamed : revision;
}

/** What another revision says of the message is worth less than that it is unknown. */
function firstOf(
  { version, judge, isForeign }: Named,
  found: Problem | undefined,
): Problem | undefined {
  if (version === undefined || judge !== undefined) return found;
  const unknown = unknownRevision(version, versionPath);
  return isForeign ? unknown : (found ?? unknown);
}

/** Judges a notification; a request that it cancels wants no answer. */
export function seeNotification(
  traffic: Traffic,
  message: JsonObject,
  method: string,
  { session, from: known }: Place,
): Seen | undefined {
  const { epoch } = session;
  const params = objectOf(message["params"]);
  const stated = statedRevision(traffic, params);
  const subject = {
    kind: "notification",
    message,
    method,
    from: known,
  } as const;
  const verdict = judged(epoch, stated, subject);
  const { judge } = verdict;
  const from = known ?? judge.senderOf(method);
  if (method === "notifications/cancelled")
    cancel(traffic, params["requestId"], { session, from });
  const found = firstOf(stated, verdict.problem);
  if (found === undefined) return undefined;
  const told = { judge, problem: found };
  const about = { from, kind: "notification", method } as const;
  return tell(told, about, isDoubtful(epoch, stated, told));
}

/** Who cancels has asked, so that the other side would answer. */
function cancel({ requests }: Traffic, id: unknown, place: Place): void {
  const { session, from } = place;
  const asked = requests.find(session, id, otherSide(from));
  // A client cannot take the handshake back.
  const [pending, another] = asked.filter(
    (one) => isOpen(one) && one.method !== "initialize",
  );
  // Which of two is meant, nobody can tell.
  if (pending !== undefined && another === undefined)
    pending.state = "cancelled";
}

/** A message that is none. Whoever gets a broken request may still answer its id. */
export function seeBroken(
  traffic: Traffic,
  message: JsonObject | undefined,
  found: Problem,
  { session, from }: Place,
): Seen {
  if (message !== undefined && !isAnswer(message))
    ask(traffic, message["id"], session, from, undefined, unnamed);
  return { severity: "error", ...found, ...(from && { from }) };
}

function ask(
  { requests }: Traffic,
  id: unknown,
  session: Session,
  from: Sender | undefined,
  method: string | undefined,
  stated: Spoken,
): Use {
  if (!isId(id)) return "new";
  // A name as long as a line is no method's, and a part of it would hold all of it.
  const isName = method !== undefined && method.length <= 1000;
  return requests.ask(session, id, from, isName ? method : undefined, stated);
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
