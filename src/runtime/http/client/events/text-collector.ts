/** How many pieces are kept before they are joined. */
const maxPieces = 1_000;

/**
 * Puts pieces of text together. Very many of them would take thirty times their
 * length, and each may hold on to the text that it was cut from: so they are
 * joined into blocks.
 */
export class TextCollector {
  #length = 0;
  #pieces: string[] = [];
  readonly #blocks: string[] = [];

  get length(): number {
    return this.#length;
  }

  add(piece: string): void {
    this.#length += piece.length;
    if (this.#pieces.push(piece) < maxPieces) return;
    this.#blocks.push(this.#pieces.join(""));
    this.#pieces = [];
  }

  /** All of it, once. */
  take(): string {
    const text = this.#blocks.join("") + this.#pieces.join("");
    this.#length = 0;
    this.#pieces = [];
    this.#blocks.length = 0;
    return text;
  }
}
