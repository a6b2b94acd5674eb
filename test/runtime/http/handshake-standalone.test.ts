import { describe, expect, test } from "vitest";
import type { UntypedCaller } from "../../../src/runtime/peer/caller.ts";
import type { HttpOptions } from "../../../src/runtime/http.ts";
import type { ServerSettings } from "../../../src/runtime/server/settings.ts";
import {
  newestHandshake,
  request,
  batching,
  notification,
  serverOf,
  all,
  type TestServer,
} from "../revisions.ts";
import { settle } from "../wait.ts";
import {
  eventsOf,
  handlerOf,
  openSession,
  type Opening,
  type SessionClient,
} from "./session-client.ts";

const changed = "notifications/tools/list_changed";

interface Opened {
  readonly server: TestServer;
  readonly client: SessionClient;
}

async function open(
  options: HttpOptions = {},
  opening: Opening = {},
  settings: Partial<ServerSettings> = {},
): Promise<Opened> {
  const server = serverOf(all, {
    capabilities: { tools: { listChanged: true }, logging: {} },
    handlers: { listTools: () => ({ tools: [] }) },
    ...settings,
  });
  const handler = handlerOf(server, options);
  return { server, client: await openSession(handler, opening) };
}

const numbered = (n: number) => ({ _meta: { n } });

/** Lets a test ask the client that opened the last session. */
function peerSettings(): {
  settings: Partial<ServerSettings>;
  ask: () => Promise<unknown>;
} {
  let peer: unknown;
  return {
    settings: {
      handlers: {
        listTools: () => ({ tools: [] }),
        initialized(_params: unknown, context: { readonly peer: unknown }) {
          ({ peer } = context);
        },
      },
    },
    ask: () => (peer as UntypedCaller).request("roots/list", undefined),
  };
}

