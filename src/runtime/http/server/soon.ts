import type { HttpServices } from "./services.ts";

interface Immediate {
  readonly setImmediate?: (run: () => void) => unknown;
}

/** Calls back behind everything that is at hand: behind promises, before any timer. */
export function soon(run: () => void): void {
  // Not every platform has it.
  const { setImmediate } = globalThis as Immediate;
  if (setImmediate) setImmediate(run);
  else setTimeout(run, 0);
}

/** Does the same to all that came up in one go, with one call back where turns are shared. */
export class Soon<Item> {
  readonly #visit: (item: Item) => void;
  readonly #turns: HttpServices["turns"];
  #items: Item[] = [];

  constructor(visit: (item: Item) => void, turns: HttpServices["turns"]) {
    this.#visit = visit;
    this.#turns = turns;
  }

  add(item: Item): void {
    if (this.#turns === "own") soon(() => this.#visit(item));
    else if (this.#items.push(item) === 1) soon(this.#run);
  }

  readonly #run = (): void => {
    const items = this.#items;
    this.#items = [];
    for (const item of items) this.#visit(item);
  };
}
