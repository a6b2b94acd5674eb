import { isObject } from "../../protocol/message.ts";
import type { HttpRequest } from "../shared/request-response.ts";
import { formatEvent } from "./answer/sse-format.ts";
import {
  type Endpoint,
  randomText,
  type HttpServices,
  maxCalls,
} from "./services.ts";
import { sendTooManyStreams, sendRefusal, replyEmpty } from "./replies.ts";
import { TransportError } from "../../protocol/errors.ts";
import type { ServerConnection } from "../../server/create-server.ts";
import { watchSession } from "../../peer/intercept/sessions.ts";
import type { SessionEnd } from "../../peer/interceptor.ts";
import { defaultMemoryLimits } from "../../server/memory-budget.ts";
import {
  type Receiver,
  type Transport,
  progressGap,
  type Sink,
} from "../../peer/transport.ts";
import type { Viewer } from "../../protocol/viewer.ts";
import { EventStream } from "./answer/event-stream.ts";
import type { OutgoingMessages } from "./answer/policies.ts";
import type { MemoryReservation } from "./limits/client-usage.ts";
import type { Posted } from "./posted.ts";
import type { HttpExchange } from "./exchange.ts";
import { retainExchange } from "./limits/memory-limiter.ts";

/**
 * Serves HTTP with SSE, whose connections are their streams: the page
 * `basic/transports` of the first revision.
 */
export function createSseEndpoint(services: HttpServices): Endpoint {
  const { limiter, options } = services;
  const { sse, maxStreams } = options;
  const { path = "/sse", messagesPath = "/messages" } = sse ?? {};
  const links = new Map<string, SseConnection>();

  return {
    sessions: 0,
    get(exchange) {
      if (services.streams >= maxStreams) return sendTooManyStreams(exchange);
      const id = randomText(33);
      const target = `${mountOf(exchange, path)}${messagesPath}?sessionId=${id}`;
      const reservation = limiter.openSession(
        limiter.usageOf(exchange),
        undefined,
      );
      if ("kind" in reservation)
        return sendRefusal(exchange, reservation.status, reservation.reason);
      const close = (): void => void links.delete(id);
      const link = new SseConnection(services, exchange, reservation, close);
      if (!link.open(exchange, formatEvent(target, { event: "endpoint" }))) {
        void link.close();
        return sendTooManyStreams(exchange, 429);
      }
      if (link.isOpen) links.set(id, link);
    },
    post: (exchange, posted) =>
      findConnection(links, exchange, posted)?.post(exchange, posted),
    find: (exchange) => connectionOf(links, exchange),
    delete: (exchange) => sendRefusal(exchange, 405, "There are no sessions"),
    async end() {
      const open = [...links.values()];
      await Promise.all(open.map(({ connection }) => connection.end()));
    },
    close() {
      for (const link of [...links.values()]) void link.close();
    },
  };
}

/** What the path of the application goes before the server's own paths. */
function mountOf({ target, native }: HttpRequest, path: string): string {
  const original = isObject(native) ? native["originalUrl"] : undefined;
  const url = typeof original === "string" ? original : target;
  const [whole = ""] = url.split("?");
  return whole.endsWith(path) ? whole.slice(0, -path.length) : "";
}

/** One stream, and the connection that it carries. */
export class SseConnection implements Transport {
  readonly via = "http";
  /** Whose it is, as the newest request tells. */
  viewer: Viewer;
  readonly connection: ServerConnection;
  readonly #stream: EventStream;
  readonly #services: HttpServices;
  readonly #reservation: MemoryReservation;
  readonly #onClose: () => void;
  #receiver: Receiver | undefined;
  #isClosed = false;
  /** Why it ends. */
  #end: SessionEnd = "closed";

  constructor(
    services: HttpServices,
    exchange: HttpExchange,
    reservation: MemoryReservation,
    onClose: () => void,
  ) {
    const { limiter, options, server } = services;
    const { principal } = exchange.viewer;
    const client = reservation.client;
    const { maxKeptBytes } = options.sessions || defaultMemoryLimits;
    this.#services = services;
    this.#reservation = reservation;
    this.viewer = exchange.viewer;
    this.#onClose = onClose;
    this.#stream = new EventStream(services, {
      client,
      kind: "s",
      events: undefined,
      comments: "in silence",
      event: "message",
      onDisconnect: (reason) => this.#over(reason),
    });
    this.connection = server.connect(this, {
      lifecycle: "handshake",
      maxBatch: services.options.maxBatch,
      memory: limiter.sessionBudget(reservation, maxKeptBytes),
      session: {
        principal,
        client: client.key,
        end: () => this.#end,
        watch: watchSession,
      },
    });
  }

  get isOpen(): boolean {
    return !this.#isClosed;
  }

  /** Opens the stream with its first event; false when there are too many. */
  open(exchange: HttpExchange, event: string): boolean {
    return this.#stream.startWith(exchange, event);
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  send(message: OutgoingMessages): void {
    if (this.#isClosed) throw new TransportError("the stream is closed");
    this.#stream.send(JSON.stringify(message));
  }

  close(): Promise<void> {
    this.#over();
    return Promise.resolve();
  }

  post(exchange: HttpExchange, posted: Posted): void {
    const { kind, expects, value, received } = posted;
    if (expects === "calls" && this.connection.inFlight >= maxCalls)
      return sendRefusal(exchange, 429, "Too many requests at once", posted);
    const problem =
      kind === "message" && received.kind === "invalid" ? received : undefined;
    if (problem)
      sendRefusal(exchange, 400, `Invalid request: ${problem.reason}`, posted);
    // A broken answer still ends the call that waits for it.
    if (problem && !problem.isAnswer) return;
    this.viewer = exchange.viewer;
    const sink = responseSink(this.#services, this, exchange, posted);
    this.#receiver?.message(value, sink, received);
    if (!problem) replyEmpty(exchange, 202);
  }

  /** The client is gone, or has to go. */
  #over(reason?: Error): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (reason) this.#end = "left";
    this.#services.limiter.ledger.set(this.#reservation, 0);
    this.#onClose();
    this.#receiver?.closed(reason);
    this.#stream.finish();
  }
}

/** Answers go where all messages go: on the stream, and not back to the POST. */
export function responseSink(
  services: HttpServices,
  link: Transport,
  exchange: HttpExchange,
  { value }: Posted,
): Sink {
  const send: Sink["send"] = (message) => link.send(message);
  return { ...retainExchange(services, exchange, value), progressGap, send };
}

/** The stream that a message is for; undefined when the request was refused. */
export function findConnection(
  links: ReadonlyMap<string, SseConnection>,
  exchange: HttpExchange,
  posted: Posted,
): SseConnection | undefined {
  const link = connectionOf(links, exchange);
  if (!link && idIn(exchange) === null)
    sendRefusal(exchange, 400, "sessionId is missing", posted);
  // Whose it is not does not learn that it is there.
  else if (link?.viewer.principal !== exchange.viewer.principal || !link)
    sendRefusal(exchange, 404, "There is no such session", posted);
  else return link;
  return undefined;
}

export function connectionOf(
  links: ReadonlyMap<string, SseConnection>,
  exchange: HttpRequest,
): SseConnection | undefined {
  return links.get(idIn(exchange) ?? "");
}

function idIn({ target }: HttpRequest): string | null {
  const query = target.indexOf("?");
  if (query === -1) return null;
  return new URLSearchParams(target.slice(query)).get("sessionId");
}
