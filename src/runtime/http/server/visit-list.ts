import type { HttpCall } from "./visit.ts";

/** Where a call stands in a list. */
export interface CallPlace {
  readonly call: HttpCall;
  before: CallPlace | undefined;
  after: CallPlace | undefined;
}

/**
 * Calls in the order in which they came. A Set would have to hash each of them
 * first, which takes much longer than to link it.
 */
export class CallList {
  #first: CallPlace | undefined;
  #last: CallPlace | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): HttpCall | undefined {
    return this.#first?.call;
  }

  /** The first call of which something is true. */
  find<Found extends HttpCall>(
    isWanted: (call: HttpCall) => call is Found,
  ): Found | undefined {
    for (let place = this.#first; place; place = place.after)
      if (isWanted(place.call)) return place.call;
    return undefined;
  }

  /** Puts a call at the end; a call is in one list at most. */
  add(call: HttpCall): void {
    const before = this.#last;
    const place = { call, before, after: undefined };
    if (before) before.after = place;
    else this.#first = place;
    this.#last = place;
    call.place = place;
    this.#size++;
  }

  /** Takes a call out, if it is there. */
  delete(call: HttpCall): void {
    const { place } = call;
    if (!place) return;
    const { before, after } = place;
    if (before) before.after = after;
    else this.#first = after;
    if (after) after.before = before;
    else this.#last = before;
    call.place = undefined;
    this.#size--;
  }
}
