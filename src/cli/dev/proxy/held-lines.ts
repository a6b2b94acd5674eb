/** How much waits for a server that starts, in characters. */
const limit = 64 * 1024 * 1024;

/** What a client says while no server listens. */
export class HeldLines {
  #lines: string[] = [];
  #size = 0;

  /** Whether there was room. */
  add(line: string): boolean {
    if (this.#size + line.length > limit) return false;
    this.#size += line.length;
    this.#lines.push(line);
    return true;
  }

  take(): string[] {
    const lines = this.#lines;
    this.#lines = [];
    this.#size = 0;
    return lines;
  }
}
