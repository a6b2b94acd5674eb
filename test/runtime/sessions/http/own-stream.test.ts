import { describe, expect, test, vi } from "vitest";
import type { UntypedCaller } from "../../../../src/runtime/peer/caller.ts";
import { request } from "../../revisions.ts";
import { call } from "../../tool-server.ts";
import {
  eventsOf,
  messagesOf,
  openSession,
  type Events,
  type SessionClient,
} from "../../http/session-client.ts";
import {
  clusterOf,
  memberOf,
  pause,
  sessionAt,
  type Member,
} from "./cluster-of.ts";
import { patient } from "../../wait.ts";

const updated = "notifications/resources/updated";
const toolsChanged = "notifications/tools/list_changed";

const listen = async (
  member: Member,
  session: SessionClient,
): Promise<Events> => eventsOf(await member.client(session).get());

async function subscribe(
  member: Member,
  session: SessionClient,
  uri: string,
): Promise<void> {
  const asked = request(7, "resources/subscribe", { uri });
  expect(await member.client(session).ask(asked)).toMatchObject({ result: {} });
}

/** The URIs of updates, as they come. */
async function updates(events: Events, count: number): Promise<unknown[]> {
  const uris: unknown[] = [];
  while (uris.length < count) {
    const { params } = await events.message();
    uris.push((params as { readonly uri?: unknown } | undefined)?.uri);
  }
  return uris;
}

async function untilUpdate(events: Events, uri: string): Promise<void> {
  for (;;) if ((await updates(events, 1))[0] === uri) return;
}

describe("a change", () => {
  test("that any process tells of reaches a session, once, wherever it listens", async () => {
    const { members } = clusterOf();
    const [a, b, c] = members;
    const session = await sessionAt(a);
    await subscribe(b, session, "test:/1");
    const events = await listen(c, session);
    for (const { server } of members) {
      server.publish(updated, { uri: "test:/1" });
      expect(await updates(events, 1)).toEqual(["test:/1"]);
    }
    b.server.publish(updated, { uri: "test:/other" });
    const reading = vi.spyOn(c.stores.streams, "read");
    b.server.publish(updated, { uri: "test:/1" });
    expect(await updates(events, 1)).toEqual(["test:/1"]);
    // To look for more than four is to know that these have been read.
    await vi.waitFor(() => expect(reading.mock.lastCall?.[2]).toBe(4), patient);
    await events.cut();
    // What nobody subscribed to is not told, and nothing is told twice.
    const later = await listen(b, session);
    a.server.publish(toolsChanged);
    expect(await later.message()).toMatchObject({ method: toolsChanged });
  });

  test("waits for a session whose client does not listen", async () => {
    const { members } = clusterOf();
    const [a, b, c] = members;
    const session = await sessionAt(a);
    await subscribe(a, session, "test:/1");
    await pause(20);
    b.server.publish(updated, { uri: "test:/1" });
    await pause(20);
    expect(await updates(await listen(c, session), 1)).toEqual(["test:/1"]);
  });

  test("is told to subscriptions that stand alone, by each process to its own", async () => {
    const { members } = clusterOf();
    const { modern, modernRequest } = await import("../../revisions.ts");
    const { clientOf } = await import("../../http/session-client.ts");
    const client = clientOf(members[1].handler, {
      "mcp-protocol-version": modern,
      "mcp-method": "subscriptions/listen",
    });
    const asked = modernRequest(1, "subscriptions/listen", {
      notifications: { toolsListChanged: true },
    });
    const events = eventsOf(await client.post(asked));
    await events.message();
    members[0].server.publish(toolsChanged);
    expect(await events.message()).toMatchObject({ method: toolsChanged });
    expect(members[1].calls()).toEqual({});
    await events.cut();
  });

  test("of what was subscribed to elsewhere just before is told, though its teller hears of both late", async () => {
    const { members } = clusterOf();
    const [a, b, c] = members;
    const session = await sessionAt(a);
    const events = await listen(b, session);
    await pause(20);
    a.stores.setAway(true);
    await subscribe(b, session, "test:/1");
    c.server.publish(updated, { uri: "test:/1/part" });
    a.stores.setAway(false);
    await untilUpdate(events, "test:/1/part");
  });

  test("is told though the process that told the session's client is killed", async () => {
    const { members } = clusterOf();
    const [a, b, c] = members;
    const session = await sessionAt(a);
    await subscribe(a, session, "test:/1");
    const events = await listen(b, session);
    a.kill();
    c.server.publish(updated, { uri: "test:/1" });
    // Whoever takes over tells all that may have changed.
    await untilUpdate(events, "test:/1");
    await vi.waitFor(async () => {
      const record = await c.stores.sessions.use(
        session.headers["mcp-session-id"] ?? "",
        undefined,
      );
      expect(record?.keeper).toBe(b.stores.bus.name);
    }, patient);
    c.server.publish(updated, { uri: "test:/1/part" });
    await untilUpdate(events, "test:/1/part");
  });

  test("is told though one that took the session over unheard is killed", async () => {
    const { members } = clusterOf();
    const [a, b, c] = members;
    const session = await sessionAt(a);
    await subscribe(a, session, "test:/1");
    const events = await listen(c, session);
    await pause(20);
    const change = {
      kind: "keeper",
      from: a.stores.bus.name,
      to: b.stores.bus.name,
    } as const;
    const id = session.headers["mcp-session-id"] ?? "";
    expect(await b.stores.sessions.update(id, undefined, change)).toBe("done");
    b.kill();
    await vi.waitFor(async () => {
      const record = await c.stores.sessions.use(id, undefined);
      expect(record?.keeper).toBe(c.stores.bus.name);
    }, patient);
    a.server.publish(updated, { uri: "test:/1/part" });
    await untilUpdate(events, "test:/1/part");
  });

  test("that came while nobody kept the session is told by who keeps it next", async () => {
    const { members, memory } = clusterOf();
    const [a, b] = members;
    const session = await sessionAt(a);
    await subscribe(a, session, "test:/1");
    a.kill();
    await pause(20);
    b.server.publish(updated, { uri: "test:/1" });
    await pause(20);
    // One that was not there then cannot know what there was: it tells all.
    const late = memberOf("late", memory);
    const events = await listen(late, session);
    const told = messagesOf(await some(events, 4));
    expect(told.map(({ method }) => method).toSorted()).toEqual([
      "notifications/resources/list_changed",
      updated,
      toolsChanged,
    ]);
    await late.handler.close({ graceMs: 0 });
  });
});

