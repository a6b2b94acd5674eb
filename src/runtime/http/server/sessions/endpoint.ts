import { type Endpoint, randomText, type HttpServices } from "../services.ts";
import type { SessionOptions } from "../options.ts";
import { isInitialize, type Posted } from "../posted.ts";
import { replyEmpty, sendUnsupportedVersion, sendRefusal } from "../replies.ts";
import type { MemoryReservation, ClientUsage } from "../limits/client-usage.ts";
import type { HttpExchange } from "../exchange.ts";
import { MicroBatcher } from "../answer/micro-batcher.ts";
import { HttpSession } from "./session.ts";
import { isStateless } from "../../../protocol/revision/protocol-table.ts";
import { versionHeader } from "../gate/routing.ts";
import { clientInfoIssue } from "../../../server/memory-budget.ts";
import { isObject } from "../../../protocol/message.ts";
import { now } from "../../../protocol/timers/deadlines.ts";

/** What is not guessed: 33 bytes. The rest names the streams of the session. */
const idLength = 44;

/**
 * Serves clients that shake hands over Streamable HTTP: the page
 * `basic/transports` of the revisions that have sessions.
 */
export function createSessionEndpoint(
  services: HttpServices,
  { max, idleMs, maxStreams, maxKeptBytes }: Required<SessionOptions>,
): Endpoint {
  const { limiter, eventStore: store, options } = services;
  const soon = new MicroBatcher(services.turns);
  const sessions = new SessionRegistry(
    max,
    options.perClient.maxSessions,
    idleMs,
  );

  function open(
    { viewer }: HttpExchange,
    reservation: MemoryReservation,
  ): HttpSession {
    const random = randomText(42);
    const session = new HttpSession({
      services,
      id: random.slice(0, idLength),
      prefix: random.slice(idLength),
      viewer,
      reservation,
      memory: limiter.sessionBudget(reservation, maxKeptBytes),
      store,
      maxStreams,
      soon,
      onClose(one) {
        sessions.remove(one);
        limiter.ledger.set(reservation, 0);
      },
    });
    sessions.add(session);
    return session;
  }

  return {
    get sessions() {
      return sessions.size;
    },
    post(exchange, posted) {
      if (exchange.header(sessionHeader) !== undefined || !isInitialize(posted))
        findSession(sessions, exchange, posted)?.post(exchange, posted);
      else {
        const reservation = reserveSession(
          services,
          sessions,
          exchange,
          posted,
        );
        if (reservation)
          open(exchange, reservation).initialize(exchange, posted);
      }
    },
    find: (exchange) => sessions.get(exchange.header(sessionHeader) ?? ""),
    get: (exchange) => findSession(sessions, exchange)?.get(exchange),
    delete(exchange) {
      const session = findSession(sessions, exchange);
      if (!session) return;
      session.finish("deleted");
      replyEmpty(exchange, 204);
    },
    end: () => sessions.end(),
    close: () => sessions.close(),
  };
}

export const sessionHeader = "mcp-session-id";

/** What a session is counted as that may be opened; one that may not is refused. */
export function reserveSession(
  { server, limiter }: HttpServices,
  sessions: Pick<SessionRegistry, "makeRoom">,
  exchange: HttpExchange,
  posted: Posted,
): MemoryReservation | undefined {
  // A client that names a revision before there is a session names one of the server's.
  const named = exchange.header(versionHeader);
  const isSpoken =
    named === undefined ||
    server.revisions.some(
      (table) => table.revision === named && !isStateless({ table }),
    );
  if (!isSpoken) {
    sendUnsupportedVersion(exchange, server.revisions, posted);
    return undefined;
  }
  const { value } = posted;
  const params = isObject(value) ? value["params"] : undefined;
  const problem =
    isObject(params) && clientInfoIssue(params, limiter.connectionBudget);
  if (problem) return none(exchange, 413, posted, problem);
  const client = limiter.usageOf(exchange);
  const full = sessions.makeRoom(client);
  if (full) return none(exchange, full, posted, "Too many sessions");
  const reservation = limiter.openSession(client, params);
  if ("client" in reservation) return reservation;
  return none(exchange, reservation.status, posted, reservation.reason);
}

