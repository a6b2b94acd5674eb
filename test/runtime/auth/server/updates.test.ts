import { describe, expect, onTestFinished, test, vi } from "vitest";
import { resource, resourceTemplate, tool } from "../../features/host.ts";
import {
  all,
  modernRequest,
  request,
  serverOf,
  type TestServer,
} from "../../revisions.ts";
import { settle } from "../../wait.ts";
import { eventsOf, type Events } from "../../http/session-client.ts";
import type { ProtectOptions } from "../../../../src/runtime/auth/server.ts";
import {
  guardOf,
  openWay,
  optionsOf,
  paramsOf,
  serveOn,
  tokenOf,
  type GuardedClient,
} from "./guarded.ts";

const uri = "note://own";
const below = "note://own/part";
const updated = "notifications/resources/updated";

function notes(): TestServer {
  return serverOf(all, {
    features: [
      resource(uri, { name: "own", scopes: ["notes:own"] }, () => "own"),
      resource("note://public", { name: "public" }, () => "public"),
      resourceTemplate(
        "note://own/{id}",
        { name: "parts", scopes: async ({ id }) => [`notes:${String(id)}`] },
        () => "part",
      ),
      tool("add", { scopes: ["add"] }, () => "secret"),
      tool("slow", { scopes: ["add"] }, async (_, context) => {
        context.progress(1);
        await release;
        return "secret";
      }),
    ],
  });
}

let release: Promise<void> = Promise.resolve();

/** Handlers of one's own, with a rule for them. */
function plain(): [TestServer, Partial<ProtectOptions<unknown>>] {
  const server = serverOf(all, {
    capabilities: { resources: { subscribe: true } },
    handlers: {
      readResource: () => ({ contents: [] }),
      listResources: () => ({ resources: [] }),
    },
  });
  return [
    server,
    {
      operationScopes: ({ method, params }) =>
        method === "resources/read" &&
        (params as { uri: string }).uri.startsWith(uri)
          ? ["notes:own"]
          : [],
    },
  ];
}

const publish = (server: TestServer, of = uri): void =>
  server.publish(updated, { uri: of });

/** The URIs that come until the public one, which all may hear of. */
async function heard(server: TestServer, events: Events): Promise<unknown[]> {
  await settle();
  publish(server, "note://public");
  const uris: unknown[] = [];
  for (;;) {
    const message = await events.message();
    const { uri: of } = message["params"] as { uri: string };
    if (of === "note://public") return uris;
    uris.push(of);
  }
}

const kinds = [
  ["features", (): [TestServer, object] => [notes(), {}]],
  ["handlers", plain],
] as const;

