import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { jwt } from "../../../../src/runtime/auth/jwt.ts";
import { protect } from "../../../../src/runtime/auth/server.ts";
import type { TestServer } from "../../revisions.ts";
import {
  batching,
  initializeAs,
  modernRequest,
  notification,
  request,
} from "../../revisions.ts";
import { eventsOf } from "../../http/session-client.ts";
import { done, scopedServer } from "../server/features.ts";
import { openWay, paramsOf, type FaceName } from "../server/guarded.ts";
import { inSeconds, sign, testKey, type TestKey } from "../verifiers/issuer.ts";
import { combinations, startSubject, type Subject } from "./subject.ts";

const issuer = "https://as.example";
const updated = "notifications/resources/updated";

let key: TestKey;
beforeAll(async () => void (key = await testKey("as")));
afterEach(() => void vi.useRealTimers());

interface Stage extends Subject {
  readonly server: TestServer;
  /** A JWT of Ada's for this server, with these scopes. */
  token(scopes: string, more?: object): Promise<string>;
}

/** A server with features that name scopes, protected by the JWTs of an issuer. */
async function stage(face: FaceName): Promise<Stage> {
  const server = scopedServer({
    capabilities: { resources: { subscribe: true } },
  });
  const subject = await startSubject(face, server, (url) =>
    protect({
      resource: url,
      authorizationServers: [issuer],
      verify: jwt({ issuer, jwks: { keys: [key.jwk] } }),
    }),
  );
  return {
    ...subject,
    server,
    token: (scope, more) =>
      sign(key, {
        ...{ iss: issuer, sub: "ada", aud: subject.url, scope },
        ...{ exp: inSeconds(60), ...more },
      }),
  };
}

/** Each kind of feature, with what it needs, by its name or its arguments. */
const operations: readonly [string, Record<string, unknown>, string][] = [
  ["tools/call", { name: "add" }, "notes:write notes:read"],
  ["tools/call", { name: "send", arguments: { to: "bob" } }, "send:bob"],
  ["prompts/get", { name: "summary" }, "prompts:fill"],
  ["prompts/get", { name: "letter", arguments: { to: "eve" } }, "write:eve"],
  ["resources/read", { uri: "note://own" }, "notes:own"],
  ["resources/read", { uri: "note://seven" }, "notes:seven"],
  [
    "completion/complete",
    {
      ref: { type: "ref/prompt", name: "summary" },
      argument: { name: "style", value: "s" },
    },
    "prompts:fill",
  ],
];

describe.each(combinations)("on the %s face, %s,", (face, way) => {
  test("each kind of feature asks a JWT for its scopes", async () => {
    const { send, token } = await stage(face);
    const least = await token("");
    const client = await openWay(way, send, least);
    for (const [method, params, scope] of operations) {
      const what = `${method} ${JSON.stringify(params)}`;
      const refused = await client.ask(method, params, least);
      expect.soft(refused.status, what).toBe(403);
      expect.soft(paramsOf(refused.challenge), what).toMatchObject({
        error: "insufficient_scope",
        scope,
      });
      const near = await client.ask(method, params, await token(`${scope}x`));
      expect.soft(near.status, what).toBe(403);
      expect.soft(done, what).toEqual([]);
      const { message } = await client.ask(method, params, await token(scope));
      expect.soft(message, what).toHaveProperty("result");
      done.length = 0;
    }
    const list = await client.ask("tools/list", {}, least);
    expect(list.message).toHaveProperty("result");
  });

  test("scopes may be a list, and a token that has fewer than before may do less", async () => {
    const { send, token } = await stage(face);
    const asked = ["tools/call", { name: "add" }] as const;
    const scp = ["notes:read", "notes:write"];
    const wide = await token("", { scope: undefined, scp });
    const client = await openWay(way, send, wide);
    expect((await client.ask(...asked, wide)).status).toBe(200);
    const narrow = await client.ask(...asked, await token("notes:read"));
    expect(narrow.status).toBe(403);
    expect((await client.ask(...asked, wide)).status).toBe(200);
    expect(done).toEqual(["add", "add"]);
  });

  test("the scopes of another, or of another server, are nothing here", async () => {
    const { send, token } = await stage(face);
    const asked = [
      "tools/call",
      { name: "send", arguments: { to: "x" } },
    ] as const;
    const client = await openWay(way, send, await token("send:x"));
    const foreign = await token("send:x", { aud: "https://b.example" });
    expect((await client.ask(...asked, foreign)).status).toBe(401);
    const stranger = await token("send:x", { sub: "bob" });
    const { status } = await client.ask(...asked, stranger);
    // A session is one person's; what stands alone is anybody's who may.
    expect(status).toBe(way === "sessions" ? 404 : 200);
  });
});