/** Events until there were some, or nothing came for a while. */
async function some(events: Events, count: number) {
  const read = [];
  while (read.length < count) {
    const event = await Promise.race([events.next(), pause(200)]);
    if (!event) break;
    read.push(event);
  }
  return read;
}

describe("of several connections that listen", () => {
  test("the newest hears, and an older one goes on when it is gone", async () => {
    const { members } = clusterOf();
    const [a, b, c] = members;
    const session = await sessionAt(a);
    const older = await listen(b, session);
    await pause(20);
    const newer = await listen(c, session);
    await pause(20);
    a.server.publish(toolsChanged);
    expect(await newer.message()).toMatchObject({ method: toolsChanged });
    await newer.cut();
    await pause(30);
    a.server.publish("notifications/resources/list_changed");
    expect(await older.message()).toMatchObject({
      method: "notifications/resources/list_changed",
    });
  });

  test.each([
    ["says that it was not so, as at a second attempt", false],
    ["was away", new Error("the store is away")],
  ])(
    "an older one goes on though who kept the stream %s when the newer left",
    async (_, answer) => {
      const { members } = clusterOf();
      const [a, b, c] = members;
      const session = await sessionAt(a);
      const older = await listen(b, session);
      await pause(20);
      const newer = await listen(c, session);
      await pause(20);
      const { streams } = c.stores;
      const detach = streams.detach.bind(streams);
      vi.spyOn(streams, "detach").mockImplementationOnce(async (...given) => {
        if (answer) throw answer;
        await detach(...given);
        return answer;
      });
      await newer.cut();
      a.server.publish(toolsChanged);
      expect(await older.message()).toMatchObject({ method: toolsChanged });
      expect(c.errors).toEqual(answer ? [answer] : []);
    },
  );

  test("an older one goes on when the process of the newer is killed", async () => {
    const { members } = clusterOf();
    const [a, b, c] = members;
    const session = await sessionAt(a);
    const older = await listen(b, session);
    await pause(20);
    await listen(c, session);
    await pause(20);
    c.kill();
    await pause(30);
    a.server.publish(toolsChanged);
    expect(await older.message()).toMatchObject({ method: toolsChanged });
  });

  test("there are no more than a session may have", async () => {
    const { members } = clusterOf({ http: { sessions: { maxStreams: 1 } } });
    const [a] = members;
    const session = await sessionAt(a);
    await listen(a, session);
    expect((await session.get()).status).toBe(429);
  });
});

