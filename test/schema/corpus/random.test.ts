import { describe, expect, test } from "vitest";
import { parseSchema } from "../../../src/schema/parse/index.ts";
import { refusals } from "./compiler.ts";
import {
  asSent,
  compiles,
  formatted,
  guardsAgree,
  protocolOf,
  roundTrip,
  sameTypes,
  type Judge,
} from "./judges.ts";
import { published } from "./published.ts";
import { randomSchema } from "./random-schema.ts";
import { readTape, tapes } from "./tape.ts";
import { fc, runs } from "../../support/random.ts";

/** The same schemas in every run, unless MCP_GEN_SEED asks for others. */
const seed = Number(process.env["MCP_GEN_SEED"] ?? 1);

/** How many schemas each judge sees. */
const judges: readonly [string, number, Judge][] = [
  ["is read back from its types", 40, roundTrip],
  ["keeps its types", 10, sameTypes],
  ["becomes code that compiles", 2, compiles],
  ["becomes files that are formatted", 8, formatted],
  ["becomes guards that agree with ajv", 8, guardsAgree],
  ["becomes the published JSON Schema", 10, published],
];

describe(`a random schema, seed ${seed}`, () => {
  test.each(judges)(
    "%s",
    { timeout: runs(60_000, 60_000) },
    async (_, count, judge) => {
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
    },
  );
});

describe("a judge", () => {
  const text = "export interface Thing { name: string }";
  const protocol = protocolOf(text.replace("string", "number"));

  test.each<[string, Judge]>([
    ["of types", sameTypes],
    ["of the JSON Schema", published],
  ])("%s finds what is not the schema's", async (_, judge) => {
    expect(await judge({ text, protocol: protocolOf(text) })).toEqual([]);
    expect(await judge({ text, protocol })).toHaveLength(1);
  });
});

/** Whether the compiler accepts a schema; then there must be nothing to report either. */
function isAccepted(text: string): boolean {
  if (refusals({ "/schema.ts": asSent(text) }).length > 0) return false;
  const { diagnostics } = parseSchema({ path: "schema.ts", text });
  expect(diagnostics, text).toEqual([]);
  return true;
}
