import { isStateless } from "../../../table/protocol-table.ts";
import type { CallReply } from "../answer/answer.ts";
import type { HandshakeEndpoint } from "../endpoints.ts";
import { versionHeader } from "../gate/era.ts";
import type { EventStore } from "../events/event-store.ts";
import type { HttpExchange } from "../../shared/exchange.ts";
import type { HttpHost } from "../services.ts";
import { createMemoryEventStore } from "../events/memory-event-store.ts";
import type { SessionOptions } from "../options.ts";
import { isInitialize } from "../posted.ts";
import { randomText } from "../random-text.ts";
import { sendRefusal } from "../refusals.ts";
import { replyEmpty } from "../replies.ts";
import { HttpSession } from "./link.ts";
import { Sessionless } from "../sessionless/endpoint.ts";
import { Sessions } from "./sessions.ts";
import { Soon } from "../soon.ts";

const sessionHeader = "mcp-session-id";

/** What is not guessed: 33 bytes. The rest names the streams of the session. */
const idLength = 44;

/**
 * Serves clients that shake hands over Streamable HTTP: the page
 * `basic/transports` of the revisions that have sessions.
 */
export function createHandshakeEndpoint(host: HttpHost): HandshakeEndpoint {
  const soon = new Soon<CallReply>((call) => call.wait(), host.turns);
  const { sessions } = host.options;
  if (sessions) return new SessionEndpoint(host, soon, sessions);
  const sessionless = new Sessionless(host, soon);
  const refuse = (exchange: HttpExchange): void =>
    sendRefusal(exchange.response, 405, "There are no sessions");
  return {
    sessions: 0,
    post: (exchange, value) => sessionless.post(exchange, value),
    get: refuse,
    delete: refuse,
    end: () => sessionless.end(),
    close: () => sessionless.close(),
  };
}

class SessionEndpoint implements HandshakeEndpoint {
  readonly #host: HttpHost;
  readonly #soon: Soon<CallReply>;
  readonly #sessions: Sessions;
  readonly #maxStreams: number;
  readonly #store: EventStore | undefined;

  constructor(
    host: HttpHost,
    soon: Soon<CallReply>,
    { max, idleMs, maxStreams }: Required<SessionOptions>,
  ) {
    const { eventStore = createMemoryEventStore() } = host.options;
    this.#host = host;
    this.#soon = soon;
    this.#sessions = new Sessions(max, idleMs);
    this.#maxStreams = maxStreams;
    this.#store = eventStore === false ? undefined : eventStore;
  }

  get sessions(): number {
    return this.#sessions.size;
  }

  post(exchange: HttpExchange, value: unknown): void {
    const id = exchange.request.header(sessionHeader);
    if (id === undefined && isInitialize(value))
      this.#initialize(exchange, value);
    else this.#find(exchange, id, value)?.post(exchange, value);
  }

  get(exchange: HttpExchange): void {
    const id = exchange.request.header(sessionHeader);
    this.#find(exchange, id)?.get(exchange);
  }

  delete(exchange: HttpExchange): void {
    const id = exchange.request.header(sessionHeader);
    const session = this.#find(exchange, id);
    if (!session) return;
    void session.close();
    replyEmpty(exchange.response, 204);
  }

  end(): Promise<void> {
    return this.#sessions.end();
  }

  close(): void {
    this.#sessions.close();
  }

  #initialize(exchange: HttpExchange, value: unknown): void {
    if (!this.#mayOpen(exchange))
      return sendRefusal(
        exchange.response,
        400,
        "Unsupported protocol version",
        value,
      );
    if (this.#sessions.isFull)
      return sendRefusal(exchange.response, 503, "Too many sessions", value);
    const random = randomText(42);
    const session = new HttpSession({
      host: this.#host,
      id: random.slice(0, idLength),
      prefix: random.slice(idLength),
      principal: exchange.principal,
      store: this.#store,
      maxStreams: this.#maxStreams,
      soon: this.#soon,
      onClose: (one) => this.#sessions.remove(one),
    });
    this.#sessions.add(session);
    session.initialize(exchange, value);
  }

  /** A client that names a revision before there is a session names one of the server's. */
  #mayOpen({ request }: HttpExchange): boolean {
    const named = request.header(versionHeader);
    return (
      named === undefined ||
      this.#host.server.revisions.some(
        (table) => table.revision === named && !isStateless({ table }),
      )
    );
  }

  /** The session of the request; undefined when it was refused. */
  #find(
    exchange: HttpExchange,
    id: string | undefined,
    value?: unknown,
  ): HttpSession | undefined {
    const { request, principal } = exchange;
    if (id === undefined)
      return none(
        exchange,
        400,
        value,
        `The header ${sessionHeader} is missing`,
      );
    const session = this.#sessions.get(id);
    // Whose it is not does not learn that it is there.
    if (!session || session.principal !== principal)
      return none(exchange, 404, value, "There is no such session");
    const named = request.header(versionHeader);
    if (named !== undefined && named !== session.revision)
      return none(
        exchange,
        400,
        value,
        `The session speaks ${session.revision}, and not what ${versionHeader} says`,
      );
    session.touch();
    return session;
  }
}

function none(
  exchange: HttpExchange,
  status: number,
  value: unknown,
  message: string,
): undefined {
  sendRefusal(exchange.response, status, message, value);
  return undefined;
}
