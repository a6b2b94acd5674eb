import { expect, test } from "vitest";
import {
  ExchangeList,
  type HttpExchange,
} from "../../../src/runtime/http/server/exchange.ts";
import { nobody } from "../../../src/runtime/protocol/viewer.ts";
import { fc } from "../../support/random.ts";

function callOf(target: string): HttpExchange {
  const nothing = (): undefined => undefined;
  return {
    node: undefined,
    viewer: nobody,
    requiredScopes: [],
    address: undefined,
    client: undefined,
    reservation: undefined,
    refCount: 1,
    isCounted: false,
    extraHeaders: undefined,
    method: "POST",
    target,
    native: undefined,
    isForHost: () => true,
    header: nothing,
    findHeaderProblem: nothing,
    readBody: nothing,
    reply: nothing,
    open: () => ({
      waiting: 0,
      write: nothing,
      onDrain: nothing,
      destroy: nothing,
      end: nothing,
    }),
    onDisconnect: nothing,
    destroy: nothing,
  };
}

/** All that are in a list, by their targets. */
function targetsOf(list: ExchangeList): string[] {
  const targets: string[] = [];
  list.find((call): call is HttpExchange => {
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
      const list = new ExchangeList();
      const calls = Array.from({ length: 10 }, (_, i) => callOf(String(i)));
      // A Set has the same order.
      const model = new Set<HttpExchange>();
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
  const list = new ExchangeList();
  const calls = ["/a", "/b", "/b"].map(callOf);
  for (const call of calls) list.add(call);
  const find = (target: string): HttpExchange | undefined =>
    list.find((call): call is HttpExchange => call.target === target);
  expect(find("/b")).toBe(calls[1]);
  expect(find("/c")).toBeUndefined();
});
