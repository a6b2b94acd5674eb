import type { Sender } from "../message/finding.ts";
import { createRecent, type Recent } from "./recent.ts";
import type { Epoch, Session } from "./sessions.ts";
import { shortKey } from "./short-key.ts";
import type { Spoken } from "../judge/spoken.ts";

/** What an answer has to fit; the revision is that which the request names itself. */
export interface Question extends Spoken {
  /** Undefined when the request was so wrong that nobody could tell. */
  readonly method: string | undefined;
}

/** What is known of a request. */
export interface Asked extends Question {
  readonly epoch: Epoch;
  readonly from: Sender | undefined;
  /** How many requests of this side had the id in this epoch, broken ones aside. */
  readonly uses: number;
  /** Another of this side that waits under the same id. */
  before: Asked | undefined;
  /** Who has cancelled it expects no answer, and may get one. */
  state: "waiting" | "cancelled" | "answered";
  /** What was answered before by what may as well have been the answer to this one. */
  alternative: Question | undefined;
}

/** How the id of a request was used before, as far as that is certain. */
export type Use = "new" | "waiting" | "answered";

export type RequestId = string | number;

/** The requests of all sessions: those that wait, and the ids of the last answered ones. */
export interface Requests {
  ask(
    session: Session,
    id: RequestId,
    from: Sender | undefined,
    method: string | undefined,
    stated: Spoken,
  ): Use;
  /**
   * What was asked under an id, by anyone but who answers, since the last handshake; or
   * what waits from before it.
   */
  find(
    session: Session,
    id: unknown,
    answeredBy: Sender | undefined,
  ): readonly Asked[];
}

/**
 * Remembers at most twice `limit` ids of each side, of any length, and as many whose
 * side is unknown: the last ones, and some that wait.
 */
export function createRequests(limit: number): Requests {
  const sides = () => createRecent<Asked>(limit, areOpen, limit / 2, forget);
  const byClient = sides();
  const byServer = sides();
  const byUnknown = sides();
  /** Whether a sender was unknown so far. */
  let isGuessing = false;

  function sideOf(from: Sender | undefined): Recent<Asked> {
    if (from === undefined) return byUnknown;
    return from === "client" ? byClient : byServer;
  }

  /** Each side may use an id once, so that nobody knows of a second one whose it is. */
  function useOf(
    own: Asked | undefined,
    from: Sender | undefined,
    key: string | number,
    { epoch }: Session,
  ): Use {
    if (own !== undefined && own.uses > 0 && from !== undefined)
      return areWaiting(own) ? "waiting" : "answered";
    if (!isGuessing) return "new";
    let uses = 0;
    for (const side of [byClient, byServer, byUnknown])
      uses += ofEpoch(side.get(key), epoch)?.uses ?? 0;
    return uses < 2 ? "new" : "answered";
  }

  return {
    ask(session, id, from, method, { judge, isForeign }) {
      const key = keyOf(session, id);
      const { epoch } = session;
      if (from === undefined) isGuessing = true;
      const side = sideOf(from);
      const own = ofEpoch(side.get(key), epoch);
      const isUnsafe = typeof id === "number" && !Number.isSafeInteger(id);
      // Large numbers become others when they are parsed.
      const use = isUnsafe ? "new" : useOf(own, from, key, session);
      side.set(key, {
        method,
        judge,
        isForeign,
        epoch,
        from,
        uses: (own?.uses ?? 0) + (method === undefined ? 0 : 1),
        before: own === undefined ? undefined : lastOpen(own),
        state: "waiting",
        alternative: undefined,
      });
      return use;
    },
    find(session, id, answeredBy) {
      if (typeof id !== "string" && typeof id !== "number") return none;
      const key = keyOf(session, id);
      const client = answeredBy === "client" ? undefined : byClient.get(key);
      const server = answeredBy === "server" ? undefined : byServer.get(key);
      const unknown = isGuessing ? byUnknown.get(key) : undefined;
      const { epoch } = session;
      // Most traffic says who sends, and uses an id once.
      if (
        server === undefined &&
        unknown === undefined &&
        client?.epoch === epoch &&
        client.before === undefined
      )
        return [client];
      const all = [client, server, unknown].flatMap(withBefore);
      const known = all.filter((asked) => asked.epoch === epoch);
      return known.length > 0 ? known : all.filter(isOpen);
    },
  };
}

const none: readonly Asked[] = [];

/** Whether there may still be an answer. */
export function isOpen({ state }: Asked): boolean {
  return state !== "answered";
}

/** Whether any under its id may still have an answer. */
function areOpen(asked: Asked): boolean {
  return isOpen(asked) || (asked.before !== undefined && isOpen(asked.before));
}

function areWaiting(asked: Asked): boolean {
  return withBefore(asked).some(({ state }) => state === "waiting");
}

function withBefore(asked: Asked | undefined): Asked[] {
  if (asked === undefined) return [];
  return asked.before === undefined ? [asked] : [asked.before, asked];
}

function forget(asked: Asked): void {
  asked.epoch.hasForgotten = true;
}

/** At most one is kept beside the last: more are never valid. */
function lastOpen(asked: Asked): Asked | undefined {
  const { before } = asked;
  if (!isOpen(asked))
    return before !== undefined && isOpen(before) ? before : undefined;
  asked.before = undefined;
  return asked;
}

/** A session that has begun anew knows nothing of the ids before. */
function ofEpoch(asked: Asked | undefined, epoch: Epoch): Asked | undefined {
  return asked?.epoch === epoch ? asked : undefined;
}

/**
 * The number 1 and the text "1" are two ids. Numbers of messages that name no session
 * are their own keys, which is fastest.
 */
function keyOf({ number, isUnnamed }: Session, id: RequestId): string | number {
  if (typeof id === "string") return `${number}"${shortKey(id)}`;
  return isUnnamed ? id : `${number} ${id}`;
}
