import { expect, test } from "vitest";
import { caseNames, expectGolden, parseCase } from "../../support/cases.ts";

for (const name of caseNames("cases")) {
  test(`the declarations of ${name}`, () => {
    const { declarations, diagnostics } = parseCase("cases", name);
    expect(diagnostics).toEqual([]);
    const text = `${JSON.stringify(declarations, null, 2)}\n`;
    expectGolden(`cases/${name}/expected/declarations.json`, text);
  });
}
