import { describe, expect, it } from "vitest";
import { errorExamples, exampleOf, printedBy } from "./error-examples.ts";

const heavy = errorExamples().filter(({ isHeavy }) => isHeavy);

describe("the example of", () => {
  it.each(heavy)("$name prints what the page says", async (example) => {
    expect(await printedBy(example)).toBe(example.printed);
  });
});

it("the program of the page of protocol.json prints what the page says", async () => {
  const example = exampleOf("docs/reference/protocol-json.md");
  expect(await printedBy(example)).toBe(example.printed);
});
