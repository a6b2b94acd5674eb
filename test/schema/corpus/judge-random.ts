import { expect } from "vitest";
import { parseSchema } from "../../../src/schema/parse/index.ts";
import { fc, runs } from "../../support/random.ts";
import { refusals } from "./compiler.ts";
import { asSent, protocolOf, type Judge } from "./judges.ts";
import { randomSchema } from "./random-schema.ts";
import { readTape, tapes } from "./tape.ts";

/** The same schemas in every run, unless MCP_GEN_SEED asks for others. */
export const seed = Number(process.env["MCP_GEN_SEED"] ?? 1);

/** Lets a judge see random schemas that the compiler accepts, `count` in the long tier. */
export async function judgeRandom(count: number, judge: Judge): Promise<void> {
  let judged = 0;
  const property = fc.asyncProperty(tapes, async (tape) => {
    const text = randomSchema(readTape(tape));
    fc.pre(isAccepted(text));
    judged++;
    const problems = await judge({ text, protocol: protocolOf(text) });
    expect(problems, text).toEqual([]);
  });
  await fc.assert(property, { seed, numRuns: runs(count) });
  expect(judged).toBeGreaterThanOrEqual(runs(count));
}

/** Whether the compiler accepts a schema; then there must be nothing to report either. */
function isAccepted(text: string): boolean {
  if (refusals({ "/schema.ts": asSent(text) }).length > 0) return false;
  const { diagnostics } = parseSchema({ path: "schema.ts", text });
  expect(diagnostics, text).toEqual([]);
  return true;
}
