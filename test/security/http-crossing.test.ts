import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  bytesOf,
  connectRaw,
  messagesOf,
  send,
  eventually,
} from "../runtime/http/raw.ts";
import {
  modernCall,
  post,
  serve,
  startSession,
  type RawServer,
  type RawSession,
} from "../runtime/http/raw-server.ts";
import { everything } from "../runtime/questions.ts";
import { cancel, notification, request } from "../runtime/revisions.ts";
import { tool } from "../runtime/features/host.ts";
import { jsonSchema } from "../../src/runtime/features/schema/json-schema.ts";

/**
 * Many clients share one server, and all of them count from 1: what is one's
 * must never come to another.
 */
let server: RawServer;
beforeAll(async () => {
  server = await serve();
  const anything = jsonSchema(
    { type: "object" },
    { compile: () => () => undefined },
  );
  server.server.add(
    tool("slow", { input: anything }, async (args, context) => {
      const secret = String(args["secret"]);
      for (let step = 1; step <= 3; step++) {
        context.progress(step, 3, secret);
        context.log("info", secret);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
      }
      return secret;
    }),
  );
});
afterAll(async () => {
  expect(server.errors).toEqual([]);
  await server.close();
});

const secrets = Array.from(
  { length: 30 },
  (_, at) => `secret-${at}-${Math.random()}`,
);

/** All that came to a client is its own, and is whole. */
function expectOwn(messages: readonly unknown[], secret: string): void {
  const text = JSON.stringify(messages);
  for (const other of secrets)
    if (other !== secret) expect(text).not.toContain(other);
  expect(messages.at(-1)).toMatchObject({
    id: 1,
    result: { content: [{ text: secret }] },
  });
  const progress = messages.filter(
    (one) => (one as { method?: unknown }).method === "notifications/progress",
  );
  expect(progress).toMatchObject(
    [1, 2, 3].map((step) => ({
      params: { progressToken: "token", progress: step, message: secret },
    })),
  );
}

const meta = {
  progressToken: "token",
  "io.modelcontextprotocol/logLevel": "debug",
};

function callStateless(secret: string): Promise<unknown[]> {
  const call = modernCall(server.port, "slow", { secret }, { meta });
  return send(server.port, bytesOf(call)).then(messagesOf);
}

function callIn(session: RawSession, secret: string): Promise<unknown[]> {
  return session
    .post(
      request(1, "tools/call", {
        name: "slow",
        arguments: { secret },
        _meta: meta,
      }),
    )
    .then(messagesOf);
}

test("clients of both eras with the same ids and tokens get what is theirs", async () => {
  const sessions = await Promise.all(
    secrets.map((_, at) =>
      at % 2 === 0 ? startSession(server.port) : undefined,
    ),
  );
  const calls = secrets.map((secret, at) => {
    const session = sessions[at];
    return session ? callIn(session, secret) : callStateless(secret);
  });
  for (const [at, messages] of (await Promise.all(calls)).entries())
    expectOwn(messages, secrets[at] ?? "");
  for (const session of sessions) await session?.delete();
});

test("one connection to the server, as of a proxy, crosses nothing either", async () => {
  const connection = connectRaw(server.port);
  const calls = secrets.map((secret) =>
    bytesOf(modernCall(server.port, "slow", { secret }, { meta })),
  );
  connection.write(Buffer.concat(calls));
  for (const secret of secrets)
    expectOwn(messagesOf(await connection.next()), secret);
  connection.destroy();
});

