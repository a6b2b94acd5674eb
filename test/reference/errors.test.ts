import { describe, expect, it } from "vitest";
import { allowInvalid } from "../support/wire-check.ts";
import { errorExamples, printedBy } from "./error-examples.ts";

const light = errorExamples().filter(({ isHeavy }) => !isHeavy);

describe("the example of", () => {
  it.each(light)("$name prints what the page says", async (example) => {
    if (example.name === "InvalidMessageError")
      allowInvalid("the server sends what is wrong, unchecked");
    expect(await printedBy(example)).toBe(example.printed);
  });
});