describe("what belongs to no call", () => {
  test("is on the newest stream that is open, and on no other", async () => {
    const { server, client } = await open();
    const older = eventsOf(await client.get());
    const newer = eventsOf(await client.get());
    server.publish(changed, numbered(1));
    expect(await newer.message()).toMatchObject({ params: numbered(1) });
    await newer.cut();
    server.publish(changed, numbered(2));
    expect(await older.message()).toMatchObject({ params: numbered(2) });
    await client.delete();
    expect(await older.rest()).toEqual([]);
  });

  test("goes to each session once", async () => {
    const { server, client } = await open();
    const other = await openSession(client.handler);
    const streams = [await client.get(), await other.get()].map(eventsOf);
    server.publish(changed);
    for (const { message } of streams)
      expect(await message()).toMatchObject({ method: changed });
    await Promise.all([client.delete(), other.delete()]);
    for (const { rest } of streams) expect(await rest()).toEqual([]);
  });

  test.each([
    [newestHandshake, ["0", "1"]],
    [batching, ["1"]],
    ["2024-11-05", [undefined]],
  ])("has the ids of its stream, in %s", async (revision, ids) => {
    const { server, client } = await open({}, { revision });
    const events = eventsOf(await client.get());
    server.publish(changed);
    for (const id of ids)
      expect((await events.next())?.id?.split(".").pop()).toBe(id);
    await events.cut();
  });

  test("waits until the client listens, within a bound", async () => {
    const errors: Error[] = [];
    const { server, client } = await open({
      onError: (one) => errors.push(one),
    });
    for (let n = 1; n <= 102; n++) server.publish(changed, numbered(n));
    expect(errors).toHaveLength(2);
    const events = eventsOf(await client.get());
    for (let n = 1; n <= 100; n++)
      expect(await events.message()).toMatchObject({ params: numbered(n) });
    server.publish(changed, numbered(103));
    expect(await events.message()).toMatchObject({ params: numbered(103) });
    await events.cut();
  });

  test("waits once where it says the same, and as often as it is said otherwise", async () => {
    const errors: Error[] = [];
    const capabilities = {
      tools: { listChanged: true },
      resources: { subscribe: true },
    };
    const { server, client } = await open(
      { onError: (one) => errors.push(one) },
      {},
      { capabilities },
    );
    const updated = "notifications/resources/updated";
    const uris = ["a://1", "a://2"];
    for (const uri of uris)
      await client.ask(request(uri, "resources/subscribe", { uri }));
    for (let n = 1; n <= 500; n++) {
      server.publish(changed);
      for (const uri of uris) server.publish(updated, { uri });
    }
    expect(errors).toEqual([]);
    const events = eventsOf(await client.get());
    expect(await events.message()).toMatchObject({ method: changed });
    for (const uri of uris)
      expect(await events.message()).toMatchObject({ params: { uri } });
    await events.cut();
  });

  test("is reported at a rate where nobody listens, of all sessions together", async () => {
    const errors: Error[] = [];
    const { server, client } = await open({
      onError: (one) => errors.push(one),
    });
    const { handler } = client;
    for (let count = 1; count < 10; count++) await openSession(handler);
    for (let n = 1; n <= 1_000; n++) server.publish(changed, numbered(n));
    expect(errors).toHaveLength(5);
    expect(errors[0]?.message).toBe(
      "a message is dropped: the client does not listen",
    );
    // What was not told is counted, at the latest when the server closes.
    await handler.close({ graceMs: 0 });
    expect(errors).toHaveLength(6);
    expect(errors[5]?.message).toMatch(
      /^8995 more reports of one kind \(not listening\) /,
    );
  });

  test("is not kept for a client that comes again", async () => {
    const { server, client } = await open();
    server.publish(changed, numbered(1));
    const first = eventsOf(await client.get());
    await first.message();
    await first.cut();
    server.publish(changed, numbered(2));
    const second = eventsOf(await client.get());
    expect(await second.message()).toMatchObject({ params: numbered(2) });
    await second.cut();
  });

  test("is answered by a POST", async () => {
    const { settings, ask } = peerSettings();
    const { client } = await open(
      {},
      { capabilities: { roots: {} } },
      settings,
    );
    const answer = ask();
    const events = eventsOf(await client.get());
    const { id, method } = await events.message();
    expect(method).toBe("roots/list");
    await client.post({ jsonrpc: "2.0", id, result: { roots: [] } });
    expect(await answer).toEqual({ roots: [] });
    await events.cut();
  });

  test("rejects as a request when too much waits, and when the session ends", async () => {
    const { settings, ask } = peerSettings();
    const { server, client } = await open(
      {},
      { capabilities: { roots: {} } },
      { ...settings, capabilities: { tools: { listChanged: true } } },
    );
    const waiting = ask();
    for (let n = 1; n <= 99; n++) server.publish(changed, numbered(n));
    await settle();
    await expect(ask()).rejects.toMatchObject({ kind: "transport" });
    await client.delete();
    await expect(waiting).rejects.toMatchObject({ kind: "transport" });
  });

  test("is no ping, unless somebody listens", async () => {
    const keepAlive = { intervalMs: 5 };
    const { client } = await open({}, {}, { keepAlive });
    await new Promise((resolve) => setTimeout(resolve, 40));
    const told = await client.post(notification("notifications/no"));
    expect(told.status).toBe(202);
    const events = eventsOf(await client.get());
    expect(await events.message()).toMatchObject({ method: "ping" });
    await client.delete();
  });
});

describe("streams of a session", () => {
  test("are bounded", async () => {
    const { client } = await open({ sessions: { maxStreams: 2 } });
    const first = eventsOf(await client.get());
    await client.get();
    expect((await client.get()).status).toBe(429);
    await first.cut();
    expect((await client.get()).status).toBe(200);
    await client.delete();
    expect(client.handler.status().streams).toBe(0);
  });

  test("are bounded over all sessions", async () => {
    const { client } = await open({ maxStreams: 1 });
    const other = await openSession(client.handler);
    await client.get();
    const refused = await other.get();
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).not.toBeNull();
    await client.delete();
    expect((await other.get()).status).toBe(200);
    await other.delete();
  });

  test("have comments while nothing is said", async () => {
    const { client } = await open({ keepAliveMs: 5 });
    const reader = (await client.get()).body?.getReader();
    await reader?.read();
    const chunk = await reader?.read();
    expect(new TextDecoder().decode(chunk?.value)).toBe(":\n\n");
    await client.delete();
  });
});
