import { afterEach, describe, expect, test, vi } from "vitest";
import { inputRequired } from "../../src/runtime/wire/input-required.ts";
import * as handshake from "./handshake-input.ts";
import { elicit, form, say, type Call } from "./questions.ts";
import { accept, call, serverWith } from "./stateless-input.ts";
import { wireTo } from "./wire.ts";

const capabilities = { logging: {} };
const secret = "sk-not-to-be-told";

/** What the servers of these tests have for a peer. */
interface Peer {
  request(method: string, params?: object): Promise<unknown>;
}

afterEach(() => vi.unstubAllEnvs());

/** What is reported of a handler that asks for "a", and is answered. */
async function reported(handler: Call, times = 1): Promise<string[]> {
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

const warning = (what: string): string =>
  `tools/call a: ${what} was called before a question, and again when the handler ran again from its start: what is done before a question belongs in context.once (told in development)`;

const logs: Call = async (_, context) => {
  context.log("info", { secret });
  await context.elicit("a", form("a?"));
  return say("");
};

describe("in development", () => {
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
      "context.peer.request",
      async (_, context) => {
        const { request } = context.peer as Peer;
        await request("roots/list", { secret }).catch(() => {});
        await context.elicit("a", form("a?"));
        return say("");
      },
    ],
  ])(
    "%s before a question is told of when it repeats",
    async (what, handler) => {
      expect(await reported(handler)).toEqual([warning(what)]);
    },
  );

  test("it is told of once", async () => {
    expect(await reported(logs, 3)).toEqual([warning("context.log")]);
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
  ])("nothing is told of what %s", async (_, handler) => {
    expect(await reported(handler)).toEqual([]);
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
      [{ message: warning("context.peer.request") }],
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

  test("is where no process says otherwise, and nothing is watched in production", async () => {
    vi.stubEnv("NODE_ENV", "");
    expect(await reported(logs)).toEqual([warning("context.log")]);
    vi.stubEnv("NODE_ENV", "production");
    expect(await reported(logs)).toEqual([]);
    vi.stubGlobal("process", undefined);
    const told = await reported(logs).finally(vi.unstubAllGlobals);
    expect(told).toEqual([]);
  });
});
