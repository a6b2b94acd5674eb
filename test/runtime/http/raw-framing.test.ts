import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bytesOf, chunked, connectRaw, messagesOf, send } from "./raw.ts";
import { call, expectRefusal, goodHeaders } from "./raw-heads.ts";
import {
  endUnharmed,
  headersOf,
  modernCall,
  serve,
  withHeaders,
  type Headers,
  type RawServer,
} from "./raw-server.ts";

let server: RawServer;
beforeAll(async () => {
  server = await serve({ maxBodyBytes: 100_000 });
});
afterAll(() => endUnharmed(server));

const good = (more?: Headers): Headers => goodHeaders(server.port, more);

const expectRefused = (
  bytes: string,
  statuses: readonly number[],
): Promise<void> => expectRefusal(server.port, bytes, statuses);

const chunkedHeaders = (): Headers =>
  withHeaders(modernCall(server.port, "echo").headers, [
    ["Transfer-Encoding", "chunked"],
  ]);

describe("a length", () => {
  test.each([
    ["below zero", "-1"],
    ["with a sign", "+2"],
    ["in hexadecimal", "0x2"],
    ["of no digits", ""],
    ["of two values", "2, 2"],
    ["with a fraction", "2.0"],
    ["that no number holds", "9".repeat(30)],
    ["with an underscore", "1_0"],
  ])("%s is refused", async (_, length) => {
    await expectRefused(
      call("POST /mcp HTTP/1.1", good([["Content-Length", length]])),
      [400, 413],
    );
  });

  test.each([
    [
      "two lengths that agree",
      [
        ["Content-Length", "2"],
        ["Content-Length", "2"],
      ],
    ],
    [
      "two lengths",
      [
        ["Content-Length", "2"],
        ["Content-Length", "30"],
      ],
    ],
    [
      "a length and chunks",
      [
        ["Content-Length", "2"],
        ["Transfer-Encoding", "chunked"],
      ],
    ],
    [
      "chunks and a length",
      [
        ["Transfer-Encoding", "chunked"],
        ["Content-Length", "2"],
      ],
    ],
    ["chunks that are not last", [["Transfer-Encoding", "chunked, gzip"]]],
    [
      "chunks twice",
      [
        ["Transfer-Encoding", "chunked"],
        ["Transfer-Encoding", "chunked"],
      ],
    ],
    ["chunks with a typing error", [["Transfer-Encoding", "xchunked"]]],
    ["chunks with a tab before", [["Transfer-Encoding", "\u000bchunked"]]],
    ["an encoding without chunks", [["Transfer-Encoding", "identity"]]],
    ["chunks that are compressed", [["Transfer-Encoding", "gzip, chunked"]]],
  ] satisfies [string, [string, string][]][])(
    "is told once: %s are refused",
    async (_, framing) => {
      const usual = modernCall(server.port, "echo").headers;
      // What would be served by who looks at the chunks alone.
      const chunks = chunked(modernCall(0, "echo").body, 50).toString();
      const headers = [...usual, ...framing];
      const bytes = call("POST /mcp HTTP/1.1", headers, chunks);
      await expectRefused(bytes, [400, 501]);
    },
  );

  test.each([
    "zz\r\n",
    "-1\r\n",
    "f".repeat(20) + "\r\n",
    "\r\n",
    "2 2\r\n",
    "0x2\r\n{}\r\n",
  ])("of a chunk is hexadecimal: not %j", async (chunk) => {
    await expectRefused(
      call("POST /mcp HTTP/1.1", chunkedHeaders(), chunk),
      [400, 413],
    );
  });

  test("of a chunk has no endless extension", async () => {
    await expectRefused(
      call(
        "POST /mcp HTTP/1.1",
        chunkedHeaders(),
        `2;${"a".repeat(100_000)}\r\n{}`,
      ),
      [400, 413, 431],
    );
  });

  test("behind the last chunk there are no headers that count", async () => {
    const body = modernCall(0, "echo").body;
    const { headers } = modernCall(server.port, "echo");
    const untold = headers.filter(([name]) => name !== "Mcp-Method");
    const bytes = call(
      "POST /mcp HTTP/1.1",
      [...untold, ["Transfer-Encoding", "chunked"]],
      `${body.length.toString(16)}\r\n${body}\r\n0\r\nMcp-Method: tools/call\r\n\r\n`,
    );
    const answer = await send(server.port, bytes);
    expect(answer.status).toBe(400);
    expect(messagesOf(answer)).toMatchObject([{ error: { code: -32020 } }]);
  });
});

