import { describe, expect, test, vi } from "vitest";
import type { UntypedCaller } from "../../../../src/runtime/peer/caller.ts";
import type { Context } from "../../../../src/runtime/peer/context.ts";
import { notification, request } from "../../revisions.ts";
import { call, type Call } from "../../tool-server.ts";
import {
  byBearer,
  clientOf,
  eventsOf,
  messagesOf,
  type Events,
} from "../../http/session-client.ts";
import {
  authorization,
  clusterOf,
  pause,
  sessionAt,
  textOf,
} from "./cluster-of.ts";
import { patient } from "../../wait.ts";

const asksRoots: Call = async (_params, { peer }) => {
  const answer: unknown = await (peer as UntypedCaller).request(
    "roots/list",
    undefined,
  );
  return { content: [{ type: "text", text: JSON.stringify(answer) }] };
};

const roots = (id: unknown, name: string) => ({
  jsonrpc: "2.0",
  id,
  result: { roots: [{ uri: "file:///", name }] },
});

/** A tool that tells each text it is given, and ends with the last. */
interface Teller {
  readonly callTool: () => Call;
  tell(text: string): void;
  end(): void;
  readonly contexts: Context[];
}

function teller(): Teller {
  const contexts: Context[] = [];
  let finish: (value: object) => void = () => {};
  return {
    contexts,
    callTool: () => (_params, context) => {
      contexts.push(context);
      return new Promise((resolve) => (finish = resolve));
    },
    tell: (text) => contexts.at(-1)?.log("info", text),
    end: () => finish({ content: [{ type: "text", text: "the end" }] }),
  };
}

async function textsOf(events: Events, count: number): Promise<unknown[]> {
  const texts: unknown[] = [];
  while (texts.length < count) {
    const message = await events.message();
    const params = message["params"] as { readonly data?: unknown } | undefined;
    texts.push(params?.data ?? textOf(message));
  }
  return texts;
}

/** Reads until the client has an id to come back with. */
async function idOf(events: Events): Promise<string> {
  for (;;) {
    const event = await events.next();
    if (event?.id !== undefined) return event.id;
    if (!event) throw new Error("the stream has ended");
  }
}

describe("an answer to what a handler asked", () => {
  test("arrives though another process takes it", async () => {
    const { members } = clusterOf({ callTool: () => asksRoots });
    const [a, b, c] = members;
    const session = await sessionAt(b);
    const events = eventsOf(await a.client(session).post(call));
    const { id } = await events.message();
    expect(id).toContain(a.stores.bus.name);
    const taken = await c.client(session).post(roots(id, "x"));
    expect(taken.status).toBe(202);
    expect(textOf(await events.message())).toContain('"name":"x"');
  });

  test("is nobody else's: two sessions that are asked at once get their own", async () => {
    const { members } = clusterOf({ callTool: () => asksRoots });
    const [a, b] = members;
    const sessions = [await sessionAt(a), await sessionAt(a)];
    const asked = await Promise.all(
      sessions.map(async (session) => {
        const events = eventsOf(await a.client(session).post(call));
        return { session, events, id: (await events.message())["id"] };
      }),
    );
    expect(asked[0]?.id).not.toBe(asked[1]?.id);
    const [first, second] = asked;
    // The answer of one session to the question of the other is none.
    await b.client(sessions[0] ?? raise()).post(roots(second?.id, "stolen"));
    await b.client(sessions[1] ?? raise()).post(roots(second?.id, "second"));
    await b.client(sessions[0] ?? raise()).post(roots(first?.id, "first"));
    expect(textOf((await first?.events.message()) ?? {})).toContain("first");
    expect(textOf((await second?.events.message()) ?? {})).toContain("second");
  });

  test("is taken and dropped where the process that asked is gone", async () => {
    const { members } = clusterOf({ callTool: () => asksRoots });
    const [a, b] = members;
    const session = await sessionAt(a);
    const events = eventsOf(await a.client(session).post(call));
    const { id } = await events.message();
    a.kill();
    expect((await b.client(session).post(roots(id, "x"))).status).toBe(202);
  });
});

