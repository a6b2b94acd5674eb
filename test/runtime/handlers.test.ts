import { describe, expect, test } from "vitest";
import { createClient, createServer } from "../../generated/index.ts";
import * as march from "../../generated/2025-03-26/index.ts";
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

describe("handlers of a server and of a client", () => {
  const info = { name: "test", version: "1" };
  const serve = (handlers: object): unknown =>
    createServer({ info, handlers: handlers as never });
  const call = (handlers: object): unknown =>
    createClient({ info, handlers: handlers as never });
  const answer = (): object => ({});

  test.each<[string, (handlers: object) => unknown, object, string]>([
    ["a name of nothing", serve, { callTools: answer }, '"callTools" is no'],
    ["a name of nothing", call, { elicitation: answer }, '"elicitation" is no'],
    [
      "a method",
      serve,
      { "tools/call": answer },
      "its handler is named callTool",
    ],
    [
      "a method",
      call,
      { "roots/list": answer },
      "its handler is named listRoots",
    ],
    ["a vendor's method", serve, { "acme/a": answer }, "the option methods"],
    [
      "what a server sends",
      serve,
      { toolListChanged: answer },
      "the server sends",
    ],
    ["what a server asks", serve, { elicit: answer }, "the server sends"],
    ["what a client sends", call, { callTool: answer }, "the client sends"],
    [
      "what is no function",
      serve,
      { listTools: [] },
      '"listTools" is no function',
    ],
    [
      "a member of every object",
      serve,
      { toString: answer },
      '"toString" is no',
    ],
  ])("refuse %s", (_, make, handlers, reason) => {
    expect(() => make(handlers)).toThrow(TypeError);
    expect(() => make(handlers)).toThrow(`handlers: `);
    expect(() => make(handlers)).toThrow(reason);
  });

  test("take each message that their side receives, in any revision", () => {
    const received = {
      server: [
        "listTools",
        "callTool",
        "setLevel",
        "subscribe",
        "ping",
        "cancelled",
      ],
      client: [
        "elicit",
        "listRoots",
        "createMessage",
        "loggingMessage",
        "progress",
      ],
    };
    const all = (names: readonly string[]): object =>
      Object.fromEntries(names.map((name) => [name, answer]));
    expect(() => serve(all(received.server))).not.toThrow();
    expect(() => call(all(received.client))).not.toThrow();
    expect(() => serve({ callTool: undefined })).not.toThrow();
    const oldest = (handlers: object): unknown =>
      march.createClient({ info, handlers: handlers as never });
    expect(() => oldest({ elicit: answer, listRoots: answer })).not.toThrow();
    expect(() => oldest({ elicited: answer })).toThrow(TypeError);
    class Own {
      readonly database = {};
      callTool = answer;
      helper = answer;
    }
    expect(() => serve(new Own())).not.toThrow();
  });
});
