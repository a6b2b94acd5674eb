import { expect, test } from "vitest";
import { Expiries } from "../../../src/runtime/tasks/store/expiries.ts";
import { fc } from "../../support/random.ts";

test("what is due is taken earliest first, and nothing else", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(50), { maxLength: 60 }),
      fc.nat(60),
      (times, now) => {
        const expiries = new Expiries();
        times.forEach((at, index) => expiries.add(`${index}`, at));
        const taken: number[] = [];
        for (;;) {
          const name = expiries.takeDue(now);
          if (name === undefined) break;
          taken.push(times[Number(name)] ?? NaN);
        }
        const sorted = times.toSorted((one, other) => one - other);
        expect(taken).toEqual(sorted.filter((at) => at <= now));
        expect(expiries.earliest).toBe(sorted[taken.length] ?? Infinity);
      },
    ),
  );
});

test("what is gone before its time is forgotten, when there is much of it", () => {
  const expiries = new Expiries();
  expiries.add("kept", 5);
  for (let at = 0; at < 1_000; at++) {
    expiries.add(`${at}`, 10);
    expiries.tidy(1, (name) => name === "kept");
  }
  let count = 0;
  while (expiries.takeDue(10) !== undefined) count++;
  expect(count).toBeLessThan(100);
});
