import { expect, test } from "vitest";
import { nothing, run } from "./checks.ts";

test("sources and tests are typed", async () => {
  expect(await run("typescript/bin/tsc", "--pretty", "false")).toEqual(nothing);
}, 300_000);
