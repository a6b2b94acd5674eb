import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createMemoryEventStore } from "../../../src/runtime/http/server/events/event-store.ts";
import type { EventStore } from "../../../src/runtime/http.ts";
import type { Context } from "../../../src/runtime/peer/context.ts";
import { request } from "../revisions.ts";
import { done, serverWith, type Call } from "../tool-server.ts";
import { settle, until } from "../wait.ts";
import {
  eventsOf,
  handlerOf,
  messagesOf,
  openSession,
} from "./session-client.ts";

const call = request(1, "tools/call", {
  name: "a",
  _meta: { progressToken: 1 },
});

const five: Call = async (_params, context: Context) => {
  for (let n = 1; n <= 5; n++) context.progress(n);
  await settle();
  return done;
};

/** A store that notes which streams it keeps. */
function spy(inner: EventStore = createMemoryEventStore()) {
  const streams = new Set<string>();
  const store: EventStore = {
    append(stream, one) {
      streams.add(stream);
      return inner.append(stream, one);
    },
    read: (stream, after) => inner.read(stream, after),
    delete(stream) {
      streams.delete(stream);
      return inner.delete(stream);
    },
  };
  return { store, streams };
}

describe("a session", () => {
  test.each(["auto", "stream"] as const)(
    "keeps few of its streams, and none when it is over: %s",
    async (responses) => {
      const { store, streams } = spy();
      const handler = handlerOf(serverWith(five), {
        eventStore: store,
        responses,
      });
      const client = await openSession(handler);
      for (let id = 0; id < 100; id++) await client.ask({ ...call, id });
      expect(streams.size).toBe(64);
      await client.delete();
      expect(streams.size).toBe(0);
    },
  );

  test("leaves nothing in the store when it ends in mid-call", async () => {
    const { store, streams } = spy();
    const never: Call = (_params, context) => {
      context.progress(1);
      return new Promise(() => {});
    };
    const handler = handlerOf(serverWith(never), { eventStore: store });
    const client = await openSession(handler);
    await client.post(call);
    await client.get();
    expect(streams.size).toBe(1);
    await handler.close({ graceMs: 0 });
    expect(streams.size).toBe(0);
    expect(handler.status()).toMatchObject({ sessions: 0, streams: 0 });
  });
});

/** A store whose every answer takes a while: of appends, the first the longest. */
function slow(inner = createMemoryEventStore()): EventStore {
  let patience = 20;
  return {
    async append(stream, one) {
      await sleep((patience = Math.max(1, patience - 4)));
      inner.append(stream, one);
    },
    async read(stream, after) {
      await sleep(10);
      return inner.read(stream, after);
    },
    async delete(stream) {
      await sleep(1);
      inner.delete(stream);
    },
  };
}

describe("a store that is slow", () => {
  test("keeps the order of events, and none is lost or doubled", async () => {
    let context: Context | undefined;
    let finish: (result: unknown) => void = () => {};
    const server = serverWith((_params, one) => {
      context = one;
      return new Promise((resolve) => (finish = resolve));
    });
    const { store, streams } = spy(slow());
    const handler = handlerOf(server, { eventStore: store });
    const client = await openSession(handler);
    const events = eventsOf(await client.post(call));
    const primer = await events.next();
    await events.cut();
    for (let n = 1; n <= 3; n++) context?.progress(n);
    const back = client.resume(primer?.id);
    await sleep(5);
    // While the store is asked.
    for (let n = 4; n <= 6; n++) context?.progress(n);
    finish(done);
    const read = await eventsOf(await back).rest();
    expect(messagesOf(read)).toMatchObject([
      ...[1, 2, 3, 4, 5, 6].map((n) => ({ params: { progress: n } })),
      { result: done },
    ]);
    await client.delete();
    await until(() => streams.size === 0);
  });

  test("lets the newest of two that come back go on", async () => {
    let finish: (result: unknown) => void = () => {};
    const server = serverWith(
      () => new Promise((resolve) => (finish = resolve)),
    );
    const handler = handlerOf(server, { eventStore: slow() });
    const client = await openSession(handler);
    const events = eventsOf(await client.post(call));
    const primer = await events.next();
    await events.cut();
    const older = client.resume(primer?.id);
    const newer = client.resume(primer?.id);
    expect((await older).status).toBe(204);
    finish(done);
    expect(messagesOf(await eventsOf(await newer).rest())).toMatchObject([
      { result: done },
    ]);
  });

  test("deletes what it was still to keep", async () => {
    const inner = createMemoryEventStore();
    const handler = handlerOf(serverWith(five), { eventStore: slow(inner) });
    const client = await openSession(handler);
    await client.ask(call);
    await until(() => inner.bytes > 0);
    await client.delete();
    await until(() => inner.bytes === 0);
    await sleep(50);
    expect(inner.bytes).toBe(0);
  });
});

