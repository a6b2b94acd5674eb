/**
 * What random tests may spend: `npm test` draws a share of their values, `npm run
 * test:long` all of them, and ten times that with FULL=1. MCP_GEN_RUNS is another
 * factor for either.
 */
export const factor: number = Number(process.env["MCP_GEN_RUNS"] ?? 1);

/** How many of so many runs a random test makes in this part of the suite. */
export function runs(all: number): number {
  return Math.max(1, Math.ceil(all * factor));
}
