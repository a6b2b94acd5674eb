import { toError } from "../../../protocol/errors.ts";

/** Role of a process for a stream that it renews. */
export type LeaseRole = "writer" | "reader";

/** Maximum number of streams per renewal. */
const maxAtOnce = 500;

/**
 * Renews the streams that this process writes or reads, so that idle ones do not expire while
 * it is alive.
 */
export class Leases {
  /** Roles of this process by stream. */
  readonly #names = new Map<string, Set<LeaseRole>>();
  readonly #renew: (names: readonly string[]) => Promise<readonly boolean[]>;
  readonly #everyMs: number;
  readonly #report: (error: Error) => void;
  readonly #closed: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    renew: (names: readonly string[]) => Promise<readonly boolean[]>,
    everyMs: number,
    report: (error: Error) => void,
    closed: AbortSignal,
  ) {
    this.#renew = renew;
    this.#everyMs = everyMs;
    this.#report = report;
    this.#closed = closed;
    closed.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  add(name: string, role: LeaseRole): void {
    const roles = this.#names.get(name) ?? new Set();
    this.#names.set(name, roles.add(role));
    this.#set();
  }

  /** Removes one role, or all. */
  delete(name: string, role?: LeaseRole): void {
    const roles = this.#names.get(name);
    if (role !== undefined) roles?.delete(role);
    if (role === undefined || roles?.size === 0) this.#names.delete(name);
  }

  /** Removes all streams of a session, by their prefix. */
  deleteAll(prefix: string): void {
    for (const name of this.#names.keys())
      if (name.startsWith(prefix)) this.#names.delete(name);
  }

  #set(): void {
    if (this.#timer !== undefined || this.#closed.aborted) return;
    this.#timer = setTimeout(() => void this.#run(), this.#everyMs);
    this.#timer.unref();
  }

  async #run(): Promise<void> {
    const all = [...this.#names.keys()];
    try {
      for (let at = 0; at < all.length; at += maxAtOnce) {
        const names = all.slice(at, at + maxAtOnce);
        const there = await this.#renew(names);
        for (const [index, name] of names.entries())
          if (there[index] === false) this.#names.delete(name);
      }
    } catch (error) {
      this.#report(toError(error));
    }
    this.#timer = undefined;
    if (this.#names.size > 0) this.#set();
  }
}
