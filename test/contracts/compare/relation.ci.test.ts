import { expect, test } from "vitest";
import { judgeChanges, judgeRandom } from "./random-relations.ts";
import { seed } from "../../support/random.ts";

test(`what is proven is so, of many schemas (MCP_GEN_SEED=${seed})`, () => {
  const { proven, refuted } = judgeRandom(1500);
  expect(proven).toBeGreaterThan(200);
  expect(refuted).toBeGreaterThan(200);
});

test(`what is told to break nobody does not, of many schemas (MCP_GEN_SEED=${seed})`, () => {
  const { fine, grave } = judgeChanges(1500);
  expect(fine).toBeGreaterThan(100);
  expect(grave).toBeGreaterThan(100);
});
