import { METHODS } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { initializeAs, newestHandshake } from "../revisions.ts";
import {
  bytesOf,
  connectRaw,
  messagesOf,
  send,
  type RawResponse,
} from "./raw.ts";
import {
  endUnharmed,
  headersOf,
  modernCall,
  post,
  serve,
  startSession,
  withHeaders,
  type Headers,
  type RawServer,
  type RawSession,
} from "./raw-server.ts";

let server: RawServer;
let session: RawSession;
beforeAll(async () => {
  server = await serve();
  session = await startSession(server.port);
});
afterAll(async () => {
  await session.delete();
  await endUnharmed(server);
});

/** A good call with other headers; those of no value are left out. */
function callWith(
  more: readonly (readonly [string, string | undefined])[],
): Promise<RawResponse> {
  const { headers, body } = modernCall(server.port, "echo");
  const given = more.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const names = new Set(more.map(([name]) => name.toLowerCase()));
  const kept = headers.filter(([name]) => !names.has(name.toLowerCase()));
  return send(server.port, bytesOf({ headers: [...kept, ...given], body }));
}

describe("the content type", () => {
  test.each([
    "application/json",
    "Application/JSON",
    "application/json;charset=utf-8",
    "application/json; charset=UTF-8",
    'application/json ; charset="utf-8"',
    "application/json;charset=utf-8;a=b",
    "application/json; a=b",
  ])("%j is taken", async (type) => {
    expect((await callWith([["Content-Type", type]])).status).toBe(200);
  });

  test.each([
    undefined,
    "",
    "json",
    "text/plain",
    "text/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=a",
    "application/jsonp",
    "application/json2",
    "application/json-seq",
    "application/vnd.api+json",
    "xapplication/json",
    "application/ json",
    "application /json",
    "*/*",
    "application/*",
    "text/plain; application/json",
    "text/plain;a=application/json",
    "text/plain, application/json",
    "application/json, text/plain",
    "application/json; charset=iso-8859-1",
    "application/json; charset=utf-16",
    "application/json; charset=utf-7",
    "application/json; a=b; charset=latin1",
  ])("%j is refused", async (type) => {
    const answer = await callWith([["Content-Type", type]]);
    expect([400, 415]).toContain(answer.status);
    expect(messagesOf(answer)).toMatchObject([{ error: {} }]);
  });

  test("comes once", async () => {
    const twice = [
      ["Content-Type", "application/json"],
      ["Content-Type", "text/plain"],
    ] as const;
    for (const types of [twice, twice.toReversed(), [twice[0], twice[0]]])
      expect((await callWith(types)).status).toBe(400);
  });

  test.each(["gzip", "deflate", "br", "identity, gzip", "x"])(
    "%j on top is refused",
    async (encoding) => {
      const answer = await callWith([["Content-Encoding", encoding]]);
      expect(answer.status).toBe(415);
    },
  );
});

