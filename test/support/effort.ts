/**
 * What random tests may spend: `npm test` draws a share of their values, `npm run
 * test:long` all of them, and ten times that with FULL=1. MCP_GEN_RUNS is another
 * factor for either.
 */
export const factor: number = Number(process.env["MCP_GEN_RUNS"] ?? 1);

/**
 * How many of so many runs a random test makes in this part of the suite; never
 * fewer than those without which it says nothing.
 */
export function runs(all: number, least = 1): number {
  return Math.max(least, Math.ceil(all * factor));
}

/** Whether this is the part that spends all: it takes every pair, where `npm test` takes neighbours. */
export const isWhole: boolean = factor >= 1;
