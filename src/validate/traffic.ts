import type { Sender } from "./finding.ts";
import type { Judge, Subject } from "./judge.ts";
import { objectOf, type JsonObject } from "./json.ts";
import type { Requests } from "./requests.ts";
import { soleJudge, weigh, type Session, type Sessions } from "./sessions.ts";
import type { Verdict } from "./tell.ts";

/** What is remembered of all traffic. */
export interface Traffic {
  readonly requests: Requests;
  readonly sessions: Sessions;
  /** The revision that the traffic calls so; with one revision alone, always that. */
  judgeNamed(name: unknown): Judge | undefined;
}

/** Where a message stands. */
export interface Place {
  readonly session: Session;
  readonly from: Sender | undefined;
}

/** Judges by the revision that the message is of, or by what its session may speak. */
export function judged(
  session: Session,
  judge: Judge | undefined,
  subject: Subject,
): Verdict {
  const sole = judge ?? soleJudge(session);
  return sole === undefined
    ? weigh(session, (one) => one.problemOf(subject))
    : { judge: sole, problem: sole.problemOf(subject) };
}

export const versionPath = [
  "params",
  "_meta",
  "io.modelcontextprotocol/protocolVersion",
] as const;

/** The revision that a message says it is of. */
export function statedVersion(params: JsonObject): string | undefined {
  const version = objectOf(params["_meta"])[versionPath[2]];
  return typeof version === "string" ? version : undefined;
}

export function otherSide(side: Sender | undefined): Sender | undefined {
  if (side === undefined) return undefined;
  return side === "client" ? "server" : "client";
}

/** Whether requests and answers can be paired by it. */
export function isId(id: unknown): id is string | number {
  return typeof id === "string" || Number.isInteger(id);
}