describe("what the client accepts", () => {
  test.each([
    undefined,
    "*/*",
    "application/json, text/event-stream",
    "text/event-stream,application/json",
    "application/*, text/*",
    "APPLICATION/JSON, TEXT/EVENT-STREAM",
    "application/json;q=0.1, text/event-stream;q=1.000",
    "application/json ; charset=utf-8 , text/event-stream ; a=b",
    "text/html, */*;q=0.1",
    "text/html;q=0, */*",
    "*/*;q=0, application/json, text/event-stream",
    "application/*;q=0, application/json, text/event-stream",
    ", application/json,, text/event-stream,",
  ])("%j covers both answers", async (accept) => {
    expect((await callWith([["Accept", accept]])).status).toBe(200);
  });

  test.each([
    "application/json",
    "text/event-stream",
    "text/html",
    "application/*",
    "text/*",
    "*/*;q=0",
    "*/*;q=0.000",
    "application/json;q=0, text/event-stream",
    "application/json, text/event-stream;q=0",
    "*/*, text/event-stream;q=0",
    "*/*, text/*;q=0",
    "application/json;Q=0, text/event-stream",
    "application/json; q=0.0, text/event-stream",
    "application/json, text/event-streams",
    "xapplication/json, text/event-stream",
    "application/json-seq, text/event-stream",
    'application/json;a="b, text/event-stream"',
    "application/json text/event-stream",
    ";;;",
    "a",
  ])("%j does not", async (accept) => {
    const answer = await callWith([["Accept", accept]]);
    expect(answer.status).toBe(406);
    expect(messagesOf(answer)).toMatchObject([{ error: {} }]);
  });

  test("may be told in several headers", async () => {
    const answer = await callWith([
      ["Accept", "application/json"],
      ["Accept", "text/event-stream"],
    ]);
    expect(answer.status).toBe(200);
  });

  test("is held to the same in a handshake", async () => {
    const initialize = (accept: string): Promise<RawResponse> =>
      send(
        server.port,
        bytesOf(
          post(server.port, initializeAs(newestHandshake), [
            ["Accept", accept],
          ]),
        ),
      );
    expect((await initialize("application/json")).status).toBe(406);
    expect((await initialize("*/*")).status).toBe(200);
  });

  test.each([
    ["text/event-stream", 200],
    ["text/*", 200],
    ["*/*", 200],
    ["application/json", 406],
    ["application/json, text/event-stream;q=0", 406],
  ])("of a stream is %j: %i", async (accept, status) => {
    const connection = connectRaw(server.port);
    const headers = withHeaders(headersOf(server.port, session.headers), [
      ["Accept", accept],
    ]);
    connection.write(bytesOf({ method: "GET", headers }));
    expect((await connection.head()).status).toBe(status);
    connection.destroy();
  });
});

describe("the method", () => {
  const others = [...new Set([...METHODS, "QUERY"])].filter(
    (method) => !["POST", "GET", "DELETE", "CONNECT"].includes(method),
  );

  test.each(others)("%s is not allowed", async (method) => {
    const headers = headersOf(server.port);
    const connection = connectRaw(server.port);
    connection.write(bytesOf({ method, headers, body: "{}" }));
    const answer = await connection.head();
    // The parser may not know it.
    expect([405, 400]).toContain(answer.status);
    if (answer.status === 405)
      expect(answer.headers.get("allow")?.split(/, ?/).sort()).toEqual([
        "DELETE",
        "GET",
        "POST",
      ]);
    connection.destroy();
  });

  test("OPTIONS of the whole server is none of its business", async () => {
    const headers: Headers = [["Host", "localhost"]];
    const bytes = bytesOf({ method: "OPTIONS", target: "*", headers });
    expect([400, 404, 405]).toContain((await send(server.port, bytes)).status);
  });

  test("HEAD has no body", async () => {
    const connection = connectRaw(server.port);
    const headers = headersOf(server.port);
    connection.write(bytesOf({ method: "HEAD", headers }));
    expect((await connection.head()).status).toBe(405);
    connection.write(bytesOf(modernCall(server.port, "echo")));
    // A body would be taken for the head of the next answer.
    expect((await connection.next()).status).toBe(200);
    connection.destroy();
  });

  test("TRACE tells nothing of the request", async () => {
    const headers = headersOf(server.port, [
      ["Authorization", "Bearer secret"],
    ]);
    const answer = await send(
      server.port,
      bytesOf({ method: "TRACE", headers }),
    );
    expect(answer.body).not.toContain("secret");
  });

  test.each(["GET", "DELETE"])("%s needs a session", async (method) => {
    const ask = async (more: Headers): Promise<number> => {
      const headers = headersOf(server.port, more);
      return (await send(server.port, bytesOf({ method, headers }))).status;
    };
    expect(await ask([])).toBe(400);
    expect(await ask([["Mcp-Session-Id", "unknown"]])).toBe(404);
    expect(await ask([["MCP-Protocol-Version", "2026-07-28"]])).toBe(405);
  });

  test.each(["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"])(
    "is not what %s says",
    async (name) => {
      const more: Headers = [...session.headers, [name, "DELETE"]];
      const bytes = bytesOf(
        post(server.port, { jsonrpc: "2.0", id: 1, method: "ping" }, more),
      );
      expect(messagesOf(await send(server.port, bytes))).toMatchObject([
        { id: 1, result: {} },
      ]);
      expect(await session.call("echo")).toMatchObject({ result: {} });
    },
  );
});
