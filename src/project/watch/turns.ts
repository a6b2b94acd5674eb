import type { GenerateReport } from "../api/generate.ts";
import { stampOf, stampSince } from "../../base/watch-files/stamp.ts";
import { inputPaths } from "../api/options.ts";
import { Output, type WatchedOutput } from "./output.ts";

/** What became of an output at the start, or after a change. */
export type Turn = {
  /** The files that have changed, sorted; none at the start. */
  readonly changed: readonly string[];
  /** How long it took, in milliseconds. */
  readonly took: number;
} & (
  | {
      readonly kind: "generated";
      readonly out: string;
      readonly report: GenerateReport;
    }
  | {
      readonly kind: "failed";
      /** The output that stays as it is; every one of them where it is absent. */
      readonly out?: string;
      readonly error: unknown;
    }
);

/** What turns have of the world. */
export interface TurnsIo {
  /** What to generate, as it is asked for now. Throws where that cannot be told. */
  plan(): Promise<readonly WatchedOutput[]>;
  /** The files that say so. */
  readonly files: readonly string[];
  /** Told of each output in turn. */
  turned(turn: Turn): void;
  /** Ends it between two outputs. */
  readonly signal: AbortSignal;
}

/** The outputs, turn by turn. */
export class Turns {
  readonly #io: TurnsIo;
  #outputs: ReadonlyMap<string, Output> = new Map();
  /** The files that count, each with its state before it was read. */
  #files: ReadonlyMap<string, string> = new Map();

  #written: ReadonlyMap<string, string> = new Map();

  constructor(io: TurnsIo) {
    this.#io = io;
  }

  get files(): ReadonlyMap<string, string> {
    return this.#files;
  }

  /** The files among them that the last turn has written itself, as it left them. */
  get written(): ReadonlyMap<string, string> {
    return this.#written;
  }

  /** Generates what depends on the files that have changed: all at the start. */
  async next(changed?: ReadonlySet<string>): Promise<void> {
    const start = Date.now();
    const paths = [...(changed ?? [])].sort();
    const before = new Map(
      [...this.#io.files, ...this.#files.keys()].map((path) => [
        path,
        stampOf(path),
      ]),
    );
    this.#written = new Map();
    const planned = await this.#plan(paths);
    if (planned === undefined) {
      this.#files = before;
      return;
    }
    const named = [...this.#io.files, ...planned.flatMap(({ files }) => files)];
    const unread = new Set(
      planned.flatMap(({ options }) => inputPaths(options)),
    );
    const stamps = new Map(
      named.map((path) => [
        path,
        before.get(path) ??
          (unread.has(path) ? stampOf(path) : stampSince(path, start)),
      ]),
    );
    const isAll = paths.length === 0 || this.#io.files.some(isIn(paths));
    const earlier = this.#outputs;
    this.#outputs = new Map(
      planned.map(({ options: { out } }) => [
        out,
        earlier.get(out) ?? new Output(),
      ]),
    );
    const written = new Map<string, string>();
    for (const one of planned) {
      const output = this.#outputs.get(one.options.out);
      if (output === undefined || this.#io.signal.aborted) continue;
      const isNew = !earlier.has(one.options.out);
      if (isAll || isNew || output.dependsOn(paths)) {
        await this.#generate(output, one, paths);
        for (const [path, stamp] of output.written) written.set(path, stamp);
      }
      for (const [path, stamp] of output.found)
        if (!stamps.has(path)) stamps.set(path, stamp);
    }
    this.#files = stamps;
    this.#written = written;
  }

  async #plan(
    changed: readonly string[],
  ): Promise<readonly WatchedOutput[] | undefined> {
    const start = performance.now();
    try {
      return await this.#io.plan();
    } catch (error) {
      const took = performance.now() - start;
      this.#io.turned({ kind: "failed", changed, took, error });
      return undefined;
    }
  }

  async #generate(
    output: Output,
    planned: WatchedOutput,
    changed: readonly string[],
  ): Promise<void> {
    const { out } = planned;
    const start = performance.now();
    const result = await output.generate(planned).then(
      (report) => ({ kind: "generated", report }) as const,
      (error: unknown) => ({ kind: "failed", error }) as const,
    );
    if (this.#io.signal.aborted) return;
    this.#io.turned({
      out,
      changed,
      took: performance.now() - start,
      ...result,
    });
  }
}

function isIn(paths: readonly string[]): (path: string) => boolean {
  return (path) => paths.includes(path);
}
