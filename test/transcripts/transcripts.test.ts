import { describe, expect, test } from "vitest";
import { allowInvalid } from "../support/wire-check.ts";
import { clientHttpScenarios } from "./client/http-scenarios.ts";
import { clientLineScenarios } from "./client/line-scenarios.ts";
import { httpScenarios } from "./http/scenarios.ts";
import { normalise } from "./recording/normalise.ts";
import { recorded, strayRecordings } from "./recording/recorded.ts";
import { createTranscript } from "./recording/transcript.ts";
import { lineScenarios, stdioScenarios } from "./server/scenarios.ts";

const scenarios = [
  ...lineScenarios,
  ...stdioScenarios,
  ...httpScenarios,
  ...clientLineScenarios,
  ...clientHttpScenarios,
];

/**
 * What goes over the wire, byte for byte but for ids, ports and dates. With
 * UPDATE_TRANSCRIPTS=1 the recordings are written anew: read their difference.
 */
describe("what goes over the wire is what was recorded", () => {
  test.each(scenarios)("$name", async ({ name, invalid, play }) => {
    if (invalid !== undefined) allowInvalid(invalid);
    const transcript = createTranscript();
    await play(transcript);
    const text = normalise(transcript.text());
    expect(text).toBe(recorded(name, text));
  });

  test("of all that is recorded, and of nothing else", () => {
    const names = scenarios.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(strayRecordings(names)).toEqual([]);
  });
});