describe("who comes back", () => {
  test("goes on behind what it has, at another process", async () => {
    const { members } = clusterOf();
    const [a, b, c] = members;
    const session = await sessionAt(a);
    const events = await listen(b, session);
    const uris = ["test:/1", "test:/2", "test:/3"];
    for (const uri of uris) await subscribe(a, session, uri);
    for (const uri of uris) a.server.publish(updated, { uri });
    const ids: (string | undefined)[] = [];
    while (ids.length < 3) {
      const event = await events.next();
      if (event?.data !== "") ids.push(event?.id);
    }
    await events.cut();
    const back = eventsOf(await c.client(session).resume(ids[0]));
    expect(await updates(back, 2)).toEqual(["test:/2", "test:/3"]);
  });
});

test("what a handler tells behind its answer reaches the client, wherever it listens", async () => {
  let tell: () => void = () => {};
  const { members } = clusterOf({
    callTool: () => (_params, context) => {
      tell = () => context.log("info", "later");
      return { content: [] };
    },
  });
  const [a, b] = members;
  const session = await sessionAt(a);
  await session.ask(call);
  const events = await listen(b, session);
  tell();
  expect(await events.message()).toMatchObject({ params: { data: "later" } });
});

test("a question behind the answer is answered over the session's stream, at any process", async () => {
  let ask: () => Promise<unknown> = () => Promise.resolve();
  const { members } = clusterOf({
    callTool:
      () =>
      (_params, { peer }) => {
        ask = () => (peer as UntypedCaller).request("roots/list", undefined);
        return { content: [] };
      },
  });
  const [a, b, c] = members;
  const session = await sessionAt(a);
  await session.ask(call);
  const events = await listen(b, session);
  const answer = ask();
  const { id, method } = await events.message();
  expect(method).toBe("roots/list");
  const result = { roots: [] };
  await c.client(session).post({ jsonrpc: "2.0", id, result });
  expect(await answer).toEqual(result);
});

test("pings are not kept for a client that does not listen", async () => {
  const { members } = clusterOf({
    server: { keepAlive: { intervalMs: 5, timeoutMs: 1_000 } },
  });
  await sessionAt(members[0]);
  await pause(50);
  expect(members[0].counts.get("append")).toBeUndefined();
});

test("pings reach a client that listens, and one that does not is not taken for dead", async () => {
  const { members } = clusterOf({
    server: { keepAlive: { intervalMs: 25, timeoutMs: 60 } },
  });
  const [a, b, c] = members;
  const silent = await sessionAt(a);
  const session = await openSession(a.handler, {});
  const events = await listen(b, session);
  // The first thing that is told shows that somebody listens.
  a.server.publish(toolsChanged);
  for (let count = 0; count < 2;) {
    const { id, method } = await events.message();
    if (method !== "ping") continue;
    count++;
    await c.client(session).post({ jsonrpc: "2.0", id, result: {} });
  }
  const left = await b.client(session).get();
  expect(left.status).toBe(200);
  expect((await silent.post(request(1, "ping"))).status).toBe(200);
});

test.each([
  ["unavailable", new Error("lost")],
  ["full", Object.assign(new Error("no room"), { isFull: true })],
])(
  "who listens while the store of streams is %s hears that",
  async (how, error) => {
    const { members } = clusterOf();
    const [a, b] = members;
    const session = await sessionAt(a);
    const attach = vi
      .spyOn(b.stores.streams, "attach")
      .mockRejectedValue(error);
    const refused = await b.client(session).get();
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(await refused.text()).toContain(`The stream store is ${how}`);
    expect(b.errors).toEqual([error]);
    attach.mockRestore();
    const events = await listen(b, session);
    a.server.publish(toolsChanged);
    expect(await events.message()).toMatchObject({ method: toolsChanged });
    await events.cut();
  },
);

test("what is tried again while the bus is away keeps no process alive", async () => {
  const { members, memory } = clusterOf();
  const [a] = members;
  await sessionAt(a);
  const isHeld: (boolean | undefined)[] = [];
  const setTimer = globalThis.setTimeout;
  const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(((
    act: () => void,
    delay?: number,
  ) => {
    const timer = setTimer(act, delay);
    // When whoever has set it has done to it what it likes.
    if (delay === 500) queueMicrotask(() => isHeld.push(timer.hasRef()));
    return timer;
  }) as typeof setTimeout);
  memory.setAway(true);
  a.server.publish(toolsChanged);
  await vi.waitFor(() => expect(isHeld.length).toBeGreaterThan(0), 20_000);
  memory.setAway(false);
  spy.mockRestore();
  expect(new Set(isHeld)).toEqual(new Set([false]));
});
