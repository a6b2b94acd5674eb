import { expect, test } from "vitest";
import { seed } from "../../guards/effort.ts";
import { judgeRandom } from "./random-relations.ts";

test(`what is proven is so, of random schemas (MCP_GEN_SEED=${seed})`, () => {
  const { proven, refuted } = judgeRandom(150);
  // Both are met often enough to say something.
  expect(proven).toBeGreaterThan(15);
  expect(refuted).toBeGreaterThan(15);
});
