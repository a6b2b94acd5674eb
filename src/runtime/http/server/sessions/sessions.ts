import { now } from "../../../time/deadlines.ts";
import type { HttpSession } from "./link.ts";

/** How long a client may take to say that it is ready, in milliseconds. */
const openingMs = 60_000;

/** How often is looked for sessions that nobody uses, at most: in milliseconds. */
const longestSweep = 30_000;

/** The sessions that are open. Those that nobody uses are closed. */
export class Sessions {
  readonly #byId = new Map<string, HttpSession>();
  readonly #max: number;
  readonly #idleMs: number;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(max: number, idleMs: number) {
    this.#max = max;
    this.#idleMs = idleMs;
  }

  get size(): number {
    return this.#byId.size;
  }

  get isFull(): boolean {
    return this.#byId.size >= this.#max;
  }

  get(id: string): HttpSession | undefined {
    return this.#byId.get(id);
  }

  add(session: HttpSession): void {
    this.#byId.set(session.id, session);
    if (this.#timer !== undefined) return;
    const sweepMs = Math.min(Math.ceil(this.#idleMs / 4), longestSweep);
    this.#timer = setInterval(() => this.#sweep(), sweepMs);
    letGo(this.#timer);
  }

  remove(session: HttpSession): void {
    this.#byId.delete(session.id);
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
      else if (time - usedAt > limit) void session.close();
    }
  }
}

/** Such a timer keeps no process alive. */
function letGo(timer: unknown): void {
  (timer as { readonly unref?: () => void }).unref?.();
}
