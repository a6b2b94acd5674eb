/** Files that have changed since it was last asked. */
export class Changes {
  #path: string | undefined;
  #wake: ((path: string) => void) | undefined;
  #waiting: Promise<string> | undefined;

  add(path: string): void {
    if (this.#wake) {
      this.#wake(path);
      this.#wake = undefined;
      this.#waiting = undefined;
    } else this.#path ??= path;
  }

  /** The first of them, or the next one: one promise, however often it is asked for. */
  next(): Promise<string> {
    if (this.#path !== undefined) {
      const path = this.#path;
      this.#path = undefined;
      return Promise.resolve(path);
    }
    this.#waiting ??= new Promise((resolve) => {
      this.#wake = resolve;
    });
    return this.#waiting;
  }
}
