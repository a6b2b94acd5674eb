import { expect, test } from "vitest";
import { nothing, run } from "./checks.ts";

test("sources and tests are typed", async () => {
  // In one thread: several make the same types again, each for itself.
  const args = ["--pretty", "false", "--singleThreaded"];
  expect(await run("typescript/bin/tsc", ...args)).toEqual(nothing);
}, 300_000);
