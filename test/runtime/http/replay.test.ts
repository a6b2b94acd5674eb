import { get } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { listen } from "../../../src/runtime/http-node.ts";
import type { EventStore, HttpOptions } from "../../../src/runtime/http.ts";
import { createMemoryEventStore } from "../../../src/runtime/http/server/events/event-store.ts";
import type { Context } from "../../../src/runtime/peer/context.ts";
import { newestHandshake, request } from "../revisions.ts";
import { done, serverWith, type Call } from "../tool-server.ts";
import { settle, until } from "../wait.ts";
import {
  eventsOf,
  messagesOf,
  openSession,
  sessionOf,
  type SessionClient,
} from "./session-client.ts";
import { startSession } from "./raw-server.ts";

const call = request(1, "tools/call", {
  name: "a",
  _meta: { progressToken: 1 },
});
const KiB = 1024;
/** Floods are let through: they are the test. */
const unbounded = { noticeRates: { progress: Infinity } };
const filler = "x".repeat(16 * KiB);

/** Tells so many times of its progress, each time at length. */
const tells =
  (times: number): Call =>
  async (_params, context: Context) => {
    for (let n = 1; n <= times; n++) context.progress(n, times, filler);
    await settle();
    return done;
  };

/** A store that notes how much was read of it. */
function metered(): { store: EventStore; read(): number; most(): number } {
  const inner = createMemoryEventStore();
  let read = 0;
  let reading = 0;
  let most = 0;
  const store: EventStore = {
    append: (stream, event) => inner.append(stream, event),
    async read(stream, after, maxBytes) {
      most = Math.max(most, ++reading);
      await settle();
      reading--;
      const events = inner.read(stream, after, maxBytes) ?? [];
      for (const { data } of events) read += data.length;
      return events;
    },
    delete: (stream) => inner.delete(stream),
  };
  return { store, read: () => read, most: () => most };
}

/** A session with a stream of two MiB that is complete, and the id of its first event. */
async function missed(options: HttpOptions = {}): Promise<{
  readonly client: SessionClient;
  readonly first: string;
}> {
  const client = await sessionOf(serverWith(tells(128), unbounded), options);
  onTestFinished(() => client.handler.close({ graceMs: 0 }));
  const [first] = await eventsOf(await client.post(call)).rest();
  return { client, first: first?.id ?? "" };
}

const progressOf = (messages: readonly unknown[]): unknown[] =>
  messages.map(
    (one) => (one as { params?: { progress?: unknown } }).params?.progress,
  );

