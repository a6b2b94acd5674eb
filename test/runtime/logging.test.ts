import { describe, expect, test } from "vitest";
import type { Context } from "../../src/runtime/peer/context.ts";
import { createMemoryPair } from "../../src/runtime/peer/memory.ts";
import type { ServerSettings } from "../../src/runtime/server/settings.ts";
import { metaKeys } from "../../src/runtime/protocol/meta-keys.ts";
import {
  all,
  initializeAs,
  modernRequest,
  notification,
  request,
  serverOf,
  type TestServer,
} from "./revisions.ts";
import { createWire, openWire, wireTo, type Wire } from "./wire.ts";

const done = { content: [] };
const levels = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
] as const;

/** A server whose tool logs one message of each level. */
function server(settings: Partial<ServerSettings> = {}): TestServer {
  return serverOf(all, {
    capabilities: { logging: {} },
    handlers: {
      callTool({ name }: { name: string }, context: Context) {
        for (const level of levels) context.log(level, name);
        return done;
      },
    },
    ...settings,
  });
}

const call = (id: unknown, name = "a") => request(id, "tools/call", { name });
const modernCall = (id: unknown, logLevel?: string) =>
  modernRequest(
    id,
    "tools/call",
    { name: "a" },
    {},
    { [metaKeys.logLevel]: logLevel },
  );
const setLevel = (level: unknown) =>
  request("l", "logging/setLevel", { level });

/** The levels of what arrives before an answer. */
async function heard(wire: Wire): Promise<unknown[]> {
  const found: unknown[] = [];
  for (;;) {
    const message = await wire.next();
    if ("id" in message) {
      expect(message).toHaveProperty("result");
      return found;
    }
    expect(message["method"]).toBe("notifications/message");
    found.push((message["params"] as { level: string }).level);
  }
}

describe("in a session", () => {
  test("everything is told until the client says how much it wants", async () => {
    const wire = await openWire(server());
    wire.send(call(1));
    expect(await heard(wire)).toEqual(levels);
  });

  test.each(levels)("from %s on, when the client says so", async (level) => {
    const wire = await openWire(server());
    expect(await wire.ask(setLevel(level))).toMatchObject({ result: {} });
    wire.send(call(1));
    expect(await heard(wire)).toEqual(levels.slice(levels.indexOf(level)));
  });

  test("a level that is none is refused, and changes nothing", async () => {
    const wire = await openWire(server());
    await wire.ask(setLevel("alert"));
    for (const level of ["loud", "", null, 5])
      expect(await wire.ask(setLevel(level))).toMatchObject({
        error: { code: -32602 },
      });
    wire.send(call(1));
    expect(await heard(wire)).toEqual(["alert", "emergency"]);
  });

  test("the level counts though a handler of the user's hears of it", async () => {
    const handlers = {
      setLevel: () => ({}),
      callTool(_: unknown, context: Context) {
        for (const level of levels) context.log(level, 1);
        return done;
      },
    };
    const wire = await openWire(server({ handlers }));
    await wire.ask(setLevel("emergency"));
    wire.send(call(1));
    expect(await heard(wire)).toEqual(["emergency"]);
  });

  test("two clients have a level each", async () => {
    const one = server();
    const [ada, eve] = [await openWire(one), await openWire(one)];
    await ada.ask(setLevel("emergency"));
    eve.send(call(1));
    expect(await heard(eve)).toEqual(levels);
    ada.send(call(1));
    expect(await heard(ada)).toEqual(["emergency"]);
    await eve.expectSilence();
  });

  test("what has a logger and data of any kind arrives as it was", async () => {
    const handlers = {
      callTool(_: unknown, context: Context) {
        context.log("info", { a: [1] }, "db");
        context.log("info", undefined);
        context.log("loud" as "info", "never");
        return done;
      },
    };
    const wire = await openWire(server({ handlers }));
    expect(await wire.ask(call(1))).toEqual(
      notification("notifications/message", {
        level: "info",
        data: { a: [1] },
        logger: "db",
      }),
    );
    expect(await wire.next()).toEqual(
      notification("notifications/message", { level: "info", data: null }),
    );
    expect(await wire.next()).toMatchObject({ id: 1, result: done });
  });

  test("what happens after the answer is told as well", async () => {
    let late: Context | undefined;
    const handlers = {
      callTool(_: unknown, context: Context) {
        late = context;
        return done;
      },
    };
    const wire = await openWire(server({ handlers }));
    await wire.ask(call(1));
    late?.log("error", "too late for the answer");
    expect(await wire.next()).toMatchObject({ params: { level: "error" } });
  });

  test("the connection's own messages keep to the level", async () => {
    const [near, far] = createMemoryPair();
    const { peer } = server().connect(far);
    const wire = createWire(near);
    await wire.ask(initializeAs("2025-06-18"));
    wire.send(notification("notifications/initialized"));
    await wire.ask(setLevel("error"));
    for (const level of ["info", "error"])
      await peer.notify("notifications/message", { level, data: 1 });
    expect(await wire.next()).toMatchObject({ params: { level: "error" } });
    await wire.expectSilence();
  });
});

describe("in the stateless lifecycle", () => {
  test("a request that asks for messages gets them, from its level on", async () => {
    const wire = wireTo(server());
    wire.send(modernCall(1, "warning"));
    expect(await heard(wire)).toEqual(levels.slice(3));
    wire.send(modernCall(2, "emergency"));
    expect(await heard(wire)).toEqual(["emergency"]);
  });

  test("a request that does not ask gets none, whatever others asked", async () => {
    const wire = await openWire(server());
    await wire.ask(setLevel("debug"));
    wire.send(modernCall(1, "debug"));
    await heard(wire);
    wire.send(modernCall(2));
    expect(await heard(wire)).toEqual([]);
  });

  test("also not by a way of the handler's own", async () => {
    const handlers = {
      async callTool(_: unknown, { peer }: Context) {
        const { notify } = peer as ReturnType<TestServer["connect"]>["peer"];
        await notify("notifications/message", { level: "alert", data: 1 });
        return done;
      },
    };
    const wire = wireTo(server({ handlers }));
    wire.send(modernCall(1));
    expect(await heard(wire)).toEqual([]);
    wire.send(modernCall(2, "debug"));
    expect(await heard(wire)).toEqual(["alert"]);
  });

  test("after its answer a request has no messages", async () => {
    let late: Context | undefined;
    const handlers = {
      callTool(_: unknown, context: Context) {
        late = context;
        return done;
      },
    };
    const wire = wireTo(server({ handlers }));
    await wire.ask(modernCall(1, "debug"));
    late?.log("alert", "too late");
    await wire.expectSilence();
  });
});

test("a server that does not declare logging sends no messages", async () => {
  const quiet = server({ capabilities: {} });
  const wire = await openWire(quiet);
  expect(await wire.ask(setLevel("debug"))).toMatchObject({
    error: { code: -32601 },
  });
  wire.send(call(1));
  expect(await heard(wire)).toEqual([]);
  wire.send(modernCall(2, "debug"));
  expect(await heard(wire)).toEqual([]);
});
