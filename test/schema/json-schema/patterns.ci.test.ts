import { expect, it } from "vitest";
import { readSchema } from "../../../src/schema/json-schema/index.ts";
import { createPatternJudge } from "../../../src/schema/json-schema/patterns/judge.ts";
import { costOf } from "../../support/cost.ts";

it("a pattern is judged together with all others in bounded time", async () => {
  const patterns = Array.from(
    { length: 3_000 },
    (_, at) => `^(?:[a-z]{1,63}\\.){1,8}[a-z]{2,${at + 2}}$`,
  );
  const reasons: unknown[] = [];
  const cost = await costOf(() => {
    const { unchecked } = readSchema({
      allOf: patterns.map((pattern) => ({ pattern })),
    });
    reasons.push(unchecked.at(-1)?.reason);
  });
  expect(cost).toBeLessThan(4_000);
  expect(reasons[0]).toContain("it takes too long to judge");
  // In schemas of their own, too.
  const judgePattern = createPatternJudge();
  const documents = patterns.map((pattern) =>
    readSchema({ pattern }, { judgePattern }),
  );
  const kinds = documents.map((one) => one.unchecked.length);
  expect([kinds[0], kinds.at(-1)]).toEqual([0, 1]);
});
