/** Where random values start: MCP_GEN_SEED repeats a run. */
export const seed: number = Number(
  process.env["MCP_GEN_SEED"] ?? Date.now() % 2 ** 31,
);
