import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { bytesOf, messagesOf, send } from "../runtime/http/raw.ts";
import {
  headersOf,
  modernCall,
  serve,
  startSession,
  withHeaders,
  type RawServer,
  type RawSession,
} from "../runtime/http/raw-server.ts";
import { request } from "../runtime/revisions.ts";

let server: RawServer;
let session: RawSession;
beforeAll(async () => {
  server = await serve();
  session = await startSession(server.port);
});
afterEach(() => {
  expect({}).not.toHaveProperty("polluted");
  expect(server.errors).toEqual([]);
});
afterAll(() => server.close());

/** Keys that lead to the prototype of all objects where they are assigned. */
const hostile =
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
const names = [
  "__proto__",
  "constructor",
  "prototype",
  "hasOwnProperty",
  "toString",
  "valueOf",
];

test("hostile keys anywhere in a body stay what they are", async () => {
  const { headers, body } = modernCall(server.port, "echo", { here: 0 });
  for (const changed of [
    body.replace('{"here":0}', hostile),
    body.replace(
      '"_meta":{',
      `"_meta":{"a":${hostile},"__proto__":{"polluted":1},`,
    ),
    body.replace('"jsonrpc"', `"__proto__":{"polluted":1},"jsonrpc"`),
    body.replace('"params":{', `"params":{"__proto__":{"polluted":1},`),
  ]) {
    const answer = await send(server.port, bytesOf({ headers, body: changed }));
    expect([changed, answer.status]).toEqual([changed, 200]);
    expect(JSON.stringify(messagesOf(answer))).not.toContain('"__proto__":{}');
  }
});

test("what a prototype holds is not what a message holds", async () => {
  const { headers, body } = modernCall(server.port, "echo");
  const meta = JSON.parse(body).params._meta;
  const hidden = body.replace(
    `"_meta":${JSON.stringify(meta)}`,
    `"_meta":{"__proto__":${JSON.stringify(meta)}}`,
  );
  expect(hidden).not.toBe(body);
  const answer = await send(server.port, bytesOf({ headers, body: hidden }));
  expect(answer.status).toBe(400);
});

describe.each(names)("the name %s", (name) => {
  const ask = async (
    more: readonly (readonly [string, string])[],
    text: string,
  ) => {
    const headers = withHeaders(headersOf(server.port), more);
    return await send(server.port, bytesOf({ headers, body: text }));
  };

  test("is no session, and no event", async () => {
    const ping = JSON.stringify(request(1, "ping"));
    expect((await ask([["Mcp-Session-Id", name]], ping)).status).toBe(404);
    for (const id of [name, `${name}.1`, `${name}.${name}`]) {
      const stream = session.get(id);
      // Of no call: the standalone stream may open, with nothing on it.
      expect([200, 400]).toContain((await stream.head()).status);
      expect(stream.received).not.toContain("data:");
      stream.destroy();
    }
  });

  test("is no revision", async () => {
    const { headers, body } = modernCall(server.port, "echo");
    const given = withHeaders(headers, [["MCP-Protocol-Version", name]]);
    const text = body.replace('"2026-07-28"', JSON.stringify(name));
    const answer = await send(
      server.port,
      bytesOf({ headers: given, body: text }),
    );
    expect(answer.status).toBe(400);
    expect(messagesOf(answer)).toMatchObject([{ error: { code: -32022 } }]);
  });

  test("is no method and no tool, in both eras", async () => {
    const { headers, body } = modernCall(server.port, name);
    const call = await send(server.port, bytesOf({ headers, body }));
    expect(messagesOf(call)).toMatchObject([{ error: { code: -32602 } }]);
    const method = withHeaders(headers, [["Mcp-Method", name]]);
    const unknown = await send(
      server.port,
      bytesOf({
        headers: method,
        body: body.replace('"tools/call"', JSON.stringify(name)),
      }),
    );
    expect(unknown.status).toBe(404);
    expect(messagesOf(unknown)).toMatchObject([{ error: { code: -32601 } }]);
    expect(await session.call(name)).toMatchObject({ error: { code: -32602 } });
    const [answer] = messagesOf(await session.post(request(1, name)));
    expect(answer).toMatchObject({ error: { code: -32601 } });
  });

  test("is a header like any other", async () => {
    const { headers, body } = modernCall(server.port, "echo");
    for (const one of [name, `Mcp-Param-${name}`]) {
      const given = [...headers, [one, "a"] as const];
      const answer = await send(server.port, bytesOf({ headers: given, body }));
      expect(answer.status).toBe(200);
    }
  });
});
