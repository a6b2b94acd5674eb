import { describe, expect, test } from "vitest";
import type { UntypedCaller } from "../../../src/runtime/peer/caller.ts";
import type { Context } from "../../../src/runtime/peer/context.ts";
import type { HttpOptions } from "../../../src/runtime/http.ts";
import { batching, cancel, newestHandshake, request } from "../revisions.ts";
import { done, serverWith } from "../tool-server.ts";
import { settle, until } from "../wait.ts";
import {
  eventsOf,
  messagesOf,
  openSession,
  readUntil,
  sessionOf,
  type Events,
  type SessionClient,
} from "./session-client.ts";

const call = (id: unknown = 1) =>
  request(id, "tools/call", { name: "a", _meta: { progressToken: id } });

/** A call whose handler does what the test says. */
interface Held {
  readonly client: SessionClient;
  readonly context: Context;
  readonly events: Events;
  finish(): void;
}

async function hold(
  options: HttpOptions = {},
  revision = newestHandshake,
): Promise<Held> {
  const held: { context?: Context; finish?: (result: unknown) => void } = {};
  const server = serverWith((_params, context) => {
    held.context = context;
    return new Promise((resolve) => (held.finish = resolve));
  });
  const capabilities = { roots: {} };
  const client = await sessionOf(server, options, { revision, capabilities });
  const posted = client.post(call());
  await until(() => held.context !== undefined);
  const { context } = held;
  if (!context) throw new Error("there is no call");
  // Opens the stream where there is no priming event.
  context.progress(1);
  const events = eventsOf(await posted);
  return { client, context, events, finish: () => held.finish?.(done) };
}

const progress = (n: number) => ({ params: { progress: n } });
const answer = { id: 1, result: done };

describe.each([newestHandshake, batching])(
  "a client that comes back, in %s",
  (revision) => {
    test("gets what it missed once, and the rest as it comes", async () => {
      const { client, context, events, finish } = await hold({}, revision);
      const [first, last] = await readUntil(events, progress(1));
      await events.cut();
      context.progress(2);
      context.progress(3);
      const back = eventsOf(await client.resume(last));
      context.progress(4);
      finish();
      const rest = await back.rest();
      expect(messagesOf(rest)).toMatchObject([
        progress(2),
        progress(3),
        progress(4),
        answer,
      ]);
      const ids = [...first, ...rest].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(client.handler.status()).toMatchObject({
        streams: 0,
        requests: 0,
      });
    });

    test("gets the answer that came meanwhile", async () => {
      const { client, events, finish } = await hold({}, revision);
      const [, last] = await readUntil(events, progress(1));
      await events.cut();
      finish();
      await settle();
      const back = await eventsOf(await client.resume(last)).rest();
      expect(messagesOf(back)).toMatchObject([answer]);
      // It may come again: nobody knows what it has read.
      const again = await eventsOf(await client.resume(last)).rest();
      expect(again).toEqual(back);
    });

    test("is told to stay away when nothing is left", async () => {
      const { client, events, finish } = await hold({}, revision);
      finish();
      const { id } = (await events.rest()).at(-1) ?? {};
      expect((await client.resume(id)).status).toBe(204);
    });

    test("ends its older connection", async () => {
      const { client, context, events, finish } = await hold({}, revision);
      const [, last] = await readUntil(events, progress(1));
      const back = eventsOf(await client.resume(last));
      expect(await events.rest()).toEqual([]);
      context.progress(2);
      finish();
      expect(messagesOf(await back.rest())).toMatchObject([
        progress(2),
        answer,
      ]);
    });

    test("may come back again and again", async () => {
      const { client, context, events, finish } = await hold({}, revision);
      let [, last] = await readUntil(events, progress(1));
      let reading = events;
      for (let n = 2; n < 6; n++) {
        await reading.cut();
        context.progress(n);
        reading = eventsOf(await client.resume(last));
        [, last] = await readUntil(reading, progress(n));
      }
      finish();
      expect(messagesOf(await reading.rest())).toMatchObject([answer]);
    });
  },
);

