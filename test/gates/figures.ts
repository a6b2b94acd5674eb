import path from "node:path";
import { fileURLToPath } from "node:url";
import { BundleSource } from "./bundle-source.ts";
import {
  roundCalls,
  type EnteredFunction,
  type Observation,
} from "./programs/probe.ts";

/** Cost of one call in a scenario. */
export interface Figures {
  /** Bytes that are allocated on the heap. */
  readonly bytes: number;
  /** Entries of functions by file and name, such as `src/file.ts name`. */
  readonly functions: ReadonlyMap<string, number>;
}

export function countFunctions({ functions }: Figures): number {
  return [...functions.values()].reduce((sum, count) => sum + count, 0);
}

/**
 * Returns the cost of one call. Rounds differ if a timer fires in one of them, so
 * bytes are the median, and functions count as often as each call enters them.
 */
export function figuresOf(
  { heap, functions }: Observation,
  repository: string,
): Figures {
  const sources = new Sources(repository);
  const rounds = functions.map((entered) => countByName(entered, sources));
  const counts = [...(rounds[0]?.keys() ?? [])].map((name) => {
    const least = Math.min(...rounds.map((round) => round.get(name) ?? 0));
    return [name, Math.floor(least / roundCalls.functions)] as const;
  });
  return {
    bytes: heap.toSorted((a, b) => a - b)[heap.length >> 1] ?? NaN,
    functions: new Map(counts.filter(([, count]) => count > 0)),
  };
}

/** Name of all functions of packages, such as zod. */
const ofPackages = "packages (all)";

function countByName(
  entered: readonly EnteredFunction[],
  sources: Sources,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const entry of entered) {
    const name = sources.nameOf(entry);
    if (name !== undefined)
      counts.set(name, (counts.get(name) ?? 0) + entry.count);
  }
  return counts;
}

class Sources {
  readonly #repository: string;
  readonly #bundles = new Map<string, BundleSource>();

  constructor(repository: string) {
    this.#repository = repository;
  }

  /** Returns undefined for functions of the measured programs. */
  nameOf({ url, name, offset }: EnteredFunction): string | undefined {
    // zod compiles its parsers from strings.
    if (url === "") return ofPackages;
    const file = fileURLToPath(url);
    const bundle = this.#bundles.get(url) ?? new BundleSource(file);
    this.#bundles.set(url, bundle);
    const source = path.relative(
      this.#repository,
      path.resolve(path.dirname(file), bundle.find(offset) ?? file),
    );
    const [top = ""] = source.split(path.sep);
    if (top === "test") return undefined;
    if (top !== "src" && top !== "generated") return ofPackages;
    // The bundler adds digits to names that two modules use.
    const stem = name.replace(/\d+$/, "") || "(anonymous)";
    return `${source.replaceAll(path.sep, "/")} ${stem}`;
  }
}
