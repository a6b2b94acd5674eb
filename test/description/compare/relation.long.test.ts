import { expect, test } from "vitest";
import { seed } from "../../guards/effort.ts";
import { judgeChanges, judgeRandom } from "./random-relations.ts";

test(`what is proven is so, of many schemas (MCP_GEN_SEED=${seed})`, () => {
  const { proven, refuted } = judgeRandom(2000);
  expect(proven).toBeGreaterThan(300);
  expect(refuted).toBeGreaterThan(300);
});

test(`what is told to break nobody does not, of many schemas (MCP_GEN_SEED=${seed})`, () => {
  const { fine, grave } = judgeChanges(3000);
  expect(fine).toBeGreaterThan(200);
  expect(grave).toBeGreaterThan(200);
});
