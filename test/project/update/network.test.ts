import { inspect } from "node:util";
import { expect, test } from "vitest";
import type { Fault } from "../../support/code-host/faults.ts";
import { behind, token } from "./network.ts";

// A few of those that the CI tier goes through, at the request that matters most.
const faults: readonly Fault[] = [
  { kind: "lost", after: 700 },
  { kind: "short", after: 20 },
  { kind: "altered" },
  { kind: "rate-limit" },
  // The tree has it: that it is not found is no news.
  { kind: "answer", status: 404 },
];

test("a schema that does not come whole changes nothing", async () => {
  const { host, tree, failure } = await behind();
  const before = tree();
  for (const fault of faults) {
    host.reset();
    host.fault("/contents/schema/next/", fault);
    const error = await failure();
    expect(error, inspect(fault)).toBeDefined();
    expect(inspect(error, { depth: Infinity })).not.toContain(token);
    expect(tree(), inspect(fault)).toEqual(before);
  }
  host.reset();
  expect(await failure()).toBeUndefined();
  expect(tree()["a/next/types.ts"]).toContain("ReleaseBerthRequest");
});