describe("the stream of a call", () => {
  test("carries a request that came while its client was away", async () => {
    const { client, context, events } = await hold();
    const [, last] = await readUntil(events, progress(1));
    await events.cut();
    const asked = (context.peer as UntypedCaller).request(
      "roots/list",
      undefined,
    );
    await settle();
    const back = eventsOf(await client.resume(last));
    const { id, method } = await back.message();
    expect(method).toBe("roots/list");
    await client.post({ jsonrpc: "2.0", id, result: { roots: [] } });
    expect(await asked).toEqual({ roots: [] });
    await client.delete();
  });

  test("is not for the eyes of another session", async () => {
    const { client, events, finish } = await hold();
    const [, last] = await readUntil(events, progress(1));
    const other = await openSession(client.handler);
    expect((await other.resume(last)).status).toBe(400);
    finish();
    await events.rest();
    expect((await other.resume(last)).status).toBe(400);
  });

  test("brings nothing of another call of its session", async () => {
    const contexts = new Map<string, Context>();
    const server = serverWith(({ name }, context) => {
      contexts.set(name, context);
      return new Promise(() => {});
    });
    const client = await sessionOf(server, {}, { revision: newestHandshake });
    const names = ["a", "b"];
    const posted = names.map((name) =>
      client.post(
        request(name, "tools/call", { name, _meta: { progressToken: name } }),
      ),
    );
    await until(() => contexts.size === 2);
    const told = (name: string, progress: number) => ({
      params: { progressToken: name, progress },
    });
    const lasts: (string | undefined)[] = [];
    for (const [index, name] of names.entries()) {
      contexts.get(name)?.progress(1);
      const events = eventsOf(await (posted[index] as Promise<Response>));
      const [, last] = await readUntil(events, told(name, 1));
      await events.cut();
      lasts.push(last);
    }
    for (const context of contexts.values()) context.progress(2);
    const backs: Events[] = [];
    for (const last of lasts) backs.push(eventsOf(await client.resume(last)));
    for (const context of contexts.values()) context.progress(3);
    await client.delete();
    for (const [index, name] of names.entries())
      expect(messagesOf((await backs[index]?.rest()) ?? [])).toMatchObject([
        told(name, 2),
        told(name, 3),
      ]);
  });

  test("ends when its call is taken back while its client is away", async () => {
    const { client, events } = await hold();
    const [, last] = await readUntil(events, progress(1));
    await events.cut();
    await client.post(cancel(1));
    expect((await client.resume(last)).status).toBe(204);
  });

  test("has an end for a client that has come back, when the session ends", async () => {
    const { client, events } = await hold();
    const [, last] = await readUntil(events, progress(1));
    await events.cut();
    const back = eventsOf(await client.resume(last));
    await client.delete();
    expect(await back.rest()).toEqual([]);
  });

  test.each([
    "",
    "x",
    ".",
    ".1",
    "x.1",
    "x.-1",
    "x.1e3",
    "x.01",
    "x.99999999999999999999",
    "é.1",
  ])("has no event %j", async (id) => {
    const client = await sessionOf(serverWith(() => done));
    const encoded = Buffer.from(id, "utf8").toString("latin1");
    expect((await client.resume(encoded)).status).toBe(400);
  });

  test("has no event that is still to come", async () => {
    const { client, events, finish } = await hold();
    const [, last = ""] = await readUntil(events, progress(1));
    const later = last.replace(/\.1$/, ".7");
    expect((await client.resume(later)).status).toBe(400);
    finish();
    await settle();
    expect((await client.resume(later)).status).toBe(400);
    expect((await client.resume(last)).status).toBe(200);
  });
});

describe("without an event store", () => {
  const options = { eventStore: false } as const;

  test("a client that is gone is told nothing more", async () => {
    const { client, context, events, finish } = await hold(options);
    await readUntil(events, progress(1));
    await events.cut();
    context.progress(2);
    const asked = (context.peer as UntypedCaller).request(
      "roots/list",
      undefined,
    );
    await expect(asked).rejects.toMatchObject({ kind: "transport" });
    finish();
    await settle();
    expect((await client.resume("x.1")).status).toBe(400);
    expect(client.handler.status()).toMatchObject({ streams: 0, requests: 0 });
  });

  test("a stream cannot be closed early", async () => {
    const { context, events, finish } = await hold(options);
    expect(context.closeStream()).toBe(false);
    finish();
    expect(messagesOf(await events.rest())).toMatchObject([
      progress(1),
      answer,
    ]);
  });
});

describe("a stream that is closed early", () => {
  test("tells when to come back, and goes on then", async () => {
    const { client, context, events, finish } = await hold();
    expect(context.closeStream(250)).toBe(true);
    const first = await events.rest();
    expect(first.at(-1)).toMatchObject({ retry: "250" });
    context.progress(2);
    const back = eventsOf(await client.resume(first.at(-2)?.id));
    expect(await back.message()).toMatchObject(progress(2));
    expect(context.closeStream()).toBe(true);
    expect((await back.rest()).at(-1)).toMatchObject({ retry: "1000" });
    finish();
    const last = await eventsOf(await client.resume(first.at(-2)?.id)).rest();
    expect(messagesOf(last)).toMatchObject([progress(2), answer]);
  });

  test("is opened for it, when it was not", async () => {
    const server = serverWith(async (_params, context: Context) => {
      expect(context.closeStream(1)).toBe(true);
      await settle();
      return done;
    });
    const client = await sessionOf(server);
    const [first] = await eventsOf(await client.post(call())).rest();
    const back = eventsOf(await client.resume(first?.id));
    expect(messagesOf(await back.rest())).toMatchObject([answer]);
  });

  test.each([batching, "2025-06-18"])("is none in %s", async (revision) => {
    const { context, events, finish } = await hold({}, revision);
    expect(context.closeStream()).toBe(false);
    finish();
    expect(messagesOf(await events.rest())).toHaveLength(2);
  });
});
