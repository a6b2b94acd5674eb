import { toError } from "../../../protocol/errors.ts";

/** Why a process keeps a stream on. */
export type LeaseRole = "writer" | "reader";

/** How many are kept on at once. */
const maxAtOnce = 500;

/**
 * The streams that this process writes or reads, however quiet they are: it keeps them
 * on as long as it lives.
 */
export class Leases {
  /** What it is of each: its writer, a reader, or both. */
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

  /** Ends one role, or all of them. */
  delete(name: string, role?: LeaseRole): void {
    const roles = this.#names.get(name);
    if (role !== undefined) roles?.delete(role);
    if (role === undefined || roles?.size === 0) this.#names.delete(name);
  }

  /** Those of a session, by what their names begin with. */
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
