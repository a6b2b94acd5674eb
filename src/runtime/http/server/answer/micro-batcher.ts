import type { HttpServices } from "../services.ts";

/** Functions that not every platform has. */
interface Platform {
  readonly setImmediate?: (run: () => void) => unknown;
  readonly process?: { readonly nextTick?: (run: () => void) => void };
}

/** Calls back after everything that is at hand: after promises, before any timer. */
export function defer(run: () => void): void {
  const { setImmediate } = globalThis as Platform;
  if (setImmediate) setImmediate(run);
  else setTimeout(run, 0);
}

const settled = /* @__PURE__ */ Promise.resolve();

/** An answer that is not complete when its requests have been delivered. */
export interface PendingAnswer {
  /** True if it still has to be sent. */
  readonly isPending: boolean;
  /** Starts to observe the client. */
  watch(): void;
  /** Prepares for a handler that takes time. */
  wait(): void;
}

/**
 * Calls `watch` and `wait` of pending answers. Most handlers finish without a turn of
 * the event loop, as soon as the promises at hand have settled: then it calls neither.
 */
export class MicroBatcher {
  readonly #turns: HttpServices["turns"];
  #pending: PendingAnswer[] = [];

  constructor(turns: HttpServices["turns"]) {
    this.#turns = turns;
  }

  add(answer: PendingAnswer): void {
    if (this.#turns === "own") {
      answer.watch();
      defer(() => answer.wait());
      return;
    }
    // Ticks that promises schedule run after all of those promises.
    const { nextTick } = (globalThis as Platform).process ?? {};
    const check = (): void => this.#check(answer);
    if (nextTick) void settled.then(() => nextTick(check));
    else check();
  }

  #check(answer: PendingAnswer): void {
    if (!answer.isPending) return;
    answer.watch();
    if (this.#pending.push(answer) === 1) defer(this.#run);
  }

  readonly #run = (): void => {
    const pending = this.#pending;
    this.#pending = [];
    for (const answer of pending) answer.wait();
  };
}
