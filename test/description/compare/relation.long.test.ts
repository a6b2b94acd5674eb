import { expect, test } from "vitest";
import { seed } from "../../guards/effort.ts";
import { judgeRandom } from "./random-relations.ts";

test(`what is proven is so, of many schemas (MCP_GEN_SEED=${seed})`, () => {
  const { proven, refuted } = judgeRandom(8000);
  expect(proven).toBeGreaterThan(1000);
  expect(refuted).toBeGreaterThan(1000);
});
