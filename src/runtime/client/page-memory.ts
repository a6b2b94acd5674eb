import type { JsonObject } from "../protocol/message.ts";

/** Maximum number of pages in a row behind one cursor, which some servers send for all. */
const maxRepeats = 100;

/**
 * Remembers the pages of a list. A page that comes again, with the same cursor to the
 * next one, is a circle. A cursor alone may come again, but not without end.
 */
export class PageMemory {
  readonly #digests = new Set<string>();
  #last: unknown;
  #repeats = 0;

  /** True if the list goes round in a circle; this page is known from now on. */
  isCircle(items: unknown, { nextCursor }: JsonObject): boolean {
    this.#repeats = nextCursor === this.#last ? this.#repeats + 1 : 0;
    this.#last = nextCursor;
    if (this.#repeats > maxRepeats) return true;
    const digest = digestOf(JSON.stringify([nextCursor, items]));
    const { size } = this.#digests;
    return this.#digests.add(digest).size === size;
  }
}

/** Returns a short digest of a text. It resists chance, and not an attacker. */
function digestOf(text: string): string {
  let one = 0x811c9dc5;
  let other = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other + code, 0x5bd1e995) ^ (other >>> 15);
  }
  return `${one}/${other}`;
}
