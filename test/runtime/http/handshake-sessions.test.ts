import { afterEach, describe, expect, test, vi } from "vitest";
import type { UntypedCaller } from "../../../src/runtime/peer/caller.ts";
import type { HttpOptions } from "../../../src/runtime/http.ts";
import {
  handshakes,
  initializeAs,
  modern,
  newestHandshake,
  notification,
  request,
  serverOf,
} from "../revisions.ts";
import { call, done, serverWith, type Call } from "../tool-server.ts";
import { settle, until } from "../wait.ts";
import {
  byBearer,
  clientOf,
  eventsOf,
  handlerOf,
  openSession,
  sessionOf,
  type SessionClient,
} from "./session-client.ts";

const initialize = initializeAs(newestHandshake);
const ping = request(1, "ping");
const quick = serverWith(() => done);
const never: Call = () => new Promise(() => {});

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

async function statuses({ post, get, delete: end }: SessionClient) {
  const answers = [await post(ping), await get(), await end()];
  return answers.map(({ status }) => status);
}

async function isOpen({ post }: SessionClient): Promise<boolean> {
  return (await post(ping)).status === 200;
}

describe("the id of a session", () => {
  test("is visible ASCII that nobody can guess, and another one each time", async () => {
    const handler = handlerOf(quick);
    const ids = new Set<string | null>();
    for (let count = 0; count < 100; count++) {
      const response = await clientOf(handler).post(initialize);
      ids.add(response.headers.get("mcp-session-id"));
    }
    expect(ids.size).toBe(100);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{43,}$/);
  });

  test("is needed for all but the request that opens the session", async () => {
    const handler = handlerOf(quick);
    expect(await statuses(clientOf(handler))).toEqual([400, 400, 400]);
    const other = clientOf(handler, { "mcp-session-id": "guessed" });
    expect(await statuses(other)).toEqual([404, 404, 404]);
    expect(handler.status().sessions).toBe(0);
  });

  test("is good until the client deletes the session", async () => {
    const client = await sessionOf(quick);
    expect(await isOpen(client)).toBe(true);
    expect((await client.delete()).status).toBe(204);
    expect(await statuses(client)).toEqual([404, 404, 404]);
  });

  test("is good for its principal alone", async () => {
    const handler = handlerOf(quick, { authorize: byBearer });
    const alice = await openSession(handler, {
      headers: { authorization: "alice" },
    });
    const bob = clientOf(handler, { ...alice.headers, authorization: "bob" });
    expect(await statuses(bob)).toEqual([404, 404, 404]);
    expect(await isOpen(alice)).toBe(true);
  });

  test("is not given when the handshake fails", async () => {
    const handlers = {
      initialize: () => Promise.reject(new Error("no")),
    };
    const handler = handlerOf(serverOf(handshakes, { handlers }));
    const response = await clientOf(handler).post(initialize);
    expect(response.headers.get("mcp-session-id")).toBeNull();
    expect(await response.json()).toMatchObject({ error: { code: -32603 } });
    expect(handler.status().sessions).toBe(0);
  });

  test("opens no second session", async () => {
    const client = await sessionOf(quick);
    const response = await client.post(initialize);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      id: "init",
      error: { code: -32600 },
    });
  });
});

describe("the version header", () => {
  const version = (revision: string) => ({ "mcp-protocol-version": revision });

  test.each(handshakes)(
    "may name the revision of a session of %s",
    async (revision) => {
      const client = await sessionOf(quick, {}, { revision });
      expect((await client.post(ping)).status).toBe(200);
      expect((await client.post(ping, version(revision))).status).toBe(200);
    },
  );

  test("names no other revision than the session's", async () => {
    const client = await sessionOf(quick);
    for (const other of handshakes.slice(1)) {
      expect((await client.post(ping, version(other))).status).toBe(400);
      expect((await client.get(version(other))).status).toBe(400);
      expect((await client.delete(version(other))).status).toBe(400);
    }
    expect(await isOpen(client)).toBe(true);
  });

  test.each(["1999-01-01", modern, ""])(
    "%j opens no session where all revisions shake hands",
    async (other) => {
      const client = clientOf(handlerOf(serverOf(handshakes)));
      const response = await client.post(initialize, version(other));
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ id: "init" });
    },
  );
});

