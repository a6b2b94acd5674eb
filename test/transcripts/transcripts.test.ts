import { describe, expect, test } from "vitest";
import { clientHttpScenarios } from "./client/http-scenarios.ts";
import { clientLineScenarios } from "./client/line-scenarios.ts";
import { httpScenarios } from "./http/scenarios.ts";
import { strayRecordings } from "./recording/recorded.ts";
import { expectRecorded } from "./recording/expect-recorded.ts";
import { lineScenarios, stdioScenarios } from "./server/scenarios.ts";

// Servers that are programs are in the CI tier: they start one for each part.
const inProcess = [
  ...lineScenarios,
  ...httpScenarios,
  ...clientLineScenarios,
  ...clientHttpScenarios,
];
const scenarios = [...inProcess, ...stdioScenarios];
const isUpdate = process.env["UPDATE_TRANSCRIPTS"] === "1";

/**
 * What goes over the wire, byte for byte but for ids, ports and dates. With
 * UPDATE_TRANSCRIPTS=1 the recordings are written anew: read their difference.
 */
describe("what goes over the wire is what was recorded", () => {
  test.each(isUpdate ? scenarios : inProcess)("$name", expectRecorded);

  test("of all that is recorded, and of nothing else", () => {
    const names = scenarios.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(strayRecordings(names)).toEqual([]);
  });
});
