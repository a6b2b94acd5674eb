import { describe, expect, test } from "vitest";
import { createDialect, offer } from "../../src/runtime/peer/dialect.ts";
import {
  bindHandlers as bind,
  type HandlerMap,
} from "../../src/runtime/peer/handlers.ts";
import type { RequestRecord } from "../../src/runtime/peer/record.ts";
import {
  entryOf,
  type ProtocolTable,
} from "../../src/runtime/protocol/revision/protocol-table.ts";
import { handshake } from "./table.ts";

/** The table, with a request whose handler has the given name. */
function tableWith(handler: string): ProtocolTable {
  const ping = handshake.requests["ping"];
  if (!ping) throw new Error("the table has no ping");
  return { ...handshake, requests: { ping: { ...ping, handler } } };
}

/** Bound handlers, which are called with a record of nothing. */
function bindHandlers(table: ProtocolTable, handlers: object): HandlerMap {
  const bound = [...bind(table, handlers)].map(
    ([method, handler]) =>
      [
        method,
        (params: unknown) => handler(params, {} as RequestRecord),
      ] as const,
  );
  return new Map(bound);
}

describe("handlers", () => {
  test.each(["toString", "constructor", "hasOwnProperty", "__proto__"])(
    "do not include %s, which every object has",
    (name) => {
      expect(bindHandlers(tableWith(name), {}).size).toBe(0);
    },
  );

  test.each(["toString", "constructor"])(
    "include a %s of their own",
    (name) => {
      const handlers = { [name]: () => "own" };
      const bound = bindHandlers(tableWith(name), handlers);
      expect(bound.get("ping")?.(undefined, undefined as never)).toBe("own");
    },
  );

  test("may be the methods of a class, and keep their this", () => {
    class Handlers {
      readonly answer = 5;
      ping(): number {
        return this.answer;
      }
    }
    const bound = bindHandlers(handshake, new Handlers());
    expect(bound.get("ping")?.(undefined, undefined as never)).toBe(5);
  });

  test("are known by method, requests and notifications alike", () => {
    const handlers = { callTool() {}, initialized() {}, nothing() {}, ping: 5 };
    expect([...bindHandlers(handshake, handlers).keys()]).toEqual([
      "tools/call",
      "notifications/initialized",
    ]);
  });

  test("are served where their side receives the message", () => {
    const handlers = { listRoots() {}, callTool() {}, cancelled() {} };
    const bound = bindHandlers(handshake, handlers);
    const served = (side: "server" | "client"): string[] => {
      const info = { name: "a", version: "1" };
      const dialect = createDialect({ table: handshake }, side, { info });
      offer(dialect, [{ handlers: bound }]);
      return [...dialect.requests.keys(), ...dialect.notifications.keys()];
    };
    expect(served("server")).toEqual(["tools/call", "notifications/cancelled"]);
    expect(served("client")).toEqual(["roots/list", "notifications/cancelled"]);
  });
});

test.each(["constructor", "__proto__", "toString"])(
  "the table has no method %s",
  (method) => {
    expect(entryOf(handshake.requests, method)).toBeUndefined();
  },
);
