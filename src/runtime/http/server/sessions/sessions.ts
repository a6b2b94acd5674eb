import { now } from "../../../protocol/timers/deadlines.ts";
import type { Account } from "../kept/account.ts";
import type { HttpSession } from "./link.ts";

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
