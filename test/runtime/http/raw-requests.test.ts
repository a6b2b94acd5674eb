import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectRaw, send } from "./raw.ts";
import { call, expectRefusal, goodHeaders } from "./raw-heads.ts";
import {
  endUnharmed,
  modernCall,
  serve,
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

describe("a request line", () => {
  test.each([
    ["is no request line", "hello", [400]],
    ["has no version", "POST /mcp", [400, 505]],
    ["has no target", "POST HTTP/1.1", [400]],
    ["has a version of later", "POST /mcp HTTP/2.0", [400, 505]],
    ["has a version that never was", "POST /mcp HTTP/1.2", [400, 505]],
    ["has a version without digits", "POST /mcp HTTP/a.b", [400, 505]],
    ["has a blank in its target", "POST /m cp HTTP/1.1", [400]],
    ["has a control character", "POST /mcp\u0001 HTTP/1.1", [400, 404]],
    ["has bytes above ASCII", "POST /mcp\u00e9 HTTP/1.1", [400, 404]],
    ["has a method in lower case", "post /mcp HTTP/1.1", [400, 405]],
    ["has a method of nobody", "FROB /mcp HTTP/1.1", [400, 405, 501]],
    ["has no path", "POST * HTTP/1.1", [400, 404, 405]],
    ["has another path", "POST /mcp2 HTTP/1.1", [404]],
    ["has a path below", "POST /mcp/a HTTP/1.1", [404]],
    ["has a path in capitals", "POST /MCP HTTP/1.1", [404]],
    ["has an encoded path", "POST /%6dcp HTTP/1.1", [404]],
    ["has dots in its path", "POST /a/../mcp HTTP/1.1", [404]],
    ["has two slashes", "POST //mcp HTTP/1.1", [400, 404]],
    [
      "names another host",
      "POST http://evil.example/mcp HTTP/1.1",
      [400, 403, 404],
    ],
    [
      "names another host as user",
      "POST http://localhost@evil.example/mcp HTTP/1.1",
      [400, 403, 404],
    ],
    ["is very long", `POST /${"a".repeat(100_000)} HTTP/1.1`, [404, 414, 431]],
  ])("that %s is refused", async (_, line, statuses) => {
    await expectRefused(call(line, good()), statuses);
  });

  test("may have a query", async () => {
    const bytes = call("POST /mcp?a=b&c=/mcp2 HTTP/1.1", good());
    const answer = await send(server.port, bytes);
    expect(answer.status).toBe(200);
  });

  test("of HTTP 1.0 is answered, and the connection ends", async () => {
    const connection = connectRaw(server.port);
    connection.write(call("POST /mcp HTTP/1.0", good()));
    expect((await connection.next()).status).toBe(200);
    await connection.closed();
  });

  test("may come after an empty line", async () => {
    const bytes = `\r\n${call("POST /mcp HTTP/1.1", good())}`;
    expect((await send(server.port, bytes)).status).toBe(200);
  });

  test.each([
    ["HTTP 2's preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    [
      "a TLS handshake",
      "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
    ],
    ["zeros", "\u0000".repeat(100)],
    ["all bytes", String.fromCharCode(...Array(256).keys())],
    ["JSON without HTTP", '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'],
  ])("instead of which %s comes is refused", async (_, bytes) => {
    await expectRefused(bytes, [400]);
  });
});

describe("the Host header", () => {
  const without = (): Headers => good().filter(([name]) => name !== "Host");

  test.each(["HTTP/1.1", "HTTP/1.0"])("is missed in %s", async (version) => {
    await expectRefused(call(`POST /mcp ${version}`, without()), [400, 403]);
  });

  test("is missed in HTTP 0.9", async () => {
    await expectRefused("POST /mcp\r\n\r\n", [400, 403, 505]);
    await expectRefused("GET /mcp\r\n\r\n", [400, 403, 405, 505]);
  });

  test.each([
    ["the same", ["localhost", "localhost"]],
    ["good, then evil", ["localhost", "evil.example"]],
    ["evil, then good", ["evil.example", "localhost"]],
  ])("comes once: twice, %s", async (_, hosts) => {
    const headers = hosts.map((host) => ["Host", host] as const);
    await expectRefused(
      call("POST /mcp HTTP/1.1", [...headers, ...without()]),
      [400, 403],
    );
  });

  test("comes once, also behind thousands of others", async () => {
    const filler = Array.from({ length: 2_500 }, () => ["a", ""] as const);
    const headers = [...good(), ...filler, ["Host", "evil.example"] as const];
    const lines = headers.map(([name, value]) => `${name}:${value}\r\n`);
    await expectRefused(
      `POST /mcp HTTP/1.1\r\n${lines.join("")}\r\n${modernCall(0, "echo").body}`,
      [400, 431],
    );
  });
});

describe("a header", () => {
  test.each([
    ["without a colon", "nonsense"],
    ["with a blank before its colon", "X-A : b"],
    ["with a line folded", "X-A: a\r\n b"],
    ["with a bare return", "X-A: a\rX-B: b"],
    ["with a zero", "X-A: a\u0000b"],
    ["with a control character", "X-A: a\u0001b"],
    ["with a bracket in its name", "X(A: b"],
    ["with no name", ": b"],
    ["with a blank before its name", " X-A: b"],
  ])("%s is refused", async (_, line) => {
    const headers = good()
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("");
    await expectRefused(
      `POST /mcp HTTP/1.1\r\n${headers}${line}\r\n\r\n${modernCall(0, "echo").body}`,
      [400],
    );
  });

  test("lines that end without a return are refused or read as lines", async () => {
    const bytes = call("POST /mcp HTTP/1.1", good()).replaceAll("\r\n", "\n");
    await expectRefused(bytes, [400]);
  });

  test.each([
    ["one of 20 kB", [["X-A", "a".repeat(20_000)]]],
    ["one of 200 kB", [["X-A", "a".repeat(200_000)]]],
    ["one of 20 kB in its name", [["a".repeat(20_000), "b"]]],
    ["a version of 10 kB", [["MCP-Protocol-Version", "a".repeat(10_000)]]],
    ["a method of 10 kB", [["Mcp-Method", "a".repeat(10_000)]]],
    ["a session id of 10 kB", [["Mcp-Session-Id", "a".repeat(10_000)]]],
    ["an event id of 10 kB", [["Last-Event-ID", "a".repeat(10_000)]]],
    ["credentials of 10 kB", [["Authorization", "a".repeat(10_000)]]],
    ["an Accept of 10 kB", [["Accept", "a/b, ".repeat(2_000)]]],
    ["a Content-Type of 10 kB", [["Content-Type", "a".repeat(10_000)]]],
    ["a Host of 10 kB", [["Host", "a".repeat(10_000)]]],
    ["an Origin of 10 kB", [["Origin", "http://a".repeat(1_250)]]],
    ["a thousand", Array.from({ length: 1_000 }, (_, at) => [`x${at}`, "1"])],
  ] satisfies [string, string[][]][])(
    "that is too much is refused: %s",
    async (_, more) => {
      const given = more.map(
        ([name = "", value = ""]) => [name, value] as const,
      );
      const bytes = call("POST /mcp HTTP/1.1", good(given));
      await expectRefused(bytes, [431, 400, 403]);
    },
  );

  test("of another program's is no matter, as long as it is small", async () => {
    const more = Array.from(
      { length: 64 },
      (_, at) => [`X-Forwarded-${at}`, "a".repeat(40)] as const,
    );
    const bytes = call("POST /mcp HTTP/1.1", good(more));
    expect((await send(server.port, bytes)).status).toBe(200);
  });
});
