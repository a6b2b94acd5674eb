import { expect, test } from "vitest";
import { slowerThan } from "./floor.ts";
import type { Table } from "./table.ts";

function tableWith(ratio: number): Table {
  const production = { median: 11, ratio: 0.9 };
  return {
    title: "stdio echo",
    unit: "µs",
    judged: "speed",
    rows: [
      { name: "bare", median: 10, ratio: 1 },
      { name: "tool()", median: 10 / ratio, ratio, production },
      { name: "SDK", median: 100, ratio: 0.1 },
    ],
  };
}

test("our programs have to reach the floor with NODE_ENV unset", () => {
  expect(slowerThan(0.6, [tableWith(0.6)])).toEqual([]);
  expect(slowerThan(0.6, [tableWith(0.6), tableWith(0.59)])).toEqual([
    "stdio echo: tool() has 0.59 of the speed of bare code, at least 0.6 is required",
  ]);
});

test("a run that measures none of our programs is an error", () => {
  const rows = [{ name: "bare", median: 10 }];
  const table: Table = { title: "size", unit: "B", judged: "speed", rows };
  expect(() => slowerThan(0.6, [table])).toThrow("No measured table");
});

test("a floor that is not a number is an error", () => {
  expect(() => slowerThan(NaN, [tableWith(1)])).toThrow("--floor");
});
