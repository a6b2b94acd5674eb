import { sha256 } from "../digest.ts";
import type { Sender } from "./finding.ts";
import type { Judge } from "./judge.ts";
import { createRecent, type Recent } from "./recent.ts";
import type { Session } from "./sessions.ts";

/** What is known of a request. */
export interface Asked {
  /** The session of a name that begins anew knows nothing of the one before. */
  readonly session: number;
  readonly from: Sender | undefined;
  /** Undefined when the request was so wrong that nobody could tell. */
  readonly method: string | undefined;
  /** Of the revision that the request names itself. */
  readonly judge: Judge | undefined;
  isCancelled: boolean;
  /** How many wait like this: several only where their sender is unknown, none when answered. */
  waiting: number;
}

/** How the id of a request was used before. */
export type Use = "new" | "waiting" | "answered";

export type RequestId = string | number;

/** The requests of all sessions: those that wait, and the ids of the last answered ones. */
export interface Requests {
  ask(
    session: Session,
    id: RequestId,
    from: Sender | undefined,
    method: string | undefined,
    judge: Judge | undefined,
  ): Use;
  /**
   * What was asked under an id, by anyone but who answers: by several only where some
   * messages do not say who has sent them.
   */
  find(
    session: Session,
    id: unknown,
    answeredBy: Sender | undefined,
  ): readonly Asked[];
  /** Whether a request that waited was forgotten, because there were too many. */
  readonly hasForgotten: boolean;
}

/** Remembers at most twice `limit` ids of each side, of any length: the last ones, and some that wait. */
export function createRequests(limit: number): Requests {
  const sides = () => createRecent<Asked>(limit, isWaiting, limit / 2);
  const byClient = sides();
  const byServer = sides();
  const byUnknown = sides();

  function sideOf(from: Sender | undefined): Recent<Asked> {
    if (from === undefined) return byUnknown;
    return from === "client" ? byClient : byServer;
  }

  return {
    ask(session, id, from, method, judge) {
      const key = keyOf(session, id);
      const asked = sideOf(from);
      const before = ofSession(asked.get(key), session);
      if (before !== undefined && from === undefined && isWaiting(before)) {
        before.waiting++;
        return "new";
      }
      const { number } = session;
      asked.set(key, {
        session: number,
        from,
        method,
        judge,
        isCancelled: false,
        waiting: 1,
      });
      if (before === undefined) return "new";
      return isWaiting(before) ? "waiting" : "answered";
    },
    find(session, id, answeredBy) {
      if (typeof id !== "string" && typeof id !== "number") return none;
      const key = keyOf(session, id);
      const client =
        answeredBy === "client"
          ? undefined
          : ofSession(byClient.get(key), session);
      const server =
        answeredBy === "server"
          ? undefined
          : ofSession(byServer.get(key), session);
      const unknown = ofSession(byUnknown.get(key), session);
      if (server === undefined && unknown === undefined)
        return client === undefined ? none : [client];
      return [client, server, unknown].filter((one) => one !== undefined);
    },
    get hasForgotten() {
      return (
        byClient.hasForgotten || byServer.hasForgotten || byUnknown.hasForgotten
      );
    },
  };
}

const none: readonly Asked[] = [];

export function isWaiting({ waiting }: Asked): boolean {
  return waiting > 0;
}

function ofSession(
  asked: Asked | undefined,
  { number }: Session,
): Asked | undefined {
  return asked?.session === number ? asked : undefined;
}

/**
 * The number 1 and the text "1" are two ids. Numbers of messages that name no session
 * are their own keys, which is fastest.
 */
function keyOf({ number, isUnnamed }: Session, id: RequestId): string | number {
  const session = isUnnamed ? "" : number;
  if (typeof id === "string") return `${session}"${shortKey(id)}`;
  return isUnnamed ? id : `${session} ${id}`;
}

/** A name of any length as one of limited length that is as good as unique. */
export function shortKey(name: string): string {
  return name.length > 100 ? `sha256 ${sha256(name)}` : name;
}
