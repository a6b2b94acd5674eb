import { expect, test } from "vitest";
import { nothing, run } from "./checks.ts";

test("every file is formatted", async () => {
  const args = ["--check", "--cache", "--log-level", "warn", "."];
  expect(await run("prettier/bin/prettier.cjs", ...args)).toEqual(nothing);
}, 300_000);