describe("what a client missed", () => {
  test("is read from the store as fast as the client reads it", async () => {
    const { store, read } = metered();
    const { client, first } = await missed({ eventStore: store });
    const response = await client.resume(first);
    for (let turn = 0; turn < 20; turn++) await settle();
    expect(read()).toBeLessThan(100 * KiB);
    expect(client.handler.status()).toMatchObject({ streams: 1, requests: 1 });
    const messages = messagesOf(await eventsOf(response).rest());
    const all = Array.from({ length: 128 }, (_, n) => n + 1);
    expect(progressOf(messages)).toEqual([...all, undefined]);
    expect(messages.at(-1)).toMatchObject({ id: 1, result: done });
    expect(client.handler.status()).toMatchObject({ streams: 0, requests: 0 });
  });

  test("is sent once at a time, however often it is asked for", async () => {
    const { store, read, most } = metered();
    const { client, first } = await missed({ eventStore: store });
    const older: Response[] = [];
    for (let n = 0; n < 40; n++) {
      older.push(await client.resume(first));
      expect(client.handler.status()).toMatchObject({
        streams: 1,
        requests: 1,
      });
    }
    expect(read()).toBeLessThan(40 * 100 * KiB);
    // Many at the same time, some of which go before it is their turn.
    const together = Array.from({ length: 40 }, () => client.resume(first));
    const answers = await Promise.all(together);
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 39 }, () => 204),
      200,
    ]);
    expect(most()).toBe(1);
    expect(read()).toBeLessThan(42 * 100 * KiB);
    for (const one of older)
      await expect(one.text()).rejects.toThrow("came back elsewhere");
    const newest = answers.at(-1);
    if (!newest) throw new Error("there is no answer");
    expect(await eventsOf(newest).rest()).toHaveLength(129);
  });

  test("is asked of the store one at a time, also for those who left", async () => {
    const { store, most } = metered();
    const { client, first } = await missed({ eventStore: store });
    const readers = [];
    for (let n = 0; n < 10; n++) {
      const leaving = new AbortController();
      const headers = { ...client.headers, "last-event-id": first };
      readers.push(
        client.handler(
          new Request("http://localhost/mcp", {
            headers,
            signal: leaving.signal,
          }),
        ),
      );
      for (let turn = 0; turn < 20; turn++) await undefined;
      leaving.abort();
    }
    await Promise.all(readers);
    await settle();
    expect(most()).toBe(1);
    expect(client.handler.status()).toMatchObject({ streams: 0, requests: 0 });
  });

  test("counts as a stream among others", async () => {
    const { client, first } = await missed({ maxStreams: 1 });
    const other = await openSession(client.handler);
    const replay = await client.resume(first);
    expect((await other.get()).status).toBe(503);
    await replay.body?.cancel();
    const standalone = await other.get();
    expect(standalone.status).toBe(200);
    expect((await client.resume(first)).status).toBe(503);
    await standalone.body?.cancel();
    expect((await client.resume(first)).status).toBe(200);
  });

  test("ends in the middle where the rest is forgotten, and is refused then", async () => {
    const inner = createMemoryEventStore();
    let isLost = false;
    const { client, first } = await missed({
      eventStore: {
        append: (stream, event) => inner.append(stream, event),
        read: (stream, after, maxBytes) =>
          isLost ? undefined : inner.read(stream, after, maxBytes),
        delete: (stream) => inner.delete(stream),
      },
    });
    const response = await client.resume(first);
    isLost = true;
    const events = await eventsOf(response).rest();
    expect(events.length).toBeGreaterThan(1);
    expect(events.length).toBeLessThan(10);
    expect((await client.resume(events.at(-1)?.id)).status).toBe(400);
  });

  test("comes whole from a store that gives all at once", async () => {
    const inner = createMemoryEventStore();
    const { client, first } = await missed({
      eventStore: {
        append: (stream, event) => inner.append(stream, event),
        read: (stream, after) => inner.read(stream, after),
        delete: (stream) => inner.delete(stream),
      },
    });
    const events = await eventsOf(await client.resume(first)).rest();
    expect(new Set(events.map(({ id }) => id)).size).toBe(129);
  });
});

test("a client that reads slowly gets what comes up meanwhile, once and in order", async () => {
  for (let round = 0; round < 8; round++) {
    let context: Context | undefined;
    let finish: (result: unknown) => void = () => {};
    const server = serverWith((_params, one) => {
      context = one;
      return new Promise((resolve) => (finish = resolve));
    }, unbounded);
    const { store } = metered();
    const client = await sessionOf(server, {
      ...(round % 2 === 0 && { eventStore: store }),
    });
    const posted = eventsOf(await client.post(call));
    const primer = await posted.next();
    await posted.cut();
    let told = 0;
    const tell = (times: number): void => {
      for (let n = 0; n < times; n++) context?.progress(++told, 1e6, filler);
    };
    tell(10);
    const back = eventsOf(await client.resume(primer?.id));
    const got: unknown[] = [];
    const take = async (): Promise<void> => {
      got.push(...progressOf([await back.message()]));
    };
    // More comes up, at another place of the replay in each round.
    for (let n = 0; n < 12; n++) {
      if (n === round) tell(round * 3);
      if (n % 3 === round % 3) tell(1);
      await take();
    }
    if (round > 4) await settle();
    finish(done);
    await settle();
    const rest = messagesOf(await back.rest());
    got.push(...progressOf(rest));
    const all = Array.from({ length: told }, (_, n) => n + 1);
    expect(got).toEqual([...all, undefined]);
    await client.delete();
    expect(client.handler.status()).toMatchObject({ streams: 0, requests: 0 });
  }
});