const broken: readonly [string, EventStore["append"]][] = [
  [
    "throws",
    () => {
      throw new Error("full");
    },
  ],
  ["rejects", () => Promise.reject(new Error("full"))],
  ["never answers", () => new Promise(() => {})],
];

describe.each(broken)("a store that %s", (kind, append) => {
  test("costs a client that is there nothing", async () => {
    const errors: Error[] = [];
    const eventStore: EventStore = {
      append,
      read: () => undefined,
      delete: () => {},
    };
    const handler = handlerOf(serverWith(five), {
      eventStore,
      onError: (one) => errors.push(one),
    });
    const client = await openSession(handler);
    const events = await eventsOf(await client.post(call)).rest();
    expect(messagesOf(events)).toHaveLength(6);
    await settle();
    if (kind !== "never answers") expect(errors[0]?.message).toBe("full");
    if (kind === "never answers") return client.delete().then(() => {});
    expect((await client.resume(events[1]?.id)).status).toBe(400);
    await client.delete();
  });
});

test("an event that the store lost is not passed over", async () => {
  const inner = createMemoryEventStore();
  const eventStore: EventStore = {
    append(stream, one) {
      if (one.sequence !== 2) inner.append(stream, one);
    },
    read: (stream, after) => inner.read(stream, after),
    delete: (stream) => inner.delete(stream),
  };
  const client = await openSession(handlerOf(serverWith(five), { eventStore }));
  const events = await eventsOf(await client.post(call)).rest();
  expect((await client.resume(events[0]?.id)).status).toBe(400);
  expect((await client.resume(events[3]?.id)).status).toBe(200);
});

test("a store that fails to read refuses the client", async () => {
  const inner = createMemoryEventStore();
  const errors: Error[] = [];
  const eventStore: EventStore = {
    append: (stream, one) => inner.append(stream, one),
    read: () => Promise.reject(new Error("gone")),
    delete: (stream) => inner.delete(stream),
  };
  const handler = handlerOf(serverWith(five), {
    eventStore,
    onError: (one) => errors.push(one),
  });
  const client = await openSession(handler);
  const [first] = await eventsOf(await client.post(call)).rest();
  expect((await client.resume(first?.id)).status).toBe(400);
  expect(errors).toMatchObject([{ message: "gone" }]);
});

describe("a store that never answers", () => {
  const never = (): Promise<never> => new Promise(() => {});

  function manyTimes(count: number): Call {
    return async (_params, context: Context) => {
      for (let n = 1; n <= count; n++) context.progress(n);
      await settle();
      return done;
    };
  }

  const unbounded = { noticeRates: { progress: Infinity } };

  test("is asked for no more than a bound", async () => {
    const errors: Error[] = [];
    const { store, streams } = spy({
      append: never,
      read: never,
      delete: never,
    });
    const server = serverWith(manyTimes(10_005), unbounded);
    const handler = handlerOf(server, {
      eventStore: store,
      onError: (one) => errors.push(one),
    });
    const client = await openSession(handler);
    const events = await eventsOf(await client.post(call)).rest();
    expect(messagesOf(events)).toHaveLength(10_006);
    expect(streams.size).toBe(1);
    // Of one kind no more are told in a minute.
    expect(errors).toHaveLength(5);
    await client.delete();
  });

  test("keeps little for a client that comes back meanwhile", async () => {
    let context: Context | undefined;
    const server = serverWith((_params, one) => {
      context = one;
      return new Promise(() => {});
    });
    const handler = handlerOf(server, {
      eventStore: { append: () => {}, read: never, delete: () => {} },
      maxBufferedBytes: 1_000,
    });
    const client = await openSession(handler);
    const events = eventsOf(await client.post(call));
    const primer = await events.next();
    context?.progress(1);
    await events.cut();
    const older = client.resume(primer?.id);
    const back = client.resume(primer?.id);
    expect((await older).status).toBe(204);
    for (let n = 2; n < 20; n++) context?.progress(n);
    expect((await back).status).toBe(503);
    await client.delete();
  });
});
