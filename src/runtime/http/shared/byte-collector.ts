/**
 * Puts chunks of bytes together. From the second chunk on they are copied into
 * one buffer that doubles: chunks of one byte each would take a hundred times
 * their length.
 */
export class ByteCollector {
  #length = 0;
  #bytes: Uint8Array | undefined;

  get length(): number {
    return this.#length;
  }

  /** The bytes that it takes, with those that are still free. */
  get capacity(): number {
    return this.#bytes?.byteLength ?? 0;
  }

  add(chunk: Uint8Array): void {
    const start = this.#length;
    this.#length += chunk.byteLength;
    if (this.#bytes === undefined) this.#bytes = chunk;
    else this.#reserve(this.#bytes, start).set(chunk, start);
  }

  /** All of it, or undefined when nothing came. */
  take(): Uint8Array | undefined {
    // Another view would take longer to make than to read.
    return this.#bytes?.byteLength === this.#length
      ? this.#bytes
      : this.#bytes?.subarray(0, this.#length);
  }

  #reserve(bytes: Uint8Array, used: number): Uint8Array {
    if (bytes.byteLength >= this.#length) return bytes;
    const larger = new Uint8Array(2 * this.#length);
    larger.set(bytes.subarray(0, used));
    this.#bytes = larger;
    return larger;
  }
}