test("progress that the client tells at another process is heard", async () => {
  const heard: number[] = [];
  const asks: Call = async (_params, { peer }) => {
    await (peer as UntypedCaller).request("roots/list", undefined, {
      onProgress: ({ progress }) => heard.push(progress),
    });
    return { content: [] };
  };
  const { members } = clusterOf({ callTool: () => asks });
  const [a, b] = members;
  const session = await sessionAt(a);
  const events = eventsOf(await a.client(session).post(call));
  const { id, params } = await events.message();
  const { progressToken } = (params as { _meta: Record<string, unknown> })
    ._meta;
  const told = { progressToken, progress: 1 };
  await b.client(session).post(notification("notifications/progress", told));
  await b.client(session).post(roots(id, "x"));
  await events.message();
  expect(heard).toEqual([1]);
});

test("a request is taken back at another process than the one that works on it", async () => {
  const { callTool, contexts } = teller();
  const { members } = clusterOf({ callTool });
  const [a, b] = members;
  const session = await sessionAt(a);
  const events = eventsOf(await a.client(session).post(call));
  await vi.waitFor(() => expect(contexts).toHaveLength(1), patient);
  const told = { requestId: call["id"], reason: "enough" };
  const taken = await b
    .client(session)
    .post(notification("notifications/cancelled", told));
  expect(taken.status).toBe(202);
  await vi.waitFor(
    () => expect(contexts[0]?.signal.aborted).toBe(true),
    patient,
  );
  expect(messagesOf(await events.rest())).toEqual([]);
});

