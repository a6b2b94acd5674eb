import { expect, test } from "vitest";
import { compareWithCompiler } from "./compiler-agreement.ts";

test("guards and compiler agree on random types that are emitted", async () => {
  const { disagreements, problems, ...counts } = await compareWithCompiler(
    11,
    120,
    10,
  );
  expect({ disagreements, problems }).toEqual({
    disagreements: [],
    problems: [],
  });
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(30);
});
