import { describe, expect, test } from "vitest";
import { findChange, type GateRecord } from "./record.ts";

const record: GateRecord = {
  nodes: { 20: "v20.19.0" },
  scenarios: {
    "client, stdio": { 20: { bytes: 500, functions: 9 } },
    "server, stdio": { 20: { bytes: 1000, functions: 4 } },
  },
  functions: { "src/a.ts": { send: "9 3", "get size": ". 1" } },
};

function changeOf(bytes: number, counts: Record<string, number>) {
  const functions = new Map(Object.entries(counts));
  return findChange(record, {
    version: "v20.20.2",
    name: "server, stdio",
    figures: { bytes, functions },
  });
}

const same = { "src/a.ts send": 3, "src/a.ts get size": 1 };

describe("the comparison with the record", () => {
  test.each([1000, 1020, 980])("accepts %i bytes of 1000", (bytes) => {
    expect(changeOf(bytes, same)).toBeUndefined();
  });

  test.each([
    [1021, "1021, recorded 1000 (+2.1 %)"],
    [979, "979, recorded 1000 (-2.1 %)"],
  ])("rejects %i bytes of 1000", (bytes, expected) => {
    expect(changeOf(bytes, same)).toContain(
      `bytes allocated per call: ${expected}`,
    );
  });

  test("names functions that are entered more or less often, and the command", () => {
    expect(changeOf(1000, { "src/a.ts send": 3, "src/b.ts parse": 2 })).toBe(
      `server, stdio, Node v20.20.2 (recorded with v20.19.0):
  functions entered per call: 5, recorded 4 (+25.0 %)
    +2 src/b.ts parse: 2, recorded 0
    -1 src/a.ts get size: 0, recorded 1
If this is intended, run \`npm run gates:update\` and give the reason in the commit.`,
    );
  });

  test("rejects a scenario that has no record", () => {
    const figures = { bytes: 1, functions: new Map() };
    const named = { version: "v20.20.2", name: "server, HTTP", figures };
    expect(findChange(record, named)).toContain("server, HTTP: not recorded");
  });
});