describe("the stream of a call", () => {
  test("goes on at another process, with what was missed, in order and once", async () => {
    const { callTool, tell, end } = teller();
    const { members } = clusterOf({ callTool });
    const [a, b] = members;
    const session = await sessionAt(a);
    const events = eventsOf(await a.client(session).post(call));
    const primer = await idOf(events);
    for (const text of ["one", "two"]) tell(text);
    expect(await textsOf(events, 2)).toEqual(["one", "two"]);
    await events.cut();
    tell("three");
    const back = eventsOf(await b.client(session).resume(primer));
    expect(await textsOf(back, 3)).toEqual(["one", "two", "three"]);
    tell("four");
    expect(await textsOf(back, 1)).toEqual(["four"]);
    end();
    expect(await textsOf(back, 1)).toEqual(["the end"]);
    expect(await back.next()).toBeUndefined();
  });

  test("goes on again where it is written", async () => {
    const { callTool, tell, end } = teller();
    const { members } = clusterOf({ callTool });
    const [a, b] = members;
    const session = await sessionAt(a);
    const first = eventsOf(await a.client(session).post(call));
    const primer = await idOf(first);
    await first.cut();
    const there = eventsOf(await b.client(session).resume(primer));
    tell("one");
    expect(await textsOf(there, 1)).toEqual(["one"]);
    const back = eventsOf(await a.client(session).resume(primer));
    expect(await textsOf(back, 1)).toEqual(["one"]);
    tell("two");
    end();
    expect(await textsOf(back, 2)).toEqual(["two", "the end"]);
    expect(await there.next()).toBeUndefined();
  });

  test("that has moved is written to one connection alone", async () => {
    const { callTool, tell, end } = teller();
    const { members } = clusterOf({ callTool });
    const [a, b] = members;
    const session = await sessionAt(a);
    const old = eventsOf(await a.client(session).post(call));
    const primer = await idOf(old);
    const back = eventsOf(await b.client(session).resume(primer));
    // Its end says that the first connection is no longer the one.
    expect(messagesOf(await old.rest())).toEqual([]);
    tell("one");
    end();
    expect(await textsOf(back, 2)).toEqual(["one", "the end"]);
  });

  test("is there when it is over, from any event on", async () => {
    const { callTool, tell, end } = teller();
    const { members } = clusterOf({ callTool });
    const [a, , c] = members;
    const session = await sessionAt(a);
    const events = eventsOf(await a.client(session).post(call));
    tell("one");
    end();
    const seen = await events.rest();
    const ids = seen.map(({ id }) => id ?? "");
    expect(ids).toHaveLength(3);
    const back = async (id: string | undefined) => {
      const response = await c.client(session).resume(id);
      return response.status === 204
        ? []
        : messagesOf(await eventsOf(response).rest());
    };
    expect(await back(ids[0])).toEqual(messagesOf(seen));
    expect(await back(ids[1])).toEqual(messagesOf(seen).slice(1));
    expect(await back(ids[2])).toEqual([]);
  });

  test("is not read behind an event that is not kept: later, as long as it is written, and never after", async () => {
    const { callTool, tell, end } = teller();
    const { members } = clusterOf({ callTool });
    const [a, b] = members;
    const session = await sessionAt(a);
    const events = eventsOf(await a.client(session).post(call));
    const stream = (await idOf(events)).replace(/\d+$/, "");
    const back = async (sequence: number): Promise<number> =>
      (await b.client(session).resume(`${stream}${sequence}`)).status;
    // The store may be behind.
    expect(await back(9_999)).toBe(503);
    // Whoever asked so has not taken it away.
    tell("one");
    const there = eventsOf(await b.client(session).resume(`${stream}0`));
    end();
    expect(await textsOf(there, 2)).toEqual(["one", "the end"]);
    expect(await there.next()).toBeUndefined();
    expect([await back(2), await back(3)]).toEqual([204, 400]);
  });

  test("is its principal's alone", async () => {
    const { callTool, tell } = teller();
    const { members } = clusterOf({ callTool, http: { authorize: byBearer } });
    const [a, b] = members;
    const anna = await sessionAt(a, { headers: authorization("anna") });
    const bob = await sessionAt(a, { headers: authorization("bob") });
    const events = eventsOf(await a.client(anna).post(call));
    const primer = await idOf(events);
    tell("one");
    await textsOf(events, 1);
    for (const headers of [
      bob.headers,
      { ...anna.headers, ...authorization("bob") },
    ])
      expect(
        (await clientOf(b.handler, headers).resume(primer)).status,
      ).toBeGreaterThanOrEqual(400);
  });

  test("of a process that is killed ends with an error that says so", async () => {
    const { callTool, tell } = teller();
    const { members } = clusterOf({ callTool });
    const [a, b] = members;
    const session = await sessionAt(a);
    const events = eventsOf(await a.client(session).post(call));
    const primer = await idOf(events);
    tell("one");
    await textsOf(events, 1);
    const back = eventsOf(await b.client(session).resume(primer));
    expect(await textsOf(back, 1)).toEqual(["one"]);
    a.kill();
    expect(messagesOf(await back.rest())).toEqual([
      {
        jsonrpc: "2.0",
        id: 1,
        error: {
          code: -32603,
          message:
            "The server process that worked on this request ended before it was answered",
        },
      },
    ]);
    // It ends the same for whoever comes back once more.
    const again = await members[2].client(session).resume(primer);
    expect(messagesOf(await eventsOf(again).rest())).toHaveLength(2);
  });

  test("of a process that was killed before ends so too, and without one where it had its answer", async () => {
    const { callTool, end } = teller();
    const { members } = clusterOf({ callTool });
    const [a, b] = members;
    const session = await sessionAt(a);
    const one = eventsOf(await a.client(session).post(call));
    const answered = await idOf(one);
    end();
    await one.rest();
    const two = eventsOf(
      await a.client(session).post(request(2, "tools/call", { name: "a" })),
    );
    const unanswered = await idOf(two);
    const kept = (id: string) =>
      b.stores.streams.read(id.slice(0, id.lastIndexOf(".")), undefined, 0);
    await vi.waitFor(async () => {
      expect(await kept(answered)).toMatchObject({ isFinished: true });
      expect(await kept(unanswered)).toMatchObject({ isFinished: false });
    }, patient);
    a.kill();
    const back = async (id: string) =>
      messagesOf(await eventsOf(await b.client(session).resume(id)).rest());
    expect(await back(answered)).toMatchObject([{ id: 1, result: {} }]);
    expect(await back(unanswered)).toMatchObject([
      { id: 2, error: { code: -32603 } },
    ]);
  });

  test("that nobody knows is refused, and its writer is asked for no longer than it lives", async () => {
    const { members } = clusterOf();
    const [a, b] = members;
    const session = await sessionAt(a);
    const { streams } =
      (await a.stores.sessions.use(
        session.headers["mcp-session-id"] ?? "",
        undefined,
      )) ?? raise();
    const back = async (id: string) =>
      (await b.client(session).resume(id)).status;
    expect(await back(`${streams}goneprocessc1.0`)).toBe(400);
    expect(await back("other.1")).toBe(400);
    expect(await back(`${streams}.1`)).toBe(400);
  });

  test("of a process that was killed between its answer and its end has that answer alone", async () => {
    const { callTool, end } = teller();
    const { members } = clusterOf({ callTool });
    const [a, b] = members;
    const session = await sessionAt(a);
    const finishing = vi
      .spyOn(a.stores.streams, "finish")
      .mockReturnValue(new Promise(() => {}));
    const events = eventsOf(await a.client(session).post(call));
    const primer = await idOf(events);
    end();
    await events.rest();
    await vi.waitFor(() => expect(finishing).toHaveBeenCalled(), patient);
    a.kill();
    const back = eventsOf(await b.client(session).resume(primer));
    expect(messagesOf(await back.rest())).toMatchObject([{ result: {} }]);
  });

  test("that no other process knew of before its writer was killed is refused with a word", async () => {
    const { callTool } = teller();
    const { members } = clusterOf({ callTool });
    const [a, b] = members;
    const session = await sessionAt(a);
    const opening = vi
      .spyOn(a.stores.streams, "open")
      .mockReturnValue(new Promise(() => {}));
    const events = eventsOf(await a.client(session).post(call));
    const primer = await idOf(events);
    a.kill();
    const response = await b.client(session).resume(primer);
    opening.mockRestore();
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(
      "The server process that worked on this request ended",
    );
  });

  test("is found though it had not begun where all can read it when its client came", async () => {
    const { callTool, tell, end } = teller();
    const { members } = clusterOf({ callTool });
    const [a, b] = members;
    const session = await sessionAt(a);
    const { streams } = a.stores;
    const begin = streams.open.bind(streams);
    let letBegin: () => void = () => {};
    const held = new Promise<void>((resolve) => (letBegin = resolve));
    const opening = vi
      .spyOn(streams, "open")
      .mockImplementation(async (facts) => {
        await held;
        await begin(facts);
      });
    const events = eventsOf(await a.client(session).post(call));
    const primer = await idOf(events);
    await events.cut();
    const back = b.client(session).resume(primer);
    await pause(30);
    letBegin();
    opening.mockRestore();
    tell("one");
    end();
    expect(messagesOf(await eventsOf(await back).rest())).toHaveLength(2);
  });

  test("survives that the store is away: what was told meanwhile is kept afterwards", async () => {
    const { callTool, tell, end } = teller();
    const { members, memory } = clusterOf({ callTool });
    const [a, b] = members;
    const session = await sessionAt(a);
    const events = eventsOf(await a.client(session).post(call));
    const primer = await idOf(events);
    tell("one");
    await textsOf(events, 1);
    memory.setAway(true);
    tell("two");
    end();
    expect(await textsOf(events, 2)).toEqual(["two", "the end"]);
    await vi.waitFor(() => expect(a.errors).not.toEqual([]), patient);
    memory.setAway(false);
    const back = eventsOf(await b.client(session).resume(primer));
    expect(await textsOf(back, 3)).toEqual(["one", "two", "the end"]);
    expect(await back.next()).toBeUndefined();
  });
});

function raise(): never {
  throw new Error("there is none");
}
