import { isObject } from "../../protocol/message.ts";
import type { HttpRequest } from "../shared/request-response.ts";
import { formatEvent } from "./answer/sse-format.ts";
import {
  type Endpoint,
  randomText,
  type HttpServices,
  maxCalls,
} from "./services.ts";
import { refuseStream, sendRefusal, replyEmpty } from "./replies.ts";
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
import type { Sent } from "./answer/policies.ts";
import type { Charge } from "./limits/client-usage.ts";
import type { Posted } from "./posted.ts";
import type { Visit } from "./exchange.ts";
import { holding } from "./limits/memory-limiter.ts";

/**
 * Serves HTTP with SSE, whose connections are their streams: the page
 * `basic/transports` of the first revision.
 */
export function createSseEndpoint(services: HttpServices): Endpoint {
  const { kept, options } = services;
  const { sse, maxStreams } = options;
  const { path = "/sse", messagesPath = "/messages" } = sse ?? {};
  const links = new Map<string, SseLink>();

  return {
    sessions: 0,
    get(visit) {
      if (services.streams >= maxStreams) return refuseStream(visit);
      const id = randomText(33);
      const target = `${mountOf(visit, path)}${messagesPath}?sessionId=${id}`;
      const charge = kept.openSession(kept.accountOf(visit), undefined);
      if ("kind" in charge)
        return sendRefusal(visit, charge.status, charge.reason);
      const close = (): void => void links.delete(id);
      const link = new SseLink(services, visit, charge, close);
      if (!link.open(visit, formatEvent(target, { event: "endpoint" }))) {
        void link.close();
        return refuseStream(visit, 429);
      }
      if (link.isOpen) links.set(id, link);
    },
    post: (visit, posted) =>
      requireLink(links, visit, posted)?.post(visit, posted),
    find: (visit) => findLink(links, visit),
    delete: (visit) => sendRefusal(visit, 405, "There are no sessions"),
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
export class SseLink implements Transport {
  readonly via = "http";
  /** Whose it is, as the newest request tells. */
  viewer: Viewer;
  readonly connection: ServerConnection;
  readonly #stream: EventStream;
  readonly #services: HttpServices;
  readonly #charge: Charge;
  readonly #onClose: () => void;
  #receiver: Receiver | undefined;
  #isClosed = false;
  /** Why it ends. */
  #end: SessionEnd = "closed";

  constructor(
    services: HttpServices,
    visit: Visit,
    charge: Charge,
    onClose: () => void,
  ) {
    const { kept, options, server } = services;
    const { principal } = visit.viewer;
    const client = charge.account;
    const { maxKeptBytes } = options.sessions || defaultMemoryLimits;
    this.#services = services;
    this.#charge = charge;
    this.viewer = visit.viewer;
    this.#onClose = onClose;
    this.#stream = new EventStream(services, {
      client,
      kind: "s",
      events: undefined,
      comments: "in silence",
      event: "message",
      onGone: (reason) => this.#over(reason),
    });
    this.connection = server.connect(this, {
      lifecycle: "handshake",
      maxBatch: services.options.maxBatch,
      memory: kept.keepingOf(charge, maxKeptBytes),
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
  open(visit: Visit, event: string): boolean {
    return this.#stream.startWith(visit, event);
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  send(message: Sent): void {
    if (this.#isClosed) throw new TransportError("the stream is closed");
    this.#stream.send(JSON.stringify(message));
  }

  close(): Promise<void> {
    this.#over();
    return Promise.resolve();
  }

  post(visit: Visit, posted: Posted): void {
    const { kind, wants, value, received } = posted;
    if (wants === "calls" && this.connection.inFlight >= maxCalls)
      return sendRefusal(visit, 429, "Too many requests at once", posted);
    const problem =
      kind === "message" && received.kind === "invalid" ? received : undefined;
    if (problem)
      sendRefusal(visit, 400, `Invalid request: ${problem.reason}`, posted);
    // A broken answer still ends the call that waits for it.
    if (problem && !problem.isAnswer) return;
    this.viewer = visit.viewer;
    const sink = sseAnswers(this.#services, this, visit, posted);
    this.#receiver?.message(value, sink, received);
    if (!problem) replyEmpty(visit, 202);
  }

  /** The client is gone, or has to go. */
  #over(reason?: Error): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (reason) this.#end = "left";
    this.#services.kept.ledger.set(this.#charge, 0);
    this.#onClose();
    this.#receiver?.closed(reason);
    this.#stream.finish();
  }
}

/** Answers go where all messages go: on the stream, and not back to the POST. */
export function sseAnswers(
  services: HttpServices,
  link: Transport,
  visit: Visit,
  { value }: Posted,
): Sink {
  const send: Sink["send"] = (message) => link.send(message);
  return { ...holding(services, visit, value), progressGap, send };
}

/** The stream that a message is for; undefined when the request was refused. */
export function requireLink(
  links: ReadonlyMap<string, SseLink>,
  visit: Visit,
  posted: Posted,
): SseLink | undefined {
  const link = findLink(links, visit);
  if (!link && idIn(visit) === null)
    sendRefusal(visit, 400, "sessionId is missing", posted);
  // Whose it is not does not learn that it is there.
  else if (link?.viewer.principal !== visit.viewer.principal || !link)
    sendRefusal(visit, 404, "There is no such session", posted);
  else return link;
  return undefined;
}

export function findLink(
  links: ReadonlyMap<string, SseLink>,
  visit: HttpRequest,
): SseLink | undefined {
  return links.get(idIn(visit) ?? "");
}

function idIn({ target }: HttpRequest): string | null {
  const query = target.indexOf("?");
  if (query === -1) return null;
  return new URLSearchParams(target.slice(query)).get("sessionId");
}
