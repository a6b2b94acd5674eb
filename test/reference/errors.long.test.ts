import { describe, expect, it } from "vitest";
import { errorExamples, printedBy } from "./error-examples.ts";

const heavy = errorExamples().filter(({ isHeavy }) => isHeavy);

describe("the example of", () => {
  it.each(heavy)("$name prints what the page says", async (example) => {
    expect(await printedBy(example)).toBe(example.printed);
  });
});