describe.each(kinds)("an update of a resource of %s", (_, make) => {
  async function openSession(): Promise<{
    server: TestServer;
    client: GuardedClient;
    listen(token: string, last?: string): Promise<Events>;
  }> {
    const [server, options] = make();
    const send = await serveOn("web", server, { authorize: guardOf(options) });
    const client = await openWay("sessions", send, tokenOf([]));
    const listen = async (token: string, last?: string): Promise<Events> => {
      const events = eventsOf(await client.hear(token, last));
      onTestFinished(() => events.cut());
      return events;
    };
    return { server, client, listen };
  }

  test("is subscribed to with the scope that reads it, or refused", async () => {
    const { client } = await openSession();
    const refused = await client.ask(
      "resources/subscribe",
      { uri },
      tokenOf([]),
    );
    expect(refused.status).toBe(403);
    expect(paramsOf(refused.challenge)["scope"]).toBe("notes:own");
    const done = await client.ask(
      "resources/subscribe",
      { uri },
      tokenOf(["notes:own"]),
    );
    expect(done.message).toHaveProperty("result");
  });

  test("is heard in a session, until its scopes have shrunk, and again", async () => {
    const { server, client, listen } = await openSession();
    const wide = tokenOf(["notes:own"]);
    await client.ask("resources/subscribe", { uri }, wide);
    await client.ask("resources/subscribe", { uri: "note://public" }, wide);
    const events = await listen(wide);
    publish(server);
    expect(await heard(server, events)).toEqual([uri]);
    const narrow = tokenOf([]);
    const asks = [
      ["resources/list", {}, 200],
      // One that is refused tells it as well.
      ["resources/read", { uri }, 403],
    ] as const;
    for (const [method, params, status] of asks) {
      expect((await client.ask(method, params, narrow)).status).toBe(status);
      publish(server);
      expect(await heard(server, events)).toEqual([]);
      await client.ask("resources/list", {}, wide);
      publish(server);
      expect(await heard(server, events)).toEqual([uri]);
    }
  });

  test("that waits for a stream is not for one with fewer scopes", async () => {
    const { server, client, listen } = await openSession();
    const wide = tokenOf(["notes:own"]);
    await client.ask("resources/subscribe", { uri }, wide);
    await client.ask("resources/subscribe", { uri: "note://public" }, wide);
    publish(server);
    await settle();
    const narrow = await listen(tokenOf([]));
    expect(await heard(server, narrow)).toEqual([]);
  });

  test("is not sent again to who comes back with fewer scopes", async () => {
    const { server, client, listen } = await openSession();
    const wide = tokenOf(["notes:own"]);
    await client.ask("resources/subscribe", { uri }, wide);
    await client.ask("resources/subscribe", { uri: "note://public" }, wide);
    const first = await listen(wide);
    const primer = await first.next();
    publish(server);
    expect((await first.message())["params"]).toEqual({ uri });
    await first.cut();
    const again = await listen(wide, primer?.id);
    expect(await heard(server, again)).toEqual([uri]);
    await again.cut();
    const narrow = await listen(tokenOf([]), primer?.id);
    // The public one that was told before comes again.
    expect(await heard(server, narrow)).toEqual([]);
  });

  test("is listened for without a session with the scope alone", async () => {
    const [server, options] = make();
    const send = await serveOn("web", server, { authorize: guardOf(options) });
    const client = await openWay("stateless", send, "");
    const listen = modernRequest(1, "subscriptions/listen", {
      notifications: { resourceSubscriptions: [uri, "note://public"] },
    });
    const refused = await client.post(listen, tokenOf([]));
    expect(refused.status).toBe(403);
    expect(paramsOf(refused.headers.get("www-authenticate"))["scope"]).toBe(
      "notes:own",
    );
    const events = eventsOf(await client.post(listen, tokenOf(["notes:own"])));
    onTestFinished(() => events.cut());
    expect((await events.message())["params"]).toMatchObject({
      notifications: { resourceSubscriptions: [uri, "note://public"] },
    });
    publish(server);
    expect(await heard(server, events)).toEqual([uri]);
  });
});

test("a part of what is watched is told to whom it may be read by, and no other", async () => {
  const server = notes();
  const send = await serveOn("web", server, { authorize: guardOf() });
  const client = await openWay("stateless", send, "");
  const listen = modernRequest(1, "subscriptions/listen", {
    notifications: { resourceSubscriptions: ["note:"] },
  });
  const open = async (scopes: string[]): Promise<Events> => {
    const events = eventsOf(await client.post(listen, tokenOf(scopes)));
    onTestFinished(() => events.cut());
    await events.message();
    return events;
  };
  const nobody = await open([]);
  const one = await open(["notes:part"]);
  publish(server, below);
  publish(server);
  expect(await heard(server, one)).toEqual([below]);
  expect(await nobody.message()).toMatchObject({
    params: { uri: "note://public" },
  });
});

