import type { ReadForm } from "../judge/dispatch.ts";
import type { Sender } from "../message/finding.ts";
import type { Judge, Subject } from "../judge/judge.ts";
import { objectOf, type JsonObject } from "../message/json.ts";
import type { Requests } from "./requests.ts";
import {
  soleJudge,
  weigh,
  type Epoch,
  type Session,
  type Sessions,
} from "./sessions.ts";
import type { Spoken } from "../judge/spoken.ts";
import type { Verdict } from "../judge/tell.ts";

/** What is remembered of all traffic. */
export interface Traffic {
  readonly messageForm: ReadForm;
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

/** A revision by the name that the traffic has for it. */
export interface Named extends Spoken {
  /** Undefined when the traffic names none. */
  readonly version: unknown;
}

/** No revision is named. */
export const unnamed: Named = {
  version: undefined,
  judge: undefined,
  isForeign: false,
};

export function named(traffic: Traffic, version: unknown): Named {
  if (version === undefined) return unnamed;
  const judge = traffic.judgeNamed(version);
  const isForeign = judge === undefined && typeof version === "string";
  return { version, judge, isForeign };
}

/** Judges by the revision that the message is of, or by what its session may speak. */
export function judged(
  epoch: Epoch,
  { judge, isForeign }: Spoken,
  subject: Subject,
): Verdict {
  const sole = judge ?? soleJudge(epoch);
  return sole === undefined
    ? weigh(epoch, (one) => one.problemOf(subject), !isForeign)
    : { judge: sole, problem: sole.problemOf(subject) };
}

/**
 * Whether a verdict says nothing for certain: it is by another revision than the one
 * that is spoken, or an extension may have defined what the revision does not.
 */
export function isDoubtful(
  { isForeign, isExtended }: Epoch,
  spoken: Spoken,
  { problem }: Verdict,
): boolean {
  if (spoken.isForeign || (isForeign && spoken.judge === undefined))
    return true;
  if (!isExtended) return false;
  return (
    problem?.code === "unknown-method" || problem?.code === "unknown-result"
  );
}

const versionKey = "io.modelcontextprotocol/protocolVersion";
const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

export const versionPath: readonly string[] = ["params", "_meta", versionKey];

/** The revision that a message says it is of. */
export function statedRevision(traffic: Traffic, params: JsonObject): Named {
  const meta = params["_meta"];
  if (meta === undefined) return unnamed;
  return named(traffic, objectOf(meta)[versionKey]);
}

/** Notes what a request's sender can, where it says so. */
export function learnFromMeta(epoch: Epoch, params: JsonObject): void {
  learnCapabilities(epoch, objectOf(params["_meta"])[capabilitiesKey]);
}

/** Notes whether a side can what no revision defines. */
export function learnCapabilities(epoch: Epoch, capabilities: unknown): void {
  const { extensions, experimental } = objectOf(capabilities);
  for (const more of [extensions, experimental])
    if (Object.keys(objectOf(more)).length > 0) epoch.isExtended = true;
}

export function otherSide(side: Sender | undefined): Sender | undefined {
  if (side === undefined) return undefined;
  return side === "client" ? "server" : "client";
}

/** Whether requests and answers can be paired by it. */
export function isId(id: unknown): id is string | number {
  return typeof id === "string" || Number.isInteger(id);
}
