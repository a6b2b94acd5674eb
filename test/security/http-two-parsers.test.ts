import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  bytesOf,
  messagesOf,
  send,
  type RawResponse,
} from "../runtime/http/raw.ts";
import {
  modernCall,
  serve,
  startSession,
  withHeaders,
  type Headers,
  type RawServer,
  type RawSession,
} from "../runtime/http/raw-server.ts";

/**
 * A gateway in front of the server reads the headers, the server the body, or
 * each another one of two: then one is checked, and another is done.
 */
let server: RawServer;
let session: RawSession;
beforeAll(async () => {
  server = await serve();
  session = await startSession(server.port);
});
afterAll(() => server.close());

function call(more: Headers, body?: string): Promise<RawResponse> {
  const { headers, body: usual } = modernCall(server.port, "echo");
  const given = withHeaders(headers, more);
  return send(server.port, bytesOf({ headers: given, body: body ?? usual }));
}

const text = modernCall(0, "echo").body;

async function expectMismatch(answer: Promise<RawResponse>): Promise<void> {
  const { status, ...rest } = await answer;
  expect(status).toBe(400);
  expect(messagesOf({ status, ...rest })).toMatchObject([
    { id: 1, error: { code: -32020 } },
  ]);
}

describe("a header that comes twice is refused:", () => {
  test.each([
    ["Host", ["localhost", "localhost"]],
    ["Origin", ["http://localhost", "http://localhost"]],
    ["Origin", ["http://localhost", "http://evil.example"]],
    ["Content-Type", ["application/json", "application/json"]],
    ["Content-Encoding", ["identity", "identity"]],
    ["Authorization", ["Bearer a", "Bearer b"]],
    ["MCP-Protocol-Version", ["2026-07-28", "2026-07-28"]],
    ["MCP-Protocol-Version", ["2026-07-28", "2025-11-25"]],
    ["Mcp-Method", ["tools/call", "tools/call"]],
    ["Mcp-Method", ["tools/call", "tools/list"]],
    ["Mcp-Name", ["echo", "echo"]],
    ["Mcp-Name", ["echo", "wait"]],
    ["Mcp-Session-Id", ["a", "a"]],
    ["Mcp-Param-Region", ["a", "a"]],
    ["Last-Event-ID", ["a", "b"]],
  ])("%s: %j", async (name, values) => {
    for (const names of [
      [name, name],
      [name, name.toLowerCase()],
    ]) {
      const more = names.map((one, at) => [one, values[at] ?? ""] as const);
      const { status } = await call(more);
      expect([400, 403]).toContain(status);
    }
  });

  test("the session's id, in a session", async () => {
    const other = await startSession(server.port);
    for (const ids of [
      [session.id, session.id],
      [session.id, other.id],
    ]) {
      const headers = withHeaders(
        modernCall(server.port, "echo").headers,
        ids.map((id) => ["Mcp-Session-Id", id] as const),
      );
      const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
      const told = await send(
        server.port,
        bytesOf({
          headers: headers.filter(([name]) => !name.startsWith("MCP-")),
          body,
        }),
      );
      expect(told.status).toBe(400);
    }
    const joined = await session.post(
      { jsonrpc: "2.0", id: 1, method: "ping" },
      [["Mcp-Session-Id", `${session.id}, ${other.id}`]],
    );
    expect(joined.status).toBe(404);
    await other.delete();
  });
});

