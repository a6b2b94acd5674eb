import { ListedFiles } from "../../base/watch-files/listed-files.ts";

/** The files that are watched, and those of them that have changed since it was last asked. */
export class Changes {
  readonly #files: ListedFiles;
  #changed = new Set<string>();
  #wake: (() => void) | undefined;

  constructor() {
    this.#files = new ListedFiles((paths) => {
      for (const path of paths) this.#changed.add(path);
      this.#wake?.();
    });
  }

  /**
   * From now on these files count, each from the state on that stands with it; and those that
   * we have written from the state on in which we left them.
   */
  list(
    files: ReadonlyMap<string, string>,
    written: ReadonlyMap<string, string>,
  ): void {
    this.#files.list(files, written);
  }

  /** Those that have changed, as soon as there are any; none where `stopped` comes first. */
  async next(stopped: Promise<void>): Promise<ReadonlySet<string>> {
    if (this.#changed.size === 0)
      await Promise.race([
        stopped,
        new Promise<void>((resolve) => (this.#wake = resolve)),
      ]);
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  close(): void {
    this.#files.close();
  }
}