test("HTTP with SSE hears no more once its scopes have shrunk", async () => {
  const server = notes();
  const authorize = guardOf();
  const send = await serveOn("web", server, { authorize, ...optionsOf("sse") });
  const wide = tokenOf(["notes:own"]);
  const stream = await send("/sse", {
    headers: { accept: "text/event-stream", authorization: `Bearer ${wide}` },
  });
  const events = eventsOf(stream);
  onTestFinished(() => events.cut());
  const target = (await events.next())?.data ?? "";
  const post = (value: object, token: string): Promise<Response> =>
    send(target, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...value }),
    });
  const ask = async (method: string, params: object, token: string) => {
    await post({ id: 1, method, params }, token);
    return events.message();
  };
  const clientInfo = { name: "a", version: "1" };
  const protocolVersion = "2024-11-05";
  await ask(
    "initialize",
    { protocolVersion, clientInfo, capabilities: {} },
    wide,
  );
  await post({ method: "notifications/initialized" }, wide);
  await ask("resources/subscribe", { uri }, wide);
  await ask("resources/subscribe", { uri: "note://public" }, wide);
  publish(server);
  expect(await heard(server, events)).toEqual([uri]);
  await ask("ping", {}, tokenOf([]));
  publish(server);
  expect(await heard(server, events)).toEqual([]);
  await ask("ping", {}, wide);
  const read = { id: 2, method: "resources/read", params: { uri } };
  expect((await post(read, tokenOf([]))).status).toBe(403);
  publish(server);
  expect(await heard(server, events)).toEqual([]);
});

describe("the answer to a call, when its client comes back,", () => {
  const call = (name: string) => request(9, "tools/call", { name });

  async function begun(name: string) {
    const server = notes();
    const send = await serveOn("web", server, {
      authorize: guardOf(),
      responses: "stream",
    });
    const client = await openWay("sessions", send, tokenOf([]));
    const wide = tokenOf(["add"]);
    const asked = call(name);
    const meta = { _meta: { progressToken: 1 } };
    const params = { ...(asked["params"] as object), ...meta };
    const events = eventsOf(await client.post({ ...asked, params }, wide));
    const primer = await events.next();
    return { client, events, id: primer?.id, wide };
  }

  async function requireKept(
    { client, id, wide }: Awaited<ReturnType<typeof begun>>,
    finish: () => void = () => {},
  ): Promise<void> {
    const refused = await client.hear(tokenOf([]), id);
    expect(refused.status).toBe(403);
    expect(paramsOf(refused.headers.get("www-authenticate"))).toMatchObject({
      error: "insufficient_scope",
      scope: "add",
    });
    expect(await refused.text()).not.toContain("secret");
    const again = eventsOf(await client.hear(wide, id));
    finish();
    expect(JSON.stringify(await again.rest())).toContain("secret");
  }

  test("needs what the call needed, when it is complete", async () => {
    const told = await begun("add");
    await told.events.rest();
    await requireKept(told);
  });

  test("needs it while the call is at work", async () => {
    let finish = (): void => {};
    release = new Promise((resolve) => (finish = resolve));
    const told = await begun("slow");
    await told.events.cut();
    await requireKept(told, finish);
  });

  test("needs it where it was told as a whole, at once", async () => {
    const told = await begun("add");
    await told.events.cut();
    await requireKept(told);
  });
});

describe("streams of a token that expires", () => {
  test("end then, and no sooner", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const server = notes();
    const authorize = guardOf({ clockSkewMs: 0 });
    const send = await serveOn("web", server, { authorize, keepAliveMs: 0 });
    const expiresAt = Date.now() + 60_000;
    const token = tokenOf([], { expiresAt });
    const session = await openWay("sessions", send, token);
    const own = eventsOf(await session.hear(token));
    await own.next();
    const stateless = await openWay("stateless", send, token);
    const listen = modernRequest(1, "subscriptions/listen", {
      notifications: { resourceSubscriptions: ["note://public"] },
    });
    const listening = eventsOf(await stateless.post(listen, token));
    await listening.message();
    const forever = eventsOf(await stateless.post(listen, tokenOf([])));
    onTestFinished(() => forever.cut());
    await forever.message();
    let ended = 0;
    for (const one of [own, listening, forever])
      void one.rest().then(() => ended++);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(ended).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    await settle();
    expect(ended).toBe(2);
    expect((await session.hear(token)).status).toBe(401);
  });
});