describe("of two sessions that share a store", () => {
  const says =
    (name: string): Call =>
    async (_params, context: Context) => {
      context.progress(1, 2, `${name} tells`);
      await settle();
      context.progress(2, 2, `${name} tells`);
      return done;
    };
  const never: Call = (_params, context: Context) => {
    context.progress(1, 2, "ada's secret");
    return new Promise(() => {});
  };

  test.each(["one handler", "two handlers"])(
    "each gets its own streams alone, of %s",
    async (kind) => {
      const eventStore = createMemoryEventStore();
      const tell = (name: string) => serverWith(says(name));
      const ada = await sessionOf(tell("ada"), { eventStore });
      const eve =
        kind === "one handler"
          ? await openSession(ada.handler)
          : await sessionOf(tell("eve"), { eventStore });
      const first = [ada, eve].map(async (client) => {
        const events = await eventsOf(await client.post(call)).rest();
        return events[0]?.id ?? "";
      });
      const [ofAda = "", ofEve = ""] = await Promise.all(first);
      const name = kind === "one handler" ? "ada" : "eve";
      for (const [client, id, teller] of [
        [ada, ofAda, "ada"],
        [eve, ofEve, name],
      ] as const) {
        const events = await eventsOf(await client.resume(id)).rest();
        expect(messagesOf(events)).toMatchObject([
          { params: { progress: 1, message: `${teller} tells` } },
          { params: { progress: 2, message: `${teller} tells` } },
          { id: 1, result: done },
        ]);
      }
      for (const [client, id] of [
        [ada, ofEve],
        [eve, ofAda],
      ] as const) {
        const refused = await client.resume(id);
        expect(refused.status).toBe(400);
        expect(await refused.text()).not.toContain("tells");
      }
    },
  );

  test("neither goes on with a call of the other's", async () => {
    const eventStore = createMemoryEventStore();
    const ada = await sessionOf(serverWith(never), { eventStore });
    const eve = await openSession(ada.handler);
    onTestFinished(() => ada.handler.close({ graceMs: 0 }));
    const events = eventsOf(await ada.post(call));
    const { id } = (await events.next()) ?? {};
    await events.message();
    const refused = await eve.resume(id);
    expect(refused.status).toBe(400);
    expect(await refused.text()).not.toContain("secret");
    expect(ada.handler.status()).toMatchObject({ streams: 1 });
  });

  test("neither goes on with the other's own stream", async () => {
    const eventStore = createMemoryEventStore();
    const server = serverWith(never);
    const ada = await sessionOf(server, { eventStore });
    const eve = await openSession(ada.handler);
    onTestFinished(() => ada.handler.close({ graceMs: 0 }));
    const events = eventsOf(await ada.get());
    const { id } = (await events.next()) ?? {};
    expect(id).toBeDefined();
    expect((await eve.resume(id)).status).toBe(400);
    // Nor does a place in it open one of its own.
    expect(ada.handler.status()).toMatchObject({ streams: 1 });
  });
});

test("over a socket that is not read, little is read from the store", async () => {
  const times = 400;
  let read = 0;
  const told = JSON.stringify({ jsonrpc: "2.0", method: "a", params: filler });
  // What it gives was never kept: 26 MiB, more than a socket takes.
  const data = told.repeat(4);
  const eventStore: EventStore = {
    append: () => {},
    read(_, after) {
      read++;
      return [{ sequence: after + 1, data }];
    },
    delete: () => {},
  };
  const server = serverWith(async (_params, context: Context) => {
    for (let n = 1; n < times; n++) context.progress(n);
    await settle();
    return done;
  }, unbounded);
  const running = await listen(server, { port: 0, eventStore, onError() {} });
  onTestFinished(() => running.close({ graceMs: 0 }));
  const session = await startSession(running.port, {
    revision: newestHandshake,
  });
  const { body } = await session.post(call);
  const id = /^id: (\S+)\.0$/m.exec(body)?.[1];
  const resume = () =>
    get(running.url, {
      headers: {
        ...Object.fromEntries(session.headers),
        accept: "text/event-stream",
        "last-event-id": `${id}.0`,
      },
    });
  const responses = Array.from({ length: 20 }, resume);
  for (const one of responses) one.on("error", () => {});
  await until(() => running.status().streams === 1 && read > 20);
  await settle();
  expect(running.status()).toMatchObject({ streams: 1 });
  expect(read).toBeLessThan((20 * times) / 4);
  for (const one of responses) one.destroy();
  await until(() => running.status().streams === 0);
});
