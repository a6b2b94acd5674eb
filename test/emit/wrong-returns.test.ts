import { test } from "vitest";
import { expectNamed } from "./wrong-returns.ts";

test("a wrong return is told in few lines, which name what may be returned", () =>
  expectNamed("typescript"));
