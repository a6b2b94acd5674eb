/** When a burst of changes is over, in milliseconds. */
export interface BurstTimes {
  /** How long nothing may change: editors write a file in steps. */
  readonly quiet: number;
  /** How long it lasts at most. */
  readonly longest: number;
}

/** Gathers the paths that change at once, and tells of them when that is over. */
export class Burst {
  readonly #times: BurstTimes;
  readonly #over: (paths: ReadonlySet<string>) => void;
  #paths = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #end = Infinity;

  constructor(times: BurstTimes, over: (paths: ReadonlySet<string>) => void) {
    this.#times = times;
    this.#over = over;
  }

  add(path: string): void {
    const { quiet, longest } = this.#times;
    if (this.#paths.size === 0) this.#end = performance.now() + longest;
    this.#paths.add(path);
    clearTimeout(this.#timer);
    const left = Math.max(0, this.#end - performance.now());
    this.#timer = setTimeout(() => this.#tell(), Math.min(quiet, left));
  }

  /** Forgets what has changed, and tells nothing. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#paths = new Set();
  }

  #tell(): void {
    const paths = this.#paths;
    this.#paths = new Set();
    this.#over(paths);
  }
}
