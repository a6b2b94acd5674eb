import fc from "fast-check";
import { check } from "prettier";
import { expect, test } from "vitest";
import { readTape, tapes } from "../corpus/tape.ts";
import { compare, judgedTypes } from "./agreement.ts";
import { seed } from "./effort.ts";
import { emitGuards } from "./emitted.ts";
import { endlessCheck } from "./progress.ts";
import { protocolOf } from "./protocols.ts";
import { nearMutations, randomUnions } from "./random-unions.ts";
import { runs } from "../support/effort.ts";

/** How many schemas are judged. */
const schemas = runs(40);

test(
  `guards of random unions, seed ${seed}, agree with ajv`,
  { timeout: Math.max(60_000, 2_000 * schemas) },
  async () => {
    const property = fc.asyncProperty(tapes, async (tape) => {
      const text = randomUnions(readTape(tape));
      const protocol = protocolOf(text);
      const guards = emitGuards(protocol).text;
      expect(endlessCheck(guards), text).toBeUndefined();
      expect(await check(guards, { parser: "babel" }), guards).toBe(true);
      for (const type of await judgedTypes(protocol))
        expect(
          () => compare(type, 300, seed, nearMutations),
          text,
        ).not.toThrow();
    });
    await fc.assert(property, { seed, numRuns: schemas, endOnFailure: true });
  },
);
