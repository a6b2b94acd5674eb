import { describe, expect, test } from "vitest";
import { bindHandlers } from "../../src/runtime/handlers.ts";
import {
  entryOf,
  type ProtocolTable,
} from "../../src/runtime/protocol-table.ts";
import { handshake } from "./table.ts";

/** The table, with a request whose handler has the given name. */
function tableWith(handler: string): ProtocolTable {
  const ping = handshake.requests["ping"];
  if (!ping) throw new Error("the table has no ping");
  return { ...handshake, requests: { ping: { ...ping, handler } } };
}

describe("handlers", () => {
  test.each(["toString", "constructor", "hasOwnProperty", "__proto__"])(
    "do not include %s, which every object has",
    (name) => {
      expect(bindHandlers(tableWith(name), "server", {}).size).toBe(0);
    },
  );

  test.each(["toString", "constructor"])(
    "include a %s of their own",
    (name) => {
      const handlers = { [name]: () => "own" };
      const bound = bindHandlers(tableWith(name), "server", handlers);
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
    const bound = bindHandlers(handshake, "server", new Handlers());
    expect(bound.get("ping")?.(undefined, undefined as never)).toBe(5);
  });

  test("are those of what the side receives", () => {
    const handlers = { listRoots() {}, callTool() {} };
    const methods = (side: "server" | "client"): string[] => [
      ...bindHandlers(handshake, side, handlers).keys(),
    ];
    expect(methods("server")).toEqual(["tools/call"]);
    expect(methods("client")).toEqual(["roots/list"]);
  });
});

test.each(["constructor", "__proto__", "toString"])(
  "the table has no method %s",
  (method) => {
    expect(entryOf(handshake.requests, method)).toBeUndefined();
  },
);