describe("questions of the server with the same ids", () => {
  test("are answered by who was asked", async () => {
    const names = ["ada", "eve"];
    const sessions = await Promise.all(
      names.map(() => startSession(server.port)),
    );
    const calls = sessions.map((session) =>
      session.open(
        post(
          server.port,
          request(1, "tools/call", { name: "ask", arguments: {} }),
          session.headers,
        ),
      ),
    );
    const ids: unknown[] = [];
    for (const call of calls) {
      await call.head();
      let asked = await call.event();
      while (asked.data === "") asked = await call.event();
      const message = JSON.parse(asked.data) as { id: unknown; method: string };
      expect(message.method).toBe("elicitation/create");
      ids.push(message.id);
    }
    // Nothing is shown if they differ.
    expect(ids[0]).toBe(ids[1]);
    const answer = (name: string) => ({
      jsonrpc: "2.0",
      id: ids[0],
      result: { action: "accept", content: { name } },
    });
    const [ada, eve] = sessions;
    const [adas, eves] = calls;
    if (!ada || !eve || !adas || !eves) throw new Error("no sessions");
    expect((await eve.post(answer("eve"))).status).toBe(202);
    expect((await eves.event()).data).toContain("eve");
    expect(adas.received).not.toContain("eve");
    // A second answer is nobody's, and a stranger's is refused.
    expect((await eve.post(answer("eve again"))).status).toBe(202);
    const stranger = await send(
      server.port,
      bytesOf(post(server.port, answer("stranger"))),
    );
    expect(stranger.status).toBe(400);
    expect((await ada.post(answer("ada"))).status).toBe(202);
    const { data } = await adas.event();
    expect(data).toContain("ada");
    expect(data).not.toMatch(/eve|stranger/);
    for (const session of sessions) await session.delete();
  });
});

describe("what one client takes back", () => {
  test("is not what another of the same id waits for", async () => {
    const before = server.inside.aborted;
    const [ada, eve] = await Promise.all([
      startSession(server.port),
      startSession(server.port),
    ]);
    const wait = (session: RawSession) =>
      session.open(
        post(
          server.port,
          request(1, "tools/call", { name: "wait", arguments: {} }),
          session.headers,
        ),
      );
    const calls = [wait(ada), wait(eve)];
    const stateless = connectRaw(server.port);
    stateless.write(bytesOf(modernCall(server.port, "wait")));
    await eventually(() => expect(server.inside.waiting).toBe(3));

    expect((await eve.post(cancel(1))).status).toBe(202);
    await eventually(() => expect(server.inside.waiting).toBe(2));
    const { headers } = modernCall(server.port, "echo");
    const notice = notification("notifications/cancelled", {
      requestId: 1,
      _meta: JSON.parse(modernCall(0, "echo").body).params._meta,
    });
    const told = await send(
      server.port,
      bytesOf({
        headers: headers
          .filter(([name]) => name !== "Mcp-Name")
          .map(([name, value]) =>
            name === "Mcp-Method"
              ? ([name, "notifications/cancelled"] as const)
              : ([name, value] as const),
          ),
        body: JSON.stringify(notice),
      }),
    );
    expect(told.status).toBe(202);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.inside.waiting).toBe(2);
    expect(server.inside.aborted).toBe(before + 1);

    server.inside.release();
    expect(messagesOf(await stateless.next())).toMatchObject([{ id: 1 }]);
    for (const call of calls) call.destroy();
    for (const session of [ada, eve]) await session.delete();
    stateless.destroy();
  });
});

test("changes come to who subscribed, under its own subscription", async () => {
  const { headers } = modernCall(server.port, "echo");
  const listen = (uri: string) => {
    const connection = connectRaw(server.port);
    const { params } = JSON.parse(
      modernCall(0, "echo", {}, { capabilities: everything }).body,
    );
    const message = request(1, "subscriptions/listen", {
      notifications: { resourceSubscriptions: [uri] },
      _meta: params._meta,
    });
    connection.write(
      bytesOf({
        headers: headers
          .filter(([name]) => name !== "Mcp-Name")
          .map(([name, value]) =>
            name === "Mcp-Method"
              ? ([name, "subscriptions/listen"] as const)
              : ([name, value] as const),
          ),
        body: JSON.stringify(message),
      }),
    );
    return connection;
  };
  const streams = [listen("a://1/1"), listen("a://2/2")];
  for (const stream of streams) {
    expect((await stream.head()).status).toBe(200);
    expect((await stream.event()).data).toContain("acknowledged");
  }
  server.server.publish("notifications/resources/updated", { uri: "a://1/1" });
  server.server.publish("notifications/resources/updated", { uri: "a://2/2" });
  const [first, second] = await Promise.all(
    streams.map(async (stream) => (await stream.event()).data),
  );
  expect(first).toContain("a://1/1");
  expect(first).not.toContain("a://2/2");
  expect(second).toContain("a://2/2");
  for (const stream of streams) stream.destroy();
});
