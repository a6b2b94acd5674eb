import { expect, test } from "vitest";
import { caseNames, expectGolden, parseCase } from "../../support/cases.ts";

for (const name of caseNames("schema/cases")) {
  test(`the declarations of ${name}`, () => {
    const { declarations, diagnostics } = parseCase("schema/cases", name);
    expect(diagnostics).toEqual([]);
    const text = `${JSON.stringify(declarations, null, 2)}\n`;
    expectGolden(`schema/cases/${name}/expected/declarations.json`, text);
  });
}
