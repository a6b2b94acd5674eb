import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { inputRequired } from "../../src/runtime/protocol/input-required.ts";
import * as handshake from "./handshake-input.ts";
import { elicit, form, say, type Call } from "./questions.ts";
import { accept, call, serverWith } from "./stateless-input.ts";
import { wireTo } from "./wire.ts";

const capabilities = { logging: {} };
const secret = "sk-never-reported";

/** Peer of the servers in these tests. */
interface Peer {
  request(method: string, params?: object): Promise<unknown>;
}

afterEach(() => vi.unstubAllEnvs());

/** Returns the reports about a handler that asks for "a" and gets an answer. */
async function reports(handler: Call, times = 1): Promise<string[]> {
  const onError = vi.fn();
  const wire = wireTo(serverWith(handler, { onError, capabilities }));
  for (let time = 0; time < times; time++) {
    const { result } = await call(wire);
    const { requestState } = result;
    const inputResponses = { a: accept({}) };
    await call(wire, { requestState, inputResponses });
  }
  return onError.mock.calls.map(([{ message }]) => message);
}

const warning = (action: string): string =>
  `tools/call a: ${action} ran before a request for input, and again when the handler ran again from its start. Put it into context.once().`;

const logs: Call = async (_, context) => {
  context.log("info", { secret });
  await context.elicit("a", form("a?"));
  return say("");
};

describe("under mcp-gen dev", () => {
  beforeEach(() => vi.stubEnv("MCP_GEN_DEV", "1"));

  test.each<[string, Call]>([
    ["context.log", logs],
    [
      "context.progress",
      async (_, context) => {
        context.progress(1, 2, secret);
        await context.elicit("a", form("a?"));
        return say("");
      },
    ],
    [
      "roots/list",
      async (_, context) => {
        const { request } = context.peer as Peer;
        await request("roots/list", { secret }).catch(() => {});
        await context.elicit("a", form("a?"));
        return say("");
      },
    ],
  ])(
    "%s before a question is reported when it repeats",
    async (action, handler) => {
      expect(await reports(handler)).toEqual([warning(action)]);
    },
  );

  test("a repeated action is reported once", async () => {
    expect(await reports(logs, 3)).toEqual([warning("context.log")]);
  });

  test.each<[string, Call]>([
    [
      "is done once",
      async (_, context) => {
        await context.once("log", () => context.log("info", "a"));
        await context.elicit("a", form("a?"));
        return say("");
      },
    ],
    [
      "comes after the question",
      async (_, context) => {
        await context.elicit("a", form("a?"));
        context.log("info", "a");
        return say("");
      },
    ],
    [
      "says something else the second time",
      async (_, context) => {
        if (!context.inputResponses) context.log("info", "asking");
        await context.elicit("a", form("a?"));
        context.log("info", "asked");
        return say("");
      },
    ],
    [
      "comes where nothing is asked",
      (_, context) => {
        context.log("info", "a");
        context.log("info", "a");
        return say("");
      },
    ],
  ])("no report for an action that %s", async (_, handler) => {
    expect(await reports(handler)).toEqual([]);
  });

  test("the same call, made anew, repeats nothing", async () => {
    const onError = vi.fn();
    const wire = wireTo(serverWith(logs, { onError, capabilities }));
    await call(wire);
    await call(wire);
    expect(onError).not.toHaveBeenCalled();
  });

  test("a call of the client repeats after a handshake too", async () => {
    const onError = vi.fn();
    const wire = await handshake.open(
      async (_, context) => {
        await (context.peer as Peer).request("roots/list");
        return context.inputResponses
          ? say("")
          : inputRequired({ a: elicit("a?") });
      },
      undefined,
      onError,
    );
    wire.send(handshake.call);
    await handshake.reply(wire, { result: { roots: [] } });
    await handshake.reply(wire, { result: accept({}) });
    await handshake.reply(wire, { result: { roots: [] } });
    await wire.next();
    expect(onError.mock.calls).toMatchObject([
      [{ message: warning("roots/list") }],
    ]);
  });

  test("a handler that goes on after a handshake repeats nothing", async () => {
    const onError = vi.fn();
    const wire = await handshake.open(
      async (_, context) => {
        context.log("info", "a");
        await context.elicit("a", form("a?"));
        context.log("info", "a");
        return say("");
      },
      undefined,
      onError,
    );
    wire.send(handshake.call);
    await handshake.reply(wire, { result: accept({}) });
    await wire.next();
    expect(onError.mock.calls.map(([{ message }]) => message)).not.toContain(
      warning("context.log"),
    );
  });

  test("nothing is watched in production, or without a process", async () => {
    vi.stubEnv("NODE_ENV", "production");
    expect(await reports(logs)).toEqual([]);
    vi.stubGlobal("process", undefined);
    const found = await reports(logs).finally(vi.unstubAllGlobals);
    expect(found).toEqual([]);
  });

  test("texts of clients are not retained", async () => {
    let call_ = 0;
    const handler: Call = (_, context) => {
      for (let index = 0; index < 20; index++)
        context.log("info", `${call_}.${index}`.padEnd(9_000, "x"));
      return say("");
    };
    const wire = wireTo(serverWith(handler, { capabilities }));
    const run = async (count: number): Promise<void> => {
      for (const end = call_ + count; call_ < end; call_++) await call(wire);
    };
    await run(20);
    const before = usedHeap();
    await run(200);
    // The texts have 36 MB, the record of actions at most 64 kB.
    expect(usedHeap() - before).toBeLessThan(8_000_000);
  });
});

describe.each(["", "production"])("with NODE_ENV=%j", (mode) => {
  beforeEach(() => {
    vi.stubEnv("NODE_ENV", mode);
    vi.stubEnv("MCP_GEN_DEV", undefined);
  });

  test("no report for repeated actions", async () => {
    expect(await reports(logs)).toEqual([]);
  });

  test("the context has no members of its own, and keeps its identity", async () => {
    const seen: unknown[] = [];
    await reports((_, context) => {
      seen.push(Object.getOwnPropertyNames(context));
      seen.push(context.peer === context.peer);
      const log = vi.fn();
      Object.assign(context, { log });
      context.log("info", "a");
      seen.push(log.mock.calls.length);
      return say("");
    });
    expect(seen.slice(0, 3)).toEqual([[], true, 1]);
  });

  test("a message below the log level is not serialized", async () => {
    const toJSON = vi.fn();
    await reports((_, context) => {
      context.log("debug", { toJSON });
      return say("");
    });
    expect(toJSON).not.toHaveBeenCalled();
  });
});

function usedHeap(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect !== "function") throw new Error("no garbage collection");
  collect();
  return process.memoryUsage().heapUsed;
}