/** The session that a request names; undefined when the request was refused. */
export function findSession(
  sessions: SessionRegistry,
  exchange: HttpExchange,
  posted?: Posted,
): HttpSession | undefined {
  const id = exchange.header(sessionHeader);
  if (id === undefined)
    return none(
      exchange,
      400,
      posted,
      `The header ${sessionHeader} is missing`,
    );
  const session = sessions.get(id);
  // Whose it is not does not learn that it is there.
  if (!session || session.viewer.principal !== exchange.viewer.principal)
    return none(exchange, 404, posted, "There is no such session");
  const named = exchange.header(versionHeader);
  if (named !== undefined && named !== session.revision)
    return none(
      exchange,
      400,
      posted,
      `The session speaks ${session.revision}, and not what ${versionHeader} says`,
    );
  session.markUsed(exchange);
  return session;
}

function none(
  exchange: HttpExchange,
  status: number,
  posted: Posted | undefined,
  message: string,
): undefined {
  sendRefusal(exchange, status, message, posted);
  return undefined;
}

/** How long a client may take to say that it is ready, in milliseconds. */
const openingMs = 60_000;

/** How often is looked for sessions that nobody uses, at most: in milliseconds. */
const longestSweep = 30_000;

/** The sessions that are open. Those that nobody uses are closed. */
export class SessionRegistry {
  readonly #byId = new Map<string, HttpSession>();
  readonly #max: number;
  readonly #maxPerClient: number;
  readonly #idleMs: number;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(max: number, maxPerClient: number, idleMs: number) {
    this.#max = max;
    this.#maxPerClient = maxPerClient;
    this.#idleMs = idleMs;
  }

  get size(): number {
    return this.#byId.size;
  }

  /**
   * Makes room for one more session of a client; or gives the status that refuses
   * it. A client with as many as it may have loses the one that is idle for
   * longest. So does the greediest when there are as many as may be; never one
   * that would then have fewer than who comes.
   */
  makeRoom(client: ClientUsage): 429 | 503 | undefined {
    const { size } = client.sessions;
    const isAtQuota = !client.isAnonymous && size >= this.#maxPerClient;
    if (isAtQuota && !client.evictIdleSession()) return 429;
    if (this.#byId.size < this.#max) return undefined;
    const greedy = [...this.#clients()]
      .filter((one) => one === client || one.sessions.size > size + 1)
      .sort((one, other) => other.sessions.size - one.sessions.size);
    return greedy.some((one) => one.evictIdleSession()) ? undefined : 503;
  }

  get(id: string): HttpSession | undefined {
    return this.#byId.get(id);
  }

  add(session: HttpSession): void {
    this.#byId.set(session.id, session);
    session.client.sessions.add(session);
    if (this.#timer !== undefined) return;
    const sweepMs = Math.min(Math.ceil(this.#idleMs / 4), longestSweep);
    this.#timer = setInterval(() => this.#sweep(), sweepMs);
    letGo(this.#timer);
  }

  remove(session: HttpSession): void {
    this.#byId.delete(session.id);
    session.client.sessions.delete(session);
    if (this.#byId.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#byId.values()].map((one) => one.end()));
  }

  close(): void {
    for (const session of [...this.#byId.values()]) void session.close();
  }

  #sweep(): void {
    const time = now();
    for (const session of [...this.#byId.values()]) {
      const { isReady, usedAt } = session;
      const limit = isReady ? this.#idleMs : Math.min(this.#idleMs, openingMs);
      if (session.isBusy) session.usedAt = time;
      else if (time - usedAt > limit) session.finish("idle");
    }
  }

  #clients(): Set<ClientUsage> {
    return new Set([...this.#byId.values()].map(({ client }) => client));
  }
}

/** Such a timer keeps no process alive. */
function letGo(timer: unknown): void {
  (timer as { readonly unref?: () => void }).unref?.();
}
