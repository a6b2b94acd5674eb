import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  connect,
  createClient,
  createServer,
  tool,
  type ClientOptions,
} from "../../generated/index.ts";
import type {
  InterceptedCall,
  InterceptedSession,
  Interceptor,
} from "../../src/runtime/peer/interceptor.ts";
import { CancelledError } from "../../src/runtime/protocol/errors.ts";
import { recorder } from "./recorder.ts";
import { patient } from "./wait.ts";

const info = { name: "test", version: "1.0.0" };
const eras = ["2026-07-28", "2025-11-25"] as const;
const form = {
  message: "Sure?",
  requestedSchema: { type: "object" as const, properties: {} },
};

/** A client of a server in this process, and what the server's handler is told. */
async function open(
  revision: (typeof eras)[number],
  client: Partial<ClientOptions>,
  interceptors: readonly Interceptor[] = [],
) {
  const metas: unknown[] = [];
  const ran = vi.fn();
  const stopped = vi.fn();
  const server = createServer({
    info,
    interceptors,
    features: [
      tool("greet", {}, (_, { meta }) => {
        ran();
        metas.push(meta["com.example/mark"]);
        return "hello";
      }),
      tool("wait", {}, (_, { signal }) => {
        signal.addEventListener("abort", stopped);
        return new Promise<string>(() => {});
      }),
      tool("ask", {}, async (_, ctx) => (await ctx.elicit("k", form)).action),
    ],
  });
  const made = createClient({ info, ...client });
  await connect(server, made, { revisions: [revision] });
  onTestFinished(() => made.close());
  return { client: made, metas, ran, stopped };
}

const greet = { name: "greet" };

describe.each(eras)("at a client, in %s,", (revision) => {
  test("interceptors see each call, with its id, its name and its result", async () => {
    const log = recorder();
    const { client } = await open(revision, { interceptors: [log] });
    const before = log.seen.length;
    await client.callTool(greet);
    await client.request("tools/list", {});
    const seen = log.seen.slice(before);
    expect(
      seen.map(({ call, outcome }) => [
        call.direction,
        call.method,
        call.name,
        typeof call.id,
        call.protocolVersion,
        outcome.kind,
      ]),
    ).toEqual([
      ["outgoing", "tools/call", "greet", "number", revision, "result"],
      ["outgoing", "tools/list", undefined, "number", revision, "result"],
    ]);
    const opening =
      revision === "2026-07-28" ? "server/discover" : "initialize";
    expect(log.seen[0]?.call.method).toBe(opening);
  });

  test.each<[string, (refuse: () => void) => Interceptor]>([
    ["before", (refuse) => ({ before: refuse })],
    [
      "around",
      (refuse) => ({
        around: (_, next) => {
          refuse();
          return next();
        },
      }),
    ],
  ])(
    "what `%s` throws rejects the call, which is not sent",
    async (_, make) => {
      let isClosed = false;
      const denied = new Error("no consent");
      const log = recorder();
      const one = make(() => {
        if (isClosed) throw denied;
      });
      const { client, ran } = await open(revision, {
        interceptors: [log, one],
      });
      isClosed = true;
      await expect(client.callTool(greet)).rejects.toBe(denied);
      expect(log.seen.at(-1)?.outcome).toMatchObject({
        kind: "error",
        error: denied,
      });
      isClosed = false;
      await client.callTool(greet);
      expect(ran).toHaveBeenCalledOnce();
    },
  );

  test("what they put into its meta goes along", async () => {
    const mark: Interceptor = {
      before: ({ meta }) => void (meta["com.example/mark"] = "m"),
    };
    const { client, metas } = await open(revision, { interceptors: [mark] });
    await client.callTool({ ...greet, _meta: { "com.example/other": 1 } });
    expect(metas).toEqual(["m"]);
  });

  test("a question of the server's is seen on its way in, and its handler may be kept from it", async () => {
    const elicit = vi.fn(() => ({ action: "decline" as const }));
    const log = recorder();
    const { client } = await open(revision, {
      interceptors: [log],
      handlers: { elicit },
    });
    const { content } = await client.callTool({ name: "ask" });
    expect(content).toMatchObject([{ text: "decline" }]);
    const asked = log.seen.find(({ call }) => call.direction === "incoming");
    expect(asked).toMatchObject({
      call: { method: "elicitation/create", params: form },
      outcome: { kind: "result", result: { action: "decline" } },
    });
    const within: InterceptedCall | undefined = asked?.call.within;
    expect(within?.method).toBe(
      revision === "2026-07-28" ? "tools/call" : undefined,
    );
    const consent: Interceptor = {
      directions: "incoming",
      before: () => {
        throw new Error("nobody is here");
      },
    };
    const strict = await open(revision, {
      interceptors: [consent],
      handlers: { elicit },
      onError: () => {},
    });
    const asking = strict.client.callTool({ name: "ask" });
    await asking.then(
      ({ isError }) => expect(isError).toBe(true),
      (error: unknown) => expect(error).toBeInstanceOf(Error),
    );
    expect(elicit).toHaveBeenCalledOnce();
  });

  test("a call that is cancelled while consent is asked for ends at once", async () => {
    let isAsked = false;
    const hold: Interceptor = {
      around: (_, next) => (isAsked ? new Promise(() => {}) : next()),
    };
    const log = recorder();
    const { client } = await open(revision, { interceptors: [log, hold] });
    isAsked = true;
    const abort = new AbortController();
    const call = client.callTool(greet, { signal: abort.signal });
    abort.abort();
    await expect(call).rejects.toBeInstanceOf(CancelledError);
    expect(log.kinds().at(-1)).toBe("tools/call cancelled");
    const late = client.callTool(greet, { totalTimeout: 20 });
    await expect(late).rejects.toThrow("within 20 ms in all");
    const last = client.callTool(greet);
    await client.close();
    await expect(last).rejects.toThrow("the connection is closed");
  });

  test("a call whose interceptor fails behind it is taken back", async () => {
    const fail: Interceptor = {
      around: async (call, next) => {
        const going = next();
        if (call.name === "wait") throw new Error("enough");
        return going;
      },
    };
    const { client, stopped } = await open(revision, { interceptors: [fail] });
    await expect(client.callTool({ name: "wait" })).rejects.toThrow("enough");
    await vi.waitFor(() => expect(stopped).toHaveBeenCalledOnce(), patient);
    expect((await client.callTool(greet)).content).toMatchObject([
      { text: "hello" },
    ]);
  });
});

test("a server's see what it asks, if they say so", async () => {
  const [both, incoming] = [recorder(), recorder()];
  const elicit = () => ({ action: "accept" as const, content: {} });
  const { client } = await open("2025-11-25", { handlers: { elicit } }, [
    { ...both, directions: "both" },
    incoming,
  ]);
  await client.callTool({ name: "ask" });
  expect(both.kinds()).toEqual([
    "initialize result",
    "elicitation/create result",
    "tools/call result",
  ]);
  expect(incoming.kinds()).toEqual(["initialize result", "tools/call result"]);
});

test("a client's hear of the session that a handshake begins", async () => {
  const heard: unknown[] = [];
  const listener: Interceptor = {
    sessionBegan: ({ side, protocolVersion }: InterceptedSession) =>
      void heard.push([side, protocolVersion]),
    sessionEnded: (_, { reason }) => void heard.push(reason),
  };
  const { client } = await open("2025-11-25", { interceptors: [listener] });
  await client.close();
  const modern = await open("2026-07-28", { interceptors: [listener] });
  await modern.client.close();
  expect(heard).toEqual([["client", "2025-11-25"], "closed"]);
});
