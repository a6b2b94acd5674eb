import { type Endpoint, randomText, type HttpServices } from "../services.ts";
import type { SessionOptions } from "../options.ts";
import { isInitialize, type Posted } from "../posted.ts";
import { replyEmpty, refuseRevision, sendRefusal } from "../replies.ts";
import type { Charge, Account } from "../limits/client-usage.ts";
import type { Visit } from "../exchange.ts";
import { Soon } from "../answer/micro-batcher.ts";
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
  const { kept, eventStore: store, options } = services;
  const soon = new Soon(services.turns);
  const sessions = new Sessions(max, options.perClient.maxSessions, idleMs);

  function open({ viewer }: Visit, charge: Charge): HttpSession {
    const random = randomText(42);
    const session = new HttpSession({
      services,
      id: random.slice(0, idLength),
      prefix: random.slice(idLength),
      viewer,
      charge,
      memory: kept.keepingOf(charge, maxKeptBytes),
      store,
      maxStreams,
      soon,
      onClose(one) {
        sessions.remove(one);
        kept.ledger.set(charge, 0);
      },
    });
    sessions.add(session);
    return session;
  }

  return {
    get sessions() {
      return sessions.size;
    },
    post(visit, posted) {
      if (visit.header(sessionHeader) !== undefined || !isInitialize(posted))
        requireSession(sessions, visit, posted)?.post(visit, posted);
      else {
        const charge = mayOpen(services, sessions, visit, posted);
        if (charge) open(visit, charge).initialize(visit, posted);
      }
    },
    find: (visit) => sessions.get(visit.header(sessionHeader) ?? ""),
    get: (visit) => requireSession(sessions, visit)?.get(visit),
    delete(visit) {
      const session = requireSession(sessions, visit);
      if (!session) return;
      session.finish("deleted");
      replyEmpty(visit, 204);
    },
    end: () => sessions.end(),
    close: () => sessions.close(),
  };
}

export const sessionHeader = "mcp-session-id";

/** What a session is counted as that may be opened; one that may not is refused. */
export function mayOpen(
  { server, kept }: HttpServices,
  sessions: Pick<Sessions, "makeRoom">,
  visit: Visit,
  posted: Posted,
): Charge | undefined {
  // A client that names a revision before there is a session names one of the server's.
  const named = visit.header(versionHeader);
  const isSpoken =
    named === undefined ||
    server.revisions.some(
      (table) => table.revision === named && !isStateless({ table }),
    );
  if (!isSpoken) {
    refuseRevision(visit, server.revisions, posted);
    return undefined;
  }
  const { value } = posted;
  const params = isObject(value) ? value["params"] : undefined;
  const problem = isObject(params) && clientInfoIssue(params, kept.lengths);
  if (problem) return none(visit, 413, posted, problem);
  const client = kept.accountOf(visit);
  const full = sessions.makeRoom(client);
  if (full) return none(visit, full, posted, "Too many sessions");
  const charge = kept.openSession(client, params);
  if ("account" in charge) return charge;
  return none(visit, charge.status, posted, charge.reason);
}

/** The session that a request names; undefined when the request was refused. */
export function requireSession(
  sessions: Sessions,
  visit: Visit,
  posted?: Posted,
): HttpSession | undefined {
  const id = visit.header(sessionHeader);
  if (id === undefined)
    return none(visit, 400, posted, `The header ${sessionHeader} is missing`);
  const session = sessions.get(id);
  // Whose it is not does not learn that it is there.
  if (!session || session.viewer.principal !== visit.viewer.principal)
    return none(visit, 404, posted, "There is no such session");
  const named = visit.header(versionHeader);
  if (named !== undefined && named !== session.revision)
    return none(
      visit,
      400,
      posted,
      `The session speaks ${session.revision}, and not what ${versionHeader} says`,
    );
  session.touch(visit);
  return session;
}

function none(
  visit: Visit,
  status: number,
  posted: Posted | undefined,
  message: string,
): undefined {
  sendRefusal(visit, status, message, posted);
  return undefined;
}

/** How long a client may take to say that it is ready, in milliseconds. */
const openingMs = 60_000;

/** How often is looked for sessions that nobody uses, at most: in milliseconds. */
const longestSweep = 30_000;

/** The sessions that are open. Those that nobody uses are closed. */
export class Sessions {
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
  makeRoom(client: Account): 429 | 503 | undefined {
    const { size } = client.sessions;
    const isAtQuota = !client.isNobody && size >= this.#maxPerClient;
    if (isAtQuota && !client.dropIdleSession()) return 429;
    if (this.#byId.size < this.#max) return undefined;
    const greedy = [...this.#clients()]
      .filter((one) => one === client || one.sessions.size > size + 1)
      .sort((one, other) => other.sessions.size - one.sessions.size);
    return greedy.some((one) => one.dropIdleSession()) ? undefined : 503;
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

  #clients(): Set<Account> {
    return new Set([...this.#byId.values()].map(({ client }) => client));
  }
}

/** Such a timer keeps no process alive. */
function letGo(timer: unknown): void {
  (timer as { readonly unref?: () => void }).unref?.();
}
