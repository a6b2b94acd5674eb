import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  bytesOf,
  connectRaw,
  messagesOf,
  send,
  type RawResponse,
  eventually,
} from "../runtime/http/raw.ts";
import {
  headersOf,
  modernCall,
  post,
  serve,
  startSession,
  withHeaders,
  type Headers,
  type RawServer,
  type RawSession,
} from "../runtime/http/raw-server.ts";
import { initializeAs, request } from "../runtime/revisions.ts";

/** What belongs to one principal is nothing to another, who may know its names. */
const as = (who: string): Headers => [["Authorization", `Bearer ${who}`]];

let server: RawServer;
beforeEach(async () => {
  server = await serve({
    sse: {},
    authorize: (request) => {
      const [scheme, who] = request.header("authorization")?.split(" ") ?? [];
      return scheme === "Bearer" && who
        ? { principal: who }
        : { status: 401, challenge: "Bearer" };
    },
  });
});
afterEach(() => server.close());

/** The same request as the session's, by somebody else, or by nobody. */
function steal(
  session: RawSession,
  thief: Headers,
  method: string,
  body = "",
  more: Headers = [],
): Promise<RawResponse> {
  const headers = withHeaders(
    headersOf(server.port, session.headers).filter(
      ([name]) => name !== "Authorization",
    ),
    [...thief, ...more],
  );
  return send(server.port, bytesOf({ method, headers, body }));
}

describe("a session of another principal", () => {
  test.each([
    ["GET", ""],
    ["DELETE", ""],
    ["POST", JSON.stringify(request(1, "tools/call", { name: "whoami" }))],
    ["POST", '{"jsonrpc":"2.0","method":"notifications/initialized"}'],
    ["POST", '{"jsonrpc":"2.0","id":0,"result":{}}'],
    ["POST", JSON.stringify(initializeAs("2025-11-25"))],
  ])("is not found by %s %s", async (method, body) => {
    const session = await startSession(server.port, { more: as("ada") });
    expect((await steal(session, as("eve"), method, body)).status).toBe(404);
    expect((await steal(session, as("ADA"), method, body)).status).toBe(404);
    expect((await steal(session, [], method, body)).status).toBe(401);
    // It is there all the same, and its owner's.
    expect(await session.call("whoami")).toMatchObject({
      result: { content: [{ text: "ada" }] },
    });
  });

  test("looks no different from one that never was", async () => {
    const session = await startSession(server.port, { more: as("ada") });
    const body = JSON.stringify(request(1, "ping"));
    const theirs = await steal(session, as("eve"), "POST", body);
    const never = await steal(session, as("eve"), "POST", body, [
      ["Mcp-Session-Id", `${session.id.slice(0, -1)}!`],
    ]);
    expect(never.body.replaceAll(/"id":\d+/g, "")).toBe(
      theirs.body.replaceAll(/"id":\d+/g, ""),
    );
    expect([never.status, theirs.status]).toEqual([404, 404]);
  });

  test("gives none of its events away", async () => {
    const session = await startSession(server.port, { more: as("ada") });
    const call = session.open(
      post(
        server.port,
        request(1, "tools/call", { name: "wait", arguments: { secret: 1 } }),
        session.headers,
      ),
    );
    await call.head();
    const { id } = await call.event();
    if (id === undefined) throw new Error("no priming event");
    call.socket.resetAndDestroy();
    await eventually(() => expect(server.inside.waiting).toBe(1));
    server.inside.release();
    const more: Headers = [["Last-Event-ID", id]];
    const stolen = await steal(session, as("eve"), "GET", "", more);
    expect(stolen.status).toBe(404);
    // Nor to a session of the thief's own.
    const eve = await startSession(server.port, { more: as("eve") });
    const own = eve.get(id);
    expect((await own.head()).status).toBe(400);
    own.destroy();
    const back = session.get(id);
    expect((await back.head()).status).toBe(200);
    expect((await back.event()).data).toContain("secret");
    back.destroy();
  });

  test("of nobody is nobody's alone", async () => {
    const open = await serve({
      authorize: (request) => ({
        principal: request.header("authorization") ?? "nobody",
      }),
    });
    try {
      const session = await startSession(open.port);
      const stolen = await send(
        open.port,
        bytesOf(
          post(open.port, request(1, "ping"), [
            ...session.headers,
            ...as("eve"),
          ]),
        ),
      );
      expect(stolen.status).toBe(404);
    } finally {
      await open.close();
    }
  });
});

describe("the principal of a call", () => {
  test("is that of its own request, in both eras", async () => {
    const session = await startSession(server.port, { more: as("ada") });
    const callAs = async (who: string) => {
      const call = modernCall(server.port, "whoami", {}, { more: as(who) });
      return messagesOf(await send(server.port, bytesOf(call)));
    };
    const found = await Promise.all([
      ...["eve", "ada", "bob"].map(callAs),
      session.call("whoami").then((one) => [one]),
    ]);
    expect(found).toMatchObject(
      ["eve", "ada", "bob", "ada"].map((text) => [
        { result: { content: [{ text }] } },
      ]),
    );
  });

  test("is that of its own request on one connection", async () => {
    const connection = connectRaw(server.port);
    const names = ["ada", "eve", "ada", "bob"];
    const calls = names.map((who) =>
      bytesOf(modernCall(server.port, "whoami", {}, { more: as(who) })),
    );
    connection.write(Buffer.concat(calls));
    for (const text of names)
      expect(messagesOf(await connection.next())).toMatchObject([
        { result: { content: [{ text }] } },
      ]);
    connection.destroy();
  });
});

test("the state of a call is good for its principal alone", async () => {
  const answer = async (who: string, params: Record<string, unknown> = {}) => {
    const call = modernCall(
      server.port,
      "ask",
      { a: 1 },
      {
        more: as(who),
        params,
      },
    );
    const [message] = messagesOf(await send(server.port, bytesOf(call)));
    return message as { result?: Record<string, unknown>; error?: object };
  };
  const { result } = await answer("ada");
  const requestState = result?.["requestState"];
  expect(requestState).toEqual(expect.any(String));
  const inputResponses = {
    name: { action: "accept", content: { name: "Ada" } },
  };
  const again = { requestState, inputResponses };
  expect(await answer("eve", again)).toMatchObject({ error: { code: -32602 } });
  const done = await answer("ada", again);
  expect(JSON.stringify(done.result)).toContain("Ada");
});

describe("over SSE", () => {
  test("messages come from who opened the stream", async () => {
    const stream = connectRaw(server.port);
    const headers = headersOf(server.port, as("ada"));
    stream.write(bytesOf({ method: "GET", target: "/sse", headers }));
    expect((await stream.head()).status).toBe(200);
    const { event, data: target } = await stream.event();
    expect(event).toBe("endpoint");
    const send1 = async (who: Headers, id: number): Promise<number> => {
      const message = { ...initializeAs("2024-11-05"), id };
      const given = headersOf(server.port, who);
      const bytes = bytesOf({
        target,
        headers: given,
        body: JSON.stringify(message),
      });
      return (await send(server.port, bytes)).status;
    };
    expect(await send1(as("eve"), 7)).toBe(404);
    expect(await send1([], 8)).toBe(401);
    expect(await send1(as("ada"), 9)).toBe(202);
    const { data } = await stream.event();
    expect(JSON.parse(data)).toMatchObject({ id: 9, result: {} });
    stream.destroy();
    await eventually(async () => expect(await send1(as("ada"), 10)).toBe(404));
  });
});
