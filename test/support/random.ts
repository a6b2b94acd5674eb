/**
 * Random values of tests. `npm test` and `npm run test:ci` draw the same values each time;
 * `npm run test:long` draws more of them, from a new seed, which it prints.
 */
import fc from "fast-check";

/** Seed of every random value of the run; MCP_GEN_SEED repeats one. */
export const seed: number = Number(process.env["MCP_GEN_SEED"] ?? 1);

fc.configureGlobal({ seed });

/** Factor on the number of runs: 0.15 in `npm test`, 1 in the long tier, 10 with FULL=1. */
export const factor: number = Number(process.env["MCP_GEN_RUNS"] ?? 1);

/**
 * Number of runs that a random test makes, of `all` that it makes in the long tier; at
 * least `least`, without which it says nothing.
 */
export function runs(all: number, least = 1): number {
  return Math.max(least, Math.ceil(all * factor));
}

/** True in the long tier, which tries every pair where the others try neighbours. */
export const isWhole: boolean = factor >= 1;

export { fc };
