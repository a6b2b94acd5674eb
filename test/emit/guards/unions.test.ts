import { check } from "prettier";
import { expect, test } from "vitest";
import { readTape, tapes } from "../../schema/corpus/tape.ts";
import { compare, judgedTypes } from "./agreement.ts";
import { emitGuards } from "./emitted.ts";
import { endlessCheck } from "./progress.ts";
import { protocolOf } from "./protocols.ts";
import { nearMutations, randomUnions } from "./random-unions.ts";
import { fc, runs, seed } from "../../support/random.ts";

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

/** Types that lead to one another from every member, and to themselves twice. */
const crowded = `
export interface A { a: 1; kid: Any | null; }
export interface B { a: 2; kid: Any | null; left: Any | null; }
export interface C { a: 3; kid?: Both; }
export type Both = (A & B) | { a: 4; kid?: Both | Any } | C;
export type Any = B | A[] | (Both & Both);`;

test("judging a type that leads to itself from many members stays cheap", async () => {
  const types = await judgedTypes(protocolOf(crowded));
  const judged = types.find(({ name }) => name === "Any");
  let value: unknown = { a: 5 };
  let reads = 0;
  const count: ProxyHandler<object> = {
    get(target, key, receiver) {
      reads++;
      return Reflect.get(target, key, receiver) as unknown;
    },
  };
  for (let depth = 0; depth < 4; depth++)
    value = new Proxy({ a: 4, kid: value, left: null }, count);
  expect(judged?.ajv(value)).toBe(false);
  expect(reads).toBeLessThan(10_000);
});