describe("sessions", () => {
  test("are bounded, until one of them ends", async () => {
    const handler = handlerOf(quick, { sessions: { max: 2 } });
    const first = await openSession(handler);
    await openSession(handler);
    const refused = await clientOf(handler).post(initialize);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).not.toBeNull();
    await first.delete();
    expect((await clientOf(handler).post(initialize)).status).toBe(200);
    expect(handler.status().sessions).toBe(2);
  });

  test("bound the calls that have no answer yet", async () => {
    const client = await sessionOf(serverWith(never));
    const posts = Array.from({ length: 257 }, (_, id) =>
      client.post({ ...call, id }),
    );
    const refused = await posts.pop();
    expect(refused?.status).toBe(429);
    expect(await refused?.json()).toMatchObject({ id: 256 });
    await client.delete();
    await Promise.all(posts);
  });

  test("answer the same id each on its own", async () => {
    const answers = new Map<string, () => void>();
    const handler = handlerOf(
      serverWith(
        ({ name }) =>
          new Promise((resolve) =>
            answers.set(name, () =>
              resolve({ content: [{ type: "text", text: name }] }),
            ),
          ),
      ),
    );
    const named = (name: string) => request(1, "tools/call", { name });
    const one = (await openSession(handler)).ask(named("one"));
    const other = (await openSession(handler)).ask(named("other"));
    await until(() => answers.size === 2);
    answers.get("other")?.();
    expect(JSON.stringify(await other)).toContain('"other"');
    answers.get("one")?.();
    expect(JSON.stringify(await one)).toContain('"one"');
  });

  test("take answers of their own client alone", async () => {
    const handler = handlerOf(serverWith(asksRoots));
    const capabilities = { roots: {} };
    const victim = await openSession(handler, { capabilities });
    const attacker = await openSession(handler, { capabilities });
    const events = eventsOf(await victim.post(call));
    const asked = await events.message();
    expect(asked).toMatchObject({ method: "roots/list" });
    expect((await attacker.post(roots(asked["id"], "attacker"))).status).toBe(
      202,
    );
    await settle();
    expect((await victim.post(roots(asked["id"], "victim"))).status).toBe(202);
    expect(JSON.stringify(await events.message())).toContain("victim");
  });
});

describe("a session that nobody uses", () => {
  afterEach(() => void vi.useRealTimers());

  async function idle(
    use: (client: SessionClient) => unknown,
    options: HttpOptions = {},
    ready = true,
  ) {
    vi.useFakeTimers();
    const handler = handlerOf(serverWith(never), {
      sessions: { idleMs: 600_000 },
      ...options,
    });
    const stranger = clientOf(handler);
    const response = await stranger.post(initialize);
    const id = response.headers.get("mcp-session-id") ?? "";
    const client = clientOf(handler, { "mcp-session-id": id });
    if (ready) await client.post(notification("notifications/initialized"));
    await use(client);
    return {
      handler,
      client,
      after: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    };
  }

  test("ends after a while", async () => {
    const { client, handler, after } = await idle(() => {});
    await after(500_000);
    expect(await isOpen(client)).toBe(true);
    await after(599_000);
    expect(handler.status().sessions).toBe(1);
    await after(60_000);
    expect(handler.status().sessions).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(await isOpen(client)).toBe(false);
  });

  test("ends sooner when its client never says that it is ready", async () => {
    const { handler, after } = await idle(() => {}, {}, false);
    await after(59_000);
    expect(handler.status().sessions).toBe(1);
    await after(60_000);
    expect(handler.status().sessions).toBe(0);
  });

  test.each<[string, (client: SessionClient) => Promise<Response>]>([
    ["that listens", ({ get }) => get()],
    ["that waits for an answer", ({ post }) => post(call)],
  ])("is not one with a client %s", async (_, use) => {
    let response: Promise<Response> | undefined;
    const { handler, after } = await idle((client) => {
      response = use(client);
    });
    const events = response?.then(eventsOf);
    // One that read nothing would be cut off.
    const read = events?.then(({ rest }) => rest());
    await after(3_000_000);
    expect(handler.status().sessions).toBe(1);
    await (await events)?.cut();
    await read;
    await after(700_000);
    expect(handler.status()).toMatchObject({ sessions: 0, streams: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });
});
