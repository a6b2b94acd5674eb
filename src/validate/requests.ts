import { sha256 } from "../digest.ts";
import type { Sender } from "./finding.ts";
import type { Judge } from "./judge.ts";
import { createRecent } from "./recent.ts";
import type { Session } from "./sessions.ts";

/** A request that waits for its answer. */
export interface Pending {
  readonly from: Sender | undefined;
  /** Undefined when the request was so wrong that nobody could tell. */
  readonly method: string | undefined;
  /** Of the revision that the request names itself. */
  readonly judge: Judge | undefined;
  isCancelled: boolean;
  /** How many requests wait like this: several only where their sender is unknown. */
  count: number;
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
  /** What is known under an id, whoever asked. */
  find(session: Session, id: unknown): Exchange | undefined;
  /** Whether a request that waited was forgotten, because there were too many. */
  readonly hasForgotten: boolean;
}

/** What both sides have asked under one id. Which side it was may be unknown. */
export interface Exchange {
  /** The session of a name that begins anew knows nothing of the one before. */
  readonly session: number;
  client: Pending | "answered" | undefined;
  server: Pending | "answered" | undefined;
  unknown: Pending | "answered" | undefined;
}

/** Remembers at most twice `limit` ids, of any length: the last ones, and some that wait. */
export function createRequests(limit: number): Requests {
  const known = createRecent<Exchange>(limit, isWaiting, limit / 2);

  return {
    ask(session, id, from, method, judge) {
      const key = keyOf(session, id);
      const side = from ?? "unknown";
      const exchange = ofSession(known.get(key), session);
      const before = exchange?.[side];
      if (from === undefined && typeof before === "object") {
        before.count++;
        return "new";
      }
      const pending = { from, method, judge, isCancelled: false, count: 1 };
      const { client, server, unknown } = exchange ?? nothing;
      const after: Exchange = {
        session: session.number,
        client,
        server,
        unknown,
      };
      after[side] = pending;
      known.set(key, after);
      if (before === undefined) return "new";
      return before === "answered" ? "answered" : "waiting";
    },
    find: (session, id) =>
      typeof id === "string" || typeof id === "number"
        ? ofSession(known.get(keyOf(session, id)), session)
        : undefined,
    get hasForgotten() {
      return known.hasForgotten;
    },
  };
}

const nothing: Omit<Exchange, "session"> = {
  client: undefined,
  server: undefined,
  unknown: undefined,
};

/** Those that an answer from this side may be meant for: several only when nobody knows the side. */
export function waiting(
  exchange: Exchange | undefined,
  answeredBy: Sender | undefined,
): Pending[] {
  if (exchange === undefined) return [];
  const found: Pending[] = [];
  const { client, server, unknown } = exchange;
  if (answeredBy !== "client" && typeof client === "object") found.push(client);
  if (answeredBy !== "server" && typeof server === "object") found.push(server);
  if (typeof unknown === "object") found.push(unknown);
  return found;
}

/** A request has its answer. */
export function settle(exchange: Exchange, pending: Pending): void {
  if (--pending.count === 0) exchange[pending.from ?? "unknown"] = "answered";
}

/** Whether this side has answered the id before. */
export function wasAnswered(
  { client, server, unknown }: Exchange,
  answeredBy: Sender | undefined,
): boolean {
  return (
    (answeredBy !== "client" && client === "answered") ||
    (answeredBy !== "server" && server === "answered") ||
    unknown === "answered"
  );
}

function isWaiting({ client, server, unknown }: Exchange): boolean {
  return [client, server, unknown].some((one) => typeof one === "object");
}

function ofSession(
  exchange: Exchange | undefined,
  { number }: Session,
): Exchange | undefined {
  return exchange?.session === number ? exchange : undefined;
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
