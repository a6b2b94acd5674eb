import { expect, test } from "vitest";
import { conformance } from "./command.ts";
import { legs } from "./legs.ts";

test("A server and a client of every revision are clean in the official suite", async () => {
  const { stdout, code } = await conformance();
  expect(code, stdout).toBe(0);
  for (const { name } of legs) expect(stdout).toContain(`${name}: clean`);
}, 180_000);
