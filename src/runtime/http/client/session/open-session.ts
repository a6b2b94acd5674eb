import { limit } from "../../../protocol/timers/limit.ts";
import { clientLimits } from "../../../protocol/timers/time-limits.ts";
import { excerpt, toError, TransportError } from "../../../protocol/errors.ts";
import {
  isObject,
  type JsonObject,
  type RequestId,
} from "../../../protocol/message.ts";
import { hearSessionAnswer, type OpenedSession } from "./session.ts";
import { Flight } from "../post-queue.ts";
import type { HttpLink } from "../transport-context.ts";
import { post, tell, type PostAnswer } from "../post.ts";
import { drop, fetchAnswer } from "../fetch-answer.ts";

/** How the session before was opened. */
export interface Introduction {
  readonly id: RequestId;
  /** The params of its `initialize`. */
  readonly params: object;
  /** Ends the attempt. */
  readonly signal: AbortSignal;
  /** Takes the id of the session from an answer. */
  open(headers: Headers): OpenedSession;
}

const initialized = /* @__PURE__ */ JSON.stringify({
  jsonrpc: "2.0",
  method: "notifications/initialized",
});

/**
 * Opens another session in the revision of the one before. Rejects with a
 * TransportError when there is none to have; a server that speaks another
 * revision by now ends the connection.
 */
export async function openNext(
  link: HttpLink,
  { id, params, signal: closing, open }: Introduction,
): Promise<OpenedSession> {
  const flight = new Flight(id);
  let opened: OpenedSession | undefined;
  const cut = (): void => flight.cut();
  const stop = limit(link.clock, clientLimits.timeout, cut);
  closing.addEventListener("abort", cut, { once: true });
  try {
    const protocolVersion = link.table?.revision;
    const message = {
      jsonrpc: "2.0",
      id,
      method: "initialize",
      params: { ...params, protocolVersion },
    };
    const { signal } = flight;
    const body = JSON.stringify(message);
    const posted = await post(link, { body, headers: {}, signal });
    opened = open(posted.headers);
    requireSame(link, await answerOf(link, opened, flight, posted));
    const headers = opened.headers(link.table);
    const refused = await tell(link, { body: initialized, headers, signal });
    if (refused) throw refused.error;
    return opened;
  } catch (error) {
    flight.cut();
    // The server may have opened one, of which nobody else knows.
    if (opened) void deleteSession(link, opened);
    const cause = toError(error);
    const reason = `the session ended, and there is no other: ${cause.message}`;
    throw new TransportError(reason, { cause });
  } finally {
    stop();
    closing.removeEventListener("abort", cut);
    flight.end();
  }
}

function answerOf(
  link: HttpLink,
  opened: OpenedSession,
  flight: Flight,
  posted: PostAnswer,
): Promise<JsonObject> {
  return new Promise((resolve, reject) => {
    const take = (_: unknown, answer: JsonObject): void => resolve(answer);
    const call = { link, opened, flight, take, expects: () => false };
    // What was cut ends without an answer, and without an error.
    const none = new TransportError("no answer came in time");
    hearSessionAnswer(call, posted).then(() => reject(none), reject);
  });
}

/** The server may be another one by now. */
function requireSame(link: HttpLink, { result, error }: JsonObject): void {
  if (!isObject(result)) {
    const reason = isObject(error) ? error["message"] : "no result";
    throw new TransportError(excerpt(String(reason)));
  }
  const { protocolVersion } = result;
  if (protocolVersion === link.table?.revision) return;
  const changed = new TransportError(
    `the server speaks ${excerpt(String(protocolVersion))} in a new session`,
  );
  link.end(changed);
  throw changed;
}

/** How long a server may take to hear that a session is over, in milliseconds. */
const deleteMs = 2_000;

/**
 * Tells a server that a session is over, if it gave it an id, whatever it answers:
 * it may keep the ending of sessions to itself. Never rejects.
 */
export async function deleteSession(
  link: HttpLink,
  opened: OpenedSession,
): Promise<void> {
  if (opened.id === undefined) return;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), deleteMs);
  const headers = opened.headers(link.table);
  try {
    drop(
      await fetchAnswer(link, {
        method: "DELETE",
        headers,
        signal: abort.signal,
      }),
    );
  } catch {
    // It ends by itself some day.
  } finally {
    clearTimeout(timer);
  }
}