describe.each(["Node", "web"] as const)("on the %s face,", (face) => {
  test("a batch is challenged for all that its messages need, and none is done", async () => {
    const { send, token } = await stage(face);
    const least = await token("");
    const post = async (value: unknown, shown: string, id?: string | null) =>
      send("/mcp", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${shown}`,
          ...(id && { "mcp-session-id": id }),
        },
        body: JSON.stringify(value),
      });
    const opened = await post(initializeAs(batching), least);
    await opened.text();
    const id = opened.headers.get("mcp-session-id");
    await post(notification("notifications/initialized"), least, id);
    const batch = [
      request(1, "tools/call", { name: "open" }),
      request(2, "tools/call", { name: "add" }),
      request(3, "resources/read", { uri: "note://own" }),
    ];
    const refused = await post(batch, await token("notes:own"), id);
    expect(refused.status).toBe(403);
    const { scope } = paramsOf(refused.headers.get("www-authenticate"));
    expect(scope).toBe("notes:write notes:read notes:own");
    expect(done).toEqual([]);
    const enough = await token("notes:own notes:write notes:read");
    const served = await post(batch, enough, id);
    expect(served.status).toBe(200);
    await served.text();
    expect([...done].sort()).toEqual(["add", "open", "own"]);
  });

  test("an update is told to who may read its resource, and to nobody else, stateless", async () => {
    const { send, server, token } = await stage(face);
    const client = await openWay("stateless", send, "");
    const listen = async (scope: string, id: number, ...uris: string[]) =>
      client.post(
        modernRequest(id, "subscriptions/listen", {
          notifications: { resourceSubscriptions: uris },
        }),
        await token(scope),
      );
    const refused = await listen("", 1, "note://public", "note://own");
    expect(refused.status).toBe(403);
    const { scope } = paramsOf(refused.headers.get("www-authenticate"));
    expect(scope).toBe("notes:own");
    await refused.text();
    const events = eventsOf(await listen("notes:own", 2, "note://own"));
    await events.message();
    const open = eventsOf(await listen("", 3, "note://public"));
    await open.message();
    server.publish(updated, { uri: "note://own" });
    server.publish(updated, { uri: "note://public" });
    expect(await events.message()).toMatchObject({
      params: { uri: "note://own" },
    });
    expect(await open.message()).toMatchObject({
      params: { uri: "note://public" },
    });
    await Promise.all([events.cut(), open.cut()]);
  });

  test.each([
    ["all where it may", "notes:own", ["own", "public", "own", "public"]],
    ["only what it may read", "", ["public", "public"]],
  ])("a stream that is resumed tells a token %s", async (_, scope, told) => {
    const { send, server, token } = await stage(face);
    const wide = await token("notes:own");
    const client = await openWay("sessions", send, wide);
    for (const uri of ["note://own", "note://public"]) {
      const { status } = await client.ask("resources/subscribe", { uri }, wide);
      expect(status).toBe(200);
    }
    const tellAll = (): void => {
      for (const uri of ["note://own", "note://public"])
        server.publish(updated, { uri });
    };
    const first = eventsOf(await client.hear(wide));
    tellAll();
    const last = await lastOf(first, 2);
    await first.cut();
    tellAll();
    const back = eventsOf(await client.hear(await token(scope), last));
    // What was kept meanwhile, and what happens while it listens.
    tellAll();
    const seen: unknown[] = [];
    while (seen.length < told.length)
      seen.push((await back.message())["params"]);
    expect(seen).toEqual(told.map((name) => ({ uri: `note://${name}` })));
    await back.cut();
  });

  test("a refused subscription is none", async () => {
    const { send, server, token } = await stage(face);
    const least = await token("");
    const client = await openWay("sessions", send, least);
    const subscribe = (uri: string) =>
      client.ask("resources/subscribe", { uri }, least);
    const refused = await subscribe("note://own");
    expect([refused.status, paramsOf(refused.challenge)["scope"]]).toEqual([
      403,
      "notes:own",
    ]);
    expect((await subscribe("note://public")).status).toBe(200);
    const events = eventsOf(await client.hear(least));
    server.publish(updated, { uri: "note://own" });
    server.publish(updated, { uri: "note://public" });
    expect(await events.message()).toMatchObject({
      params: { uri: "note://public" },
    });
    await events.cut();
  });
});

/** The id of the last of so many messages. */
async function lastOf(
  events: ReturnType<typeof eventsOf>,
  count: number,
): Promise<string> {
  for (let left = count; ;) {
    const event = await events.next();
    if (!event) throw new Error("the stream has ended");
    if (event.data !== "" && --left === 0) return event.id ?? "";
  }
}
