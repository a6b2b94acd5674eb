import { resolve } from "node:path";
import { regenerate, type GenerateReport } from "../api/generate.ts";
import { createMemory, type Memory } from "../api/memory.ts";
import type { GenerateOptions } from "../api/options.ts";
import { OutputError } from "../../emit/output/index.ts";
import { stampOf } from "../../base/watch-files/stamp.ts";

/** An output folder, of what it is generated, and the files that say so. */
export interface WatchedOutput {
  /** The folder, as messages call it. */
  readonly out: string;
  readonly options: GenerateOptions & { readonly out: string };
  /** The files that were named for it: schemas, facts, models, and what names them. */
  readonly files: readonly string[];
  /** Called when it is generated; gives the files that were written then, besides the output. */
  readonly generated?: () => readonly string[];
}

/** An output folder between its turns: what was read for it, and what of that is kept. */
export class Output {
  readonly #memory: Memory;
  #named: readonly string[] = [];
  #written: ReadonlyMap<string, string> = new Map();
  /** The files that nobody has named, and their states before they were read. */
  #found = new Map<string, string>();

  constructor() {
    this.#memory = createMemory((path) => this.#look(path));
  }

  /** Whether it depends on one of these files. */
  dependsOn(paths: readonly string[]): boolean {
    return paths.some(
      (path) => this.#named.includes(path) || this.#found.has(path),
    );
  }

  /** The files that were found by reading, and the state of each before that. */
  get found(): ReadonlyMap<string, string> {
    return this.#found;
  }

  /** The files that it has written besides, in its last turn, and their states after that. */
  get written(): ReadonlyMap<string, string> {
    return this.#written;
  }

  /** Generates it anew. Throws what `generate` throws. */
  async generate(planned: WatchedOutput): Promise<GenerateReport> {
    const { options, files } = planned;

    this.#named = files;
    this.#found = new Map();
    this.#written = new Map();
    try {
      const report = await regenerate(options, this.#memory);
      const written = planned.generated?.() ?? [];
      this.#written = new Map(written.map((path) => [path, stampOf(path)]));
      return report;
    } catch (error) {
      // As soon as they are as they were, it can go on.
      if (error instanceof OutputError)
        for (const path of error.paths) this.#look(resolve(options.out, path));
      throw error;
    }
  }

  #look(path: string): void {
    if (!this.#found.has(path)) this.#found.set(path, stampOf(path));
  }
}
