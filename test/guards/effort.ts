/** How many values are judged per revision: MCP_GEN_RUNS multiplies it. */
export const valuesPerRevision: number =
  100_000 * Number(process.env["MCP_GEN_RUNS"] ?? 1);

/** Where random values start: MCP_GEN_SEED repeats a run. */
export const seed: number = Number(
  process.env["MCP_GEN_SEED"] ?? Date.now() % 2 ** 31,
);
