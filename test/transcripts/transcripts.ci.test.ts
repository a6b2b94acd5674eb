import { describe, test } from "vitest";
import { expectRecorded } from "./recording/expect-recorded.ts";
import { stdioScenarios } from "./server/scenarios.ts";

describe("what a program puts on standard output is what was recorded", () => {
  test.each(stdioScenarios)("$name", expectRecorded);
});
