import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { initializeAs, newestHandshake } from "../revisions.ts";
import {
  bytesOf,
  chunked,
  connectRaw,
  messagesOf,
  send,
  type RawResponse,
} from "./raw.ts";
import {
  endUnharmed,
  headersOf,
  modernCall,
  serve,
  withHeaders,
  type RawServer,
} from "./raw-server.ts";

const bodyTimeoutMs = 300;
const maxBodyBytes = 20_000;

let server: RawServer;
/** Another, which waits for no body that takes long. */
let hasty: RawServer;
beforeAll(async () => {
  server = await serve({ maxBodyBytes, maxDepth: 50 });
  hasty = await serve({ bodyTimeoutMs, maxBodyBytes });
});
afterAll(async () => {
  await endUnharmed(server);
  await endUnharmed(hasty);
});

/** Sends a body with the headers of a good call of the stateless revision. */
function sendBody(body: string | Uint8Array): Promise<RawResponse> {
  const { headers } = modernCall(server.port, "echo");
  return send(server.port, bytesOf({ headers, body }));
}

function expectError(answer: RawResponse, status: number, code: number): void {
  expect([answer.status, answer.body]).toEqual([status, expect.anything()]);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(messagesOf(answer)).toEqual([
    { jsonrpc: "2.0", error: { code, message: expect.any(String) } },
  ]);
}

describe("size", () => {
  const pad = (length: number): string => {
    const { body } = modernCall(0, "echo", { a: "" });
    return modernCall(0, "echo", { a: "a".repeat(length - body.length) }).body;
  };

  test("is limited to the byte", async () => {
    expect((await sendBody(pad(maxBodyBytes))).status).toBe(200);
    const answer = await sendBody(pad(maxBodyBytes + 1));
    expect(answer.status).toBe(413);
    expect(messagesOf(answer)).toMatchObject([{ error: {} }]);
  });

  test("is of bytes, not of characters", async () => {
    const { body } = modernCall(0, "echo", { a: "€".repeat(maxBodyBytes / 2) });
    expect((await sendBody(body)).status).toBe(413);
  });

  test("that is told is refused before it comes", async () => {
    const { headers } = modernCall(
      server.port,
      "echo",
      {},
      {
        more: [["Content-Length", "1000000000000"]],
      },
    );
    const answer = await send(server.port, bytesOf({ headers }));
    expect(answer.status).toBe(413);
  });

  test("that is not told is refused as soon as it is too much", async () => {
    const { headers } = modernCall(
      server.port,
      "echo",
      {},
      {
        more: [["Transfer-Encoding", "chunked"]],
      },
    );
    const connection = connectRaw(server.port);
    connection.write(bytesOf({ headers }));
    const chunk = `3e8\r\n${"a".repeat(1_000)}\r\n`;
    for (let sent = 0; sent <= 20; sent++) connection.write(chunk);
    expect((await connection.next()).status).toBe(413);
    // It does not read on for ever.
    const timer = setInterval(() => connection.write(chunk), 5);
    try {
      await connection.closed();
    } finally {
      clearInterval(timer);
    }
  });
});

describe("a body", () => {
  test("is the same, whatever the size of its chunks", async () => {
    const args = { text: "é€\u{1f600}".repeat(20) };
    const { headers, body } = modernCall(server.port, "echo", args, {
      more: [["Transfer-Encoding", "chunked"]],
    });
    for (const size of [1, 2, 3, 7, 100, 100_000]) {
      const bytes = bytesOf({ headers, body: chunked(body, size) });
      expect(messagesOf(await send(server.port, bytes))).toMatchObject([
        { result: { content: [{ text: JSON.stringify(args) }] } },
      ]);
    }
  });

  test("is the same, wherever it is split on its way", async () => {
    const args = { text: "é€\u{1f600}" };
    const call = bytesOf(modernCall(server.port, "echo", args));
    const connection = connectRaw(server.port);
    connection.socket.setNoDelay(true);
    for (let at = 0; at <= call.length; at += at < call.length - 60 ? 7 : 1) {
      connection.write(call.subarray(0, at));
      await new Promise((resolve) => setImmediate(resolve));
      connection.write(call.subarray(at));
      expect(messagesOf(await connection.next())).toMatchObject([
        { result: { content: [{ text: JSON.stringify(args) }] } },
      ]);
    }
    connection.destroy();
  });

  test("may come byte by byte", async () => {
    const call = bytesOf(modernCall(server.port, "echo", { a: "é" }));
    const connection = connectRaw(server.port);
    connection.socket.setNoDelay(true);
    for (const byte of call) {
      connection.write(Uint8Array.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await connection.next()).status).toBe(200);
    connection.destroy();
  });

  test("that stands still is given up", async () => {
    const call = bytesOf(modernCall(hasty.port, "echo"));
    const began = Date.now();
    const answer = await send(hasty.port, call.subarray(0, -10));
    expect(answer.status).toBe(408);
    expect(Date.now() - began).toBeGreaterThanOrEqual(bodyTimeoutMs - 20);
  });

  test("that drips is given up all the same", async () => {
    const call = bytesOf(
      modernCall(hasty.port, "echo", { a: "a".repeat(500) }),
    );
    const connection = connectRaw(hasty.port);
    connection.write(call.subarray(0, -400));
    let at = call.length - 400;
    const timer = setInterval(() => {
      connection.write(call.subarray(at, at + 1));
      at++;
    }, 30);
    try {
      expect((await connection.next()).status).toBe(408);
      await connection.closed();
    } finally {
      clearInterval(timer);
    }
  });

  test("that ends too early is no call", async () => {
    const call = bytesOf(modernCall(server.port, "wait"));
    const connection = connectRaw(server.port);
    connection.socket.end(call.subarray(0, -1));
    await connection.closed();
    expect(connection.received).not.toContain("200 OK");
    expect(server.inside.waiting).toBe(0);
  });

  test("that is longer than told is cut, and the rest is no part of it", async () => {
    const { headers, body } = modernCall(server.port, "echo");
    const length = String(body.length);
    const told = withHeaders(headers, [["Content-Length", length]]);
    const connection = connectRaw(server.port);
    connection.write(bytesOf({ headers: told, body: `${body}more` }));
    // The parser may find the rest to be broken before there is an answer.
    expect([200, 400]).toContain((await connection.next()).status);
    await connection.closed();
    expect(connection.received).not.toContain("200 OK");
  });

  test("may begin with a byte order mark", async () => {
    const answer = await sendBody(`\ufeff${modernCall(0, "echo").body}`);
    expect(answer.status).toBe(200);
  });

  test("that is shorter than told waits for the rest", async () => {
    const { headers, body } = modernCall(hasty.port, "echo");
    const length = String(body.length + 10);
    const told = withHeaders(headers, [["Content-Length", length]]);
    const answer = await send(hasty.port, bytesOf({ headers: told, body }));
    expect(answer.status).toBe(408);
  });

  test("of a handshake is held to the same", async () => {
    const body = JSON.stringify(initializeAs(newestHandshake));
    const headers = headersOf(server.port, [["Transfer-Encoding", "chunked"]]);
    const good = bytesOf({ headers, body: chunked(body, 5) });
    expect((await send(server.port, good)).status).toBe(200);
    const cut = bytesOf({
      headers: headersOf(server.port),
      body: body.slice(0, -1),
    });
    expectError(await send(server.port, cut), 400, -32700);
  });
});
