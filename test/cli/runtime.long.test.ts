import { test } from "vitest";
import { expectCompiled, type Layout } from "./compiled-runtime.ts";

/** The ones that the short part has no time for. */
const layouts: readonly Layout[] = [
  { target: "ts", importExtension: ".js", with: [] },
  { target: "ts", importExtension: "none", with: ["auth"] },
  { target: "js", importExtension: "none", with: ["auth"] },
];

test.each(layouts)(
  "the runtime compiles with what is generated: %j",
  expectCompiled,
);
