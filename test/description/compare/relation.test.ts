import { expect, test } from "vitest";
import { seed } from "../../guards/effort.ts";
import { judgeChanges, judgeRandom } from "./random-relations.ts";

test(`what is proven is so, of random schemas (MCP_GEN_SEED=${seed})`, () => {
  const { proven, refuted } = judgeRandom(40);
  // Both are met often enough to say something.
  expect(proven).toBeGreaterThan(3);
  expect(refuted).toBeGreaterThan(3);
});

test(`what is told to break nobody does not, of random schemas (MCP_GEN_SEED=${seed})`, () => {
  const { fine, grave } = judgeChanges(40);
  expect(fine).toBeGreaterThan(3);
  expect(grave).toBeGreaterThan(3);
});
