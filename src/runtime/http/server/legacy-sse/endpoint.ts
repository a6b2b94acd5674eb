import { TransportError } from "../../../wire/errors.ts";
import { isObject, type Message } from "../../../wire/message.ts";
import type { ServerConnection } from "../../../server/create-server.ts";
import type { Receiver, Transport } from "../../../peer/transport.ts";
import type { SseEndpoint } from "../endpoints.ts";
import { formatEvent } from "../answer/event-text.ts";
import type { HttpExchange, HttpRequest } from "../../shared/exchange.ts";
import type { HttpHost } from "../services.ts";
import { OpenStream } from "../events/open-stream.ts";
import { maxCalls } from "../max-calls.ts";
import { postedKind, problemOf } from "../posted.ts";
import { randomText } from "../random-text.ts";
import { sendRefusal, refuseStream } from "../refusals.ts";
import { replyEmpty } from "../replies.ts";

/**
 * Serves HTTP with SSE, whose sessions are their streams: the page
 * `basic/transports` of the first revision.
 */
export function createSseEndpoint(host: HttpHost): SseEndpoint {
  const { path = "/sse", messagesPath = "/messages" } = host.options.sse ?? {};
  const sessions = new Map<string, SseSession>();

  return {
    open(exchange) {
      const release = host.openStream();
      if (!release) return refuseStream(exchange.response);
      const id = randomText(33);
      const mount = mountOf(exchange.request, path);
      const target = `${mount}${messagesPath}?sessionId=${id}`;
      const endpoint = formatEvent(target, { event: "endpoint" });
      const session = new SseSession(host, exchange, endpoint, release, () =>
        sessions.delete(id),
      );
      if (session.isOpen) sessions.set(id, session);
    },
    post(exchange, value) {
      const id = sessionId(exchange.request);
      if (id === null)
        return sendRefusal(
          exchange.response,
          400,
          "sessionId is missing",
          value,
        );
      const session = sessions.get(id);
      // Whose it is not does not learn that it is there.
      if (!session || session.principal !== exchange.principal)
        return sendRefusal(
          exchange.response,
          404,
          "There is no such session",
          value,
        );
      session.post(exchange, value);
    },
    async end() {
      const open = [...sessions.values()];
      await Promise.all(open.map(({ connection }) => connection.end()));
    },
    close() {
      for (const session of [...sessions.values()]) void session.close();
    },
  };
}

/** One stream, and the connection that it carries. */
class SseSession implements Transport {
  readonly principal: string | undefined;
  readonly auth: unknown;
  readonly connection: ServerConnection;
  #stream: OpenStream | undefined;
  readonly #onClose: () => void;
  #receiver: Receiver | undefined;
  #isClosed = false;

  constructor(
    host: HttpHost,
    { response, principal, auth }: HttpExchange,
    endpoint: string,
    release: () => void,
    onClose: () => void,
  ) {
    this.principal = principal;
    this.auth = auth;
    this.#onClose = onClose;
    this.connection = host.server.connect(this, { lifecycle: "handshake" });
    const gone = (reason: Error): void => this.#over(reason);
    this.#stream = new OpenStream(host, response, endpoint, release, gone);
  }

  get isOpen(): boolean {
    return !this.#isClosed;
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  send(message: Message | readonly Message[]): void {
    if (this.#isClosed) throw new TransportError("the stream is closed");
    this.#stream?.write(
      formatEvent(JSON.stringify(message), { event: "message" }),
    );
  }

  close(): Promise<void> {
    this.#over();
    return Promise.resolve();
  }

  post(exchange: HttpExchange, value: unknown): void {
    if (postedKind(value) === "calls" && this.connection.inFlight >= maxCalls)
      return sendRefusal(
        exchange.response,
        429,
        "Too many requests at once",
        value,
      );
    const problem = problemOf(value);
    if (problem)
      sendRefusal(
        exchange.response,
        400,
        `Invalid request: ${problem.reason}`,
        value,
      );
    // A broken answer still ends the call that waits for it.
    if (problem && !problem.isAnswer) return;
    const { principal, auth } = exchange;
    const send: Transport["send"] = (message) => this.send(message);
    this.#receiver?.message(value, { send, principal, auth });
    if (!problem) replyEmpty(exchange.response, 202);
  }

  /** The client is gone, or has to go. */
  #over(reason?: Error): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onClose();
    this.#receiver?.closed(reason);
    this.#stream?.end();
  }
}

/** What the path of the application goes before the server's own paths. */
function mountOf({ target, native }: HttpRequest, path: string): string {
  const original = isObject(native) ? native["originalUrl"] : undefined;
  const url = typeof original === "string" ? original : target;
  const [whole = ""] = url.split("?");
  return whole.endsWith(path) ? whole.slice(0, -path.length) : "";
}

function sessionId({ target }: HttpRequest): string | null {
  const query = target.indexOf("?");
  if (query === -1) return null;
  return new URLSearchParams(target.slice(query)).get("sessionId");
}