describe("an expectation", () => {
  test("to go on is met, and the request is answered", async () => {
    const { headers, body } = modernCall(server.port, "echo");
    const connection = connectRaw(server.port);
    const framed: Headers = [
      ...headers,
      ["Expect", "100-continue"],
      ["Content-Length", String(body.length)],
    ];
    connection.write(call("POST /mcp HTTP/1.1", framed, ""));
    expect((await connection.head()).status).toBe(100);
    connection.write(body);
    expect((await connection.next()).status).toBe(200);
    connection.destroy();
  });

  test("to go on that is followed by nothing ends", async () => {
    const connection = connectRaw(server.port);
    connection.write(
      call("POST /mcp HTTP/1.1", good([["Expect", "100-continue"]]), ""),
    );
    expect((await connection.head()).status).toBe(100);
    connection.destroy();
  });

  test("of anything else is refused", async () => {
    await expectRefused(
      call("POST /mcp HTTP/1.1", good([["Expect", "a"]])),
      [417],
    );
  });
});

describe("a connection", () => {
  test("carries one request after the other", async () => {
    const connection = connectRaw(server.port);
    for (let id = 1; id <= 3; id++) {
      connection.write(
        bytesOf(modernCall(server.port, "echo", { id }, { id })),
      );
      expect(messagesOf(await connection.next())).toMatchObject([{ id }]);
    }
    connection.destroy();
  });

  test("carries requests that do not wait for answers, which come in order", async () => {
    const connection = connectRaw(server.port);
    const ids = Array.from({ length: 50 }, (_, at) => at);
    const calls = ids.map((id) =>
      bytesOf(
        modernCall(
          server.port,
          id % 7 === 0 ? "tell" : "echo",
          {},
          {
            id,
            meta: { progressToken: id },
          },
        ),
      ),
    );
    connection.write(Buffer.concat(calls));
    for (const id of ids) {
      const messages = messagesOf(await connection.next());
      expect(messages.at(-1)).toMatchObject({ id });
      for (const message of messages.slice(0, -1))
        expect(message).toMatchObject({ params: { progressToken: id } });
    }
    connection.destroy();
  });

  test("carries a good request behind one that was refused by its body", async () => {
    const connection = connectRaw(server.port);
    const bad = { headers: headersOf(server.port), body: "{" };
    connection.write(
      Buffer.concat([
        bytesOf(bad),
        bytesOf(modernCall(server.port, "echo", {}, { id: 2 })),
      ]),
    );
    expect((await connection.next()).status).toBe(400);
    expect(messagesOf(await connection.next())).toMatchObject([{ id: 2 }]);
    connection.destroy();
  });

  test("whose request is refused by its head takes its body for no request", async () => {
    const hidden = bytesOf(modernCall(server.port, "echo", { hidden: 1 }));
    const connection = connectRaw(server.port);
    const more: Headers = [["Origin", "https://evil.example"]];
    connection.write(
      bytesOf({ headers: headersOf(server.port, more), body: hidden }),
    );
    expect((await connection.next()).status).toBe(403);
    connection.write(bytesOf(modernCall(server.port, "echo", {}, { id: 2 })));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(connection.received).not.toContain("hidden");
    connection.destroy();
  });

  test("that asks for an upgrade stays HTTP 1", async () => {
    const more: Headers = [
      ["Connection", "Upgrade, HTTP2-Settings"],
      ["Upgrade", "h2c"],
      ["HTTP2-Settings", "AAMAAABkAAQAAP__"],
    ];
    const bytes = call("POST /mcp HTTP/1.1", good(more));
    expect((await send(server.port, bytes)).status).toBe(200);
  });

  test("that asks for a tunnel is closed", async () => {
    const connection = connectRaw(server.port);
    connection.write(
      "CONNECT evil.example:80 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    );
    await connection.closed();
    expect(connection.received).not.toContain("200");
  });
});
