import { expect, test } from "vitest";
import {
  VisitList,
  type Visit,
} from "../../../src/runtime/http/server/exchange.ts";
import { nobody } from "../../../src/runtime/protocol/viewer.ts";
import { fc } from "../../support/random.ts";

function callOf(target: string): Visit {
  const nothing = (): undefined => undefined;
  return {
    place: undefined,
    viewer: nobody,
    needs: [],
    address: undefined,
    client: undefined,
    charge: undefined,
    holders: 1,
    isCounted: false,
    moreHeaders: undefined,
    method: "POST",
    target,
    native: undefined,
    isFor: () => true,
    header: nothing,
    problem: nothing,
    readBody: nothing,
    reply: nothing,
    open: () => ({
      waiting: 0,
      write: nothing,
      onDrain: nothing,
      cut: nothing,
      end: nothing,
    }),
    onGone: nothing,
    cut: nothing,
  };
}

/** All that are in a list, by their targets. */
function targetsOf(list: VisitList): string[] {
  const targets: string[] = [];
  list.find((call): call is Visit => {
    targets.push(call.target);
    return false;
  });
  return targets;
}

test("a list keeps calls in their order, whichever are taken out, once or again", () => {
  const steps = fc.array(
    fc.record({ adds: fc.boolean(), which: fc.nat({ max: 9 }) }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(steps, (taken) => {
      const list = new VisitList();
      const calls = Array.from({ length: 10 }, (_, i) => callOf(String(i)));
      // A Set has the same order.
      const model = new Set<Visit>();
      for (const { adds, which } of taken) {
        const call = calls[which] ?? callOf("");
        if (!adds) {
          list.delete(call);
          model.delete(call);
        } else if (!model.has(call)) {
          list.add(call);
          model.add(call);
        }
        expect(list.size).toBe(model.size);
        expect(list.first).toBe([...model][0]);
        expect(targetsOf(list)).toEqual([...model].map(({ target }) => target));
      }
    }),
  );
});

test("the first call that fits is found, and none that does not", () => {
  const list = new VisitList();
  const calls = ["/a", "/b", "/b"].map(callOf);
  for (const call of calls) list.add(call);
  const find = (target: string): Visit | undefined =>
    list.find((call): call is Visit => call.target === target);
  expect(find("/b")).toBe(calls[1]);
  expect(find("/c")).toBeUndefined();
});
