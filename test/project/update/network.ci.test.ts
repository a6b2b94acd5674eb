import { inspect } from "node:util";
import { expect, test } from "vitest";
import type { Fault } from "../../support/code-host/faults.ts";
import { behind, token } from "./network.ts";

/** What may go wrong with any request, and is over in no time. */
const faults: readonly Fault[] = [
  { kind: "lost" },
  ...[0, 1, 20, 700].map((after): Fault => ({ kind: "lost", after })),
  ...[0, 1, 20, 700].map((after): Fault => ({ kind: "short", after })),
  { kind: "altered" },
  { kind: "rate-limit" },
  { kind: "secondary-limit" },
  { kind: "answer", status: 500, body: "down" },
  { kind: "answer", status: 404 },
  { kind: "answer", status: 200, body: "<html>Log in</html>" },
  {
    kind: "answer",
    status: 302,
    headers: { location: "http://127.0.0.1:1/elsewhere" },
  },
];

/** The requests of an update, each by what it asks for. */
const requests = [
  "commits",
  "tree",
  "/contents/schema/next/",
  // A revision that nobody asks for, and that is told of.
  "/contents/schema/2032-01-01/",
] as const;

test("whatever goes wrong with whichever request, output, lock and schemas stay whole", async () => {
  const { host, tree, failure, restore } = await behind();
  const before = tree();
  expect(await failure()).toBeUndefined();
  const after = tree();
  expect(after["a/next/types.ts"]).toContain("ReleaseBerthRequest");
  expect(after["b/next/types.ts"]).toBe(after["a/next/types.ts"]);
  restore();
  const harmless: string[] = [];
  for (const request of requests)
    for (const fault of faults) {
      host.reset();
      host.fault(request, fault);
      const error = await failure();
      const what = `${inspect(fault)} at ${request}`;
      if (error === undefined) {
        // All of the answer came, and that is as without the fault.
        if (!("after" in fault && fault.after === 700)) harmless.push(what);
        expect(tree(), what).toEqual(after);
        restore();
        continue;
      }
      expect(error.code, what).toMatch(
        /^(fetch-failed|unreachable|rate-limited|not-published|digest-mismatch)$/,
      );
      expect(inspect(error, { depth: Infinity }), what).not.toContain(token);
      expect(tree(), what).toEqual(before);
    }
  expect(harmless).toEqual([]);
  host.reset();
  expect(await failure()).toBeUndefined();
  expect(tree()).toEqual(after);
});

test("a connection that is lost once costs nothing", async () => {
  const { host, failure, restore } = await behind();
  for (const request of requests) {
    host.reset();
    host.fault(request, { kind: "lost", after: 20 }, 1);
    expect(await failure(), request).toBeUndefined();
    restore();
  }
});
