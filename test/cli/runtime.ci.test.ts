import { test } from "vitest";
import { runtimeParts } from "../../src/index.ts";
import { expectCompiled, type Layout } from "./compiled-runtime.ts";

const layouts: readonly Layout[] = [
  { target: "ts", importExtension: ".ts", with: runtimeParts },
  { target: "ts", importExtension: ".js", with: [] },
  { target: "ts", importExtension: "none", with: ["auth"] },
  { target: "js", importExtension: "none", with: ["auth"] },
];

test.each(layouts)(
  "the runtime compiles with what is generated: %j",
  expectCompiled,
);
