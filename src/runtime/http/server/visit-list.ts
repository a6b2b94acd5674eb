import type { Visit } from "./visit.ts";

/**
 * Visits in the order in which they came. A Set would have to hash each of them
 * first, which takes much longer than to link it.
 */
export class VisitList {
  #first: Visit["place"];
  #last: Visit["place"];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): Visit | undefined {
    return this.#first?.visit;
  }

  /** The first visit of which something is true. */
  find<Found extends Visit>(
    isWanted: (visit: Visit) => visit is Found,
  ): Found | undefined {
    for (let place = this.#first; place; place = place.after)
      if (isWanted(place.visit)) return place.visit;
    return undefined;
  }

  /** Does something with each visit; what it does may take that one out. */
  forEach(act: (visit: Visit) => void): void {
    for (let place = this.#first; place;) {
      const { visit, after } = place;
      act(visit);
      place = after;
    }
  }

  /** Puts a visit at the end; a visit is in one list at most. */
  add(visit: Visit): void {
    const before = this.#last;
    const place = { visit, before, after: undefined };
    if (before) before.after = place;
    else this.#first = place;
    this.#last = place;
    visit.place = place;
    this.#size++;
  }

  /** Takes a visit out, if it is there. */
  delete(visit: Visit): void {
    const { place } = visit;
    if (!place) return;
    const { before, after } = place;
    if (before) before.after = after;
    else this.#first = after;
    if (after) after.before = before;
    else this.#last = before;
    visit.place = undefined;
    this.#size--;
  }
}
