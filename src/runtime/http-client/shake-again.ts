import { defaultTimeout } from "../calls.ts";
import { toError, TransportError } from "../errors.ts";
import { isObject, type JsonObject, type RequestId } from "../message.ts";
import { carry } from "./carry.ts";
import { Flight } from "./flight.ts";
import type { ClientHost } from "./host.ts";
import type { OpenedSession } from "./opened.ts";
import { post, quoted } from "./post.ts";

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

const initialized = JSON.stringify({
  jsonrpc: "2.0",
  method: "notifications/initialized",
});

/**
 * Opens another session in the revision of the one before. Rejects with a
 * TransportError when there is none to have; a server that speaks another
 * revision by now ends the connection.
 */
export async function shakeAgain(
  host: ClientHost,
  { id, params, signal, open }: Introduction,
): Promise<OpenedSession> {
  const flight = new Flight(id);
  const cut = (): void => flight.cut();
  const timer = setTimeout(cut, defaultTimeout);
  signal.addEventListener("abort", cut, { once: true });
  try {
    const protocolVersion = host.table?.revision;
    const message = {
      jsonrpc: "2.0",
      id,
      method: "initialize",
      params: { ...params, protocolVersion },
    };
    const posted = await post(host, JSON.stringify(message), {}, flight.signal);
    const opened = open(posted.headers);
    const answer = await new Promise<JsonObject>((resolve, reject) => {
      const take = (_: unknown, told: JsonObject): void => resolve(told);
      const call = { host, opened, flight, take, expects: () => false };
      carry(call, posted).catch(reject);
    });
    requireSame(host, answer);
    const headers = opened.headers(host.table);
    const told = await post(host, initialized, headers, flight.signal);
    if (told.kind === "refused") throw told.error;
    if (told.kind === "events") await told.body.cancel();
    return opened;
  } catch (error) {
    flight.cut();
    const cause = toError(error);
    const reason = `the session ended, and there is no other: ${cause.message}`;
    throw new TransportError(reason, { cause });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cut);
    flight.end();
  }
}

/** The server may be another one by now. */
function requireSame(host: ClientHost, { result, error }: JsonObject): void {
  if (!isObject(result)) {
    const reason = isObject(error) ? error["message"] : "no result";
    throw new TransportError(quoted(String(reason)));
  }
  const { protocolVersion } = result;
  if (protocolVersion === host.table?.revision) return;
  const changed = new TransportError(
    `the server speaks ${quoted(String(protocolVersion))} in a new session`,
  );
  host.end(changed);
  throw changed;
}