describe("a header that says something else than the body is refused:", () => {
  test.each([
    ["Mcp-Method", "tools/list"],
    ["Mcp-Method", "Tools/Call"],
    ["Mcp-Method", "tools/call,tools/call"],
    ["Mcp-Method", "tools/calⅼ"],
    ["Mcp-Method", ""],
    ["Mcp-Name", "Echo"],
    ["Mcp-Name", "wait"],
    ["Mcp-Name", "echo, echo"],
    ["Mcp-Name", '"echo"'],
    ["Mcp-Name", "%65cho"],
    ["Mcp-Name", ""],
    ["Mcp-Name", "=?base64?d2FpdA==?="],
    ["Mcp-Name", "=?base64?ZWNobw==?= "],
    ["Mcp-Name", "=?base64?ZWNobw?="],
    ["Mcp-Name", "=?base64?ZWNobx==?="],
    ["Mcp-Name", "=?BASE64?ZWNobw==?="],
    ["Mcp-Name", "=?base64?ZWNo bw==?="],
    ["Mcp-Name", "=?base64?ZWNobw==?==?base64??="],
    ["MCP-Protocol-Version", "2025-11-25"],
    ["MCP-Protocol-Version", "2026-07-28 2026-07-28"],
    ["MCP-Protocol-Version", "9999-01-01"],
    ["MCP-Protocol-Version", ""],
  ])("%s: %j", async (name, value) => {
    // A blank at the end belongs to the line and not to the value.
    if (value.endsWith(" ")) {
      expect((await call([[name, value]])).status).toBe(200);
      return;
    }
    const sent = Buffer.from(value).toString("latin1");
    await expectMismatch(call([[name, sent]]));
  });

  test("or nothing where the body says something", async () => {
    const { headers } = modernCall(server.port, "echo");
    for (const absent of ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"]) {
      const left = headers.filter(([name]) => name !== absent);
      await expectMismatch(
        send(server.port, bytesOf({ headers: left, body: text })),
      );
    }
  });

  test("in a parameter that is mirrored", async () => {
    const mirrored = modernCall(server.port, "mirror", { region: "eu" });
    const told = async (more: Headers): Promise<number> => {
      const headers = withHeaders(mirrored.headers, more);
      const bytes = bytesOf({ headers, body: mirrored.body });
      return (await send(server.port, bytes)).status;
    };
    expect(await told([["Mcp-Param-Region", "eu"]])).toBe(200);
    expect(await told([["mcp-param-region", "=?base64?ZXU=?="]])).toBe(200);
    expect(await told([])).toBe(400);
    expect(await told([["Mcp-Param-Region", "us"]])).toBe(400);
    expect(await told([["Mcp-Param-Region", "EU"]])).toBe(400);
    expect(await told([["Mcp-Param-Region", "eu, eu"]])).toBe(400);
    expect(await told([["Mcp-Param-Regıon", "eu"]])).toBe(400);
  });
});

describe("a body with a key twice", () => {
  test("is the same to the check of the headers and to the handler", async () => {
    const method = text.replace(
      '"method":"tools/call"',
      '"method":"tools/call","method":"tools/list"',
    );
    const name = text.replace('"name":"echo"', '"name":"echo","name":"wait"');
    const version = text.replace(
      '"_meta":{',
      '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"},"_meta":{',
    );
    await expectMismatch(call([], method));
    await expectMismatch(call([], name));
    expect((await call([], version)).status).toBe(200);
    expect(server.inside.waiting).toBe(0);
  });

  test.each([
    ["in capitals", text.replace('"method"', '"Method"')],
    ["with a sign beside", text.replace('"method"', '"method "')],
    ["of another script", text.replace('"method"', '"methoԁ"')],
    [
      "under the prototype",
      text
        .replace('"jsonrpc"', '"__proto__":{"method":"tools/call"},"jsonrpc"')
        .replace('"method":"tools/call",', ""),
    ],
  ])("has no method %s", async (_, body) => {
    const { status } = await call([], body);
    expect(status).toBe(400);
  });
});

describe("a session", () => {
  test("keeps its revision, whatever a header says", async () => {
    for (const version of ["2025-06-18", "2025-03-26", "1", ""]) {
      const told = await session.post(
        { jsonrpc: "2.0", id: 1, method: "ping" },
        [["MCP-Protocol-Version", version]],
      );
      expect([version, told.status]).toEqual([version, 400]);
    }
  });

  test("is not what a request of the stateless revision names", async () => {
    const answer = await call([["Mcp-Session-Id", session.id]]);
    // It has none: the header is no matter.
    expect(answer.status).toBe(200);
    expect(await session.call("echo")).toHaveProperty("result");
  });

  test("refuses a message of the stateless revision that is in disguise", async () => {
    const headers = withHeaders(
      modernCall(server.port, "echo").headers,
      session.headers,
    );
    const answer = await send(server.port, bytesOf({ headers, body: text }));
    expect(answer.status).toBe(400);
  });
});
