/** Work that is done in turn for each name, and at once for different ones. */
export class Rows {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs work when all that came before it for the same name has ended. */
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const done = before.then(work);
    const settled = done.then(
      () => {},
      () => {},
    );
    this.#last.set(name, settled);
    void settled.then(() => {
      if (this.#last.get(name) === settled) this.#last.delete(name);
    });
    return done;
  }

  /** Resolves when nothing is left to do. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }
}
