import { expect } from "vitest";
import { allowInvalid } from "../../support/wire-check.ts";
import { normalise } from "./normalise.ts";
import { recorded } from "./recorded.ts";
import type { Scenario } from "./scenario.ts";
import { createTranscript } from "./transcript.ts";

/** Plays a scenario, and compares what goes over the wire with its recording. */
export async function expectRecorded(scenario: Scenario): Promise<void> {
  const { name, invalid, play } = scenario;
  if (invalid !== undefined) allowInvalid(invalid);
  const transcript = createTranscript();
  await play(transcript);
  const text = normalise(transcript.text());
  expect(text).toBe(recorded(name, text));
}
