import {
  afterEach,
  beforeEach,
  describe,
  expect,
  test,
  vi,
  type MockInstance,
} from "vitest";
import { all, serverOf } from "../runtime/revisions.ts";
import { tool } from "../runtime/features/host.ts";
import { faces } from "../runtime/http/faces.ts";
import { bytesOf, connectRaw, send } from "../runtime/http/raw.ts";
import {
  expectServed,
  headersOf,
  modernCall,
  post,
  serve,
  withHeaders,
  type Headers,
  type RawServer,
} from "../runtime/http/raw-server.ts";

/** Ends its line, begins another header or colours a terminal. */
const forged = `a\r\nSet-Cookie: b=c\u001b[31m\u009b\u2028root logged in ${"x".repeat(2_000)}`;

describe("a header of the answer", () => {
  test.each(faces)(
    "takes no lines from a challenge, over the %s face",
    async (_, open) => {
      const errors: Error[] = [];
      const server = serverOf(all);
      const face = await open(server, {
        onError: (error) => void errors.push(error),
        authorize: () => ({
          status: 401,
          challenge: `Bearer error="${forged}"`,
        }),
      });
      try {
        const answer = await face.send(modernCall(face.port, "echo"));
        expect([401, 500]).toContain(answer.status);
        expect(answer.headers.get("set-cookie") ?? undefined).toBeUndefined();
        expect(answer.body).not.toContain("result");
      } finally {
        await face.close();
      }
    },
  );

  test("that lets a page read an answer names an origin that is allowed", async () => {
    const server = await serve({
      cors: true,
      allowedOrigins: ["https://app.example.com"],
    });
    try {
      const ask = (origin: string, method = "POST", more: Headers = []) => {
        const { headers, body } = modernCall(server.port, "echo");
        const given = withHeaders(headers, [["Origin", origin], ...more]);
        return send(
          server.port,
          bytesOf({
            method,
            headers: given,
            body: method === "POST" ? body : "",
          }),
        );
      };
      const good = await ask("https://app.example.com");
      expect(good.headers.get("access-control-allow-origin")).toBe(
        "https://app.example.com",
      );
      expect(good.headers.get("vary")?.toLowerCase()).toContain("origin");
      expect(good.headers.has("access-control-allow-credentials")).toBe(false);
      for (const origin of ["https://evil.example", "null", "*", ""]) {
        const more: Headers = [["Access-Control-Request-Method", "POST"]];
        for (const method of ["POST", "OPTIONS"]) {
          const bad = await ask(origin, method, more);
          expect(bad.status).toBe(403);
          expect(bad.headers.has("access-control-allow-origin")).toBe(false);
        }
      }
    } finally {
      await server.close();
    }
  });

  test("lets a page send what the protocol has, and not what it asks for", async () => {
    const server = await serve({ cors: true });
    try {
      const { headers } = await send(
        server.port,
        bytesOf({
          method: "OPTIONS",
          headers: headersOf(server.port, [
            ["Origin", "http://localhost:1"],
            ["Access-Control-Request-Method", "DELETE"],
            [
              "Access-Control-Request-Headers",
              "content-type, x-evil, mcp-param-region, cookie, mcp-param-(, mcp-method-override",
            ],
          ]),
        }),
      );
      const allowed = headers.get("access-control-allow-headers") ?? "";
      const names = allowed.split(/, */).map((name) => name.toLowerCase());
      expect(names).toContain("content-type");
      expect(names).toContain("mcp-param-region");
      for (const name of [
        "x-evil",
        "cookie",
        "mcp-param-(",
        "*",
        "mcp-method-override",
      ])
        expect(names).not.toContain(name);
      expect(headers.get("access-control-allow-methods")).not.toContain("*");
    } finally {
      await server.close();
    }
  });

  test("that says what a page may do is there only when asked for", async () => {
    const server = await serve();
    try {
      const headers = headersOf(server.port, [
        ["Origin", "http://localhost:1"],
        ["Access-Control-Request-Method", "POST"],
      ]);
      for (const method of ["OPTIONS", "POST", "GET"]) {
        const bytes = bytesOf({ method, headers });
        for (const name of (await send(server.port, bytes)).headers.keys())
          expect(name).not.toMatch(/^access-control/);
      }
    } finally {
      await server.close();
    }
  });
});

describe("what the client chose", () => {
  let server: RawServer;
  let printed: MockInstance<typeof console.error>;
  const errors: Error[] = [];
  beforeEach(async () => {
    printed = vi.spyOn(console, "error").mockImplementation(() => {});
    errors.length = 0;
    server = await serve({ onError: (error) => void errors.push(error) });
  });
  afterEach(async () => {
    printed.mockRestore();
    await server.close();
  });

  /** What can stand in a header and is odd in a log. */
  const strange = "\u009b31m\u0085\u00a0<script>alert(1)</script>";

  test.each([
    "Mcp-Method",
    "Mcp-Name",
    "MCP-Protocol-Version",
    "Mcp-Session-Id",
    "Last-Event-ID",
    "Content-Type",
    "Accept",
    "Host",
    "Origin",
    "Content-Encoding",
    "Mcp-Param-Region",
  ])("in %s comes back in no raw form", async (name) => {
    const given = withHeaders(
      modernCall(server.port, "mirror", { region: "eu" }).headers,
      [[name, strange]],
    );
    const body = modernCall(0, "mirror", { region: "eu" }).body;
    const answers = [
      await send(server.port, bytesOf({ headers: given, body })),
      await send(server.port, bytesOf({ method: "GET", headers: given })),
      await send(
        server.port,
        bytesOf({
          headers: withHeaders(headersOf(server.port), [[name, strange]]),
          body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
        }),
      ),
    ];
    for (const { status, headers, body: told } of answers) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(headers.get("content-type")).toBe("application/json");
      // JSON of one line: what is in it is no markup to anybody.
      expect(told).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      for (const value of headers.values())
        expect(value).not.toContain("script");
    }
    for (const { message } of errors)
      expect(message).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  });

  test.each([
    ["the method", post(1, { jsonrpc: "2.0", id: 1, method: forged })],
    [
      "the method of the stateless revision",
      {
        headers: modernCall(1, "echo").headers,
        body: modernCall(1, "echo").body.replace(
          '"tools/call"',
          JSON.stringify(forged),
        ),
      },
    ],
    ["the name", modernCall(1, "echo", {}, { params: { name: forged } })],
    ["the id", modernCall(1, "echo", {}, { id: forged })],
    [
      "the version",
      {
        headers: modernCall(1, "echo").headers,
        body: modernCall(1, "echo").body.replace(
          '"2026-07-28"',
          JSON.stringify(forged),
        ),
      },
    ],
    [
      "the version of a handshake",
      post(1, {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: forged,
          capabilities: {},
          clientInfo: { name: forged, version: forged },
        },
      }),
    ],
    [
      "a notification",
      post(1, { jsonrpc: "2.0", method: forged, params: { forged } }),
    ],
    ["an answer", post(1, { jsonrpc: "2.0", id: forged, result: { forged } })],
  ])("as %s breaks no line of a log, an event or a head", async (_, given) => {
    const headers = withHeaders(given.headers, [
      ["Host", `127.0.0.1:${server.port}`],
    ]);
    const answer = await send(
      server.port,
      bytesOf({ headers, body: given.body }),
    );
    expect(answer.headers.has("set-cookie")).toBe(false);
    for (const { message } of errors)
      expect(message).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect(printed).not.toHaveBeenCalled();
    const [message] = answer.body === "" ? [] : [JSON.parse(answer.body)];
    // An error is read by people too; what it quotes is on one line.
    const told = message?.error?.message ?? "";
    expect(told).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect(told.length).toBeLessThan(1_000);
  });

  test("as progress or as an id is one event on a stream", async () => {
    const text = "a\n\nevent: endpoint\ndata: evil\r\n\r\nid: 1\u2028";
    const connection = connectRaw(server.port);
    server.server.add(
      tool("forge", {}, (_, context) => {
        context.progress(1, 1, text);
        return text;
      }),
    );
    connection.write(
      bytesOf(
        modernCall(
          server.port,
          "forge",
          {},
          {
            id: text,
            meta: { progressToken: text },
          },
        ),
      ),
    );
    const { body } = await connection.next();
    const lines = body.split(/\r\n|\r|\n/).filter((line) => line !== "");
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^data: ?\{/);
    connection.destroy();
  });

  test("is not what a stack tells, nor a path of this machine", async () => {
    server.server.add(
      tool("fail", {}, () => {
        throw new TypeError("secret /etc/passwd");
      }),
    );
    const { body } = await send(
      server.port,
      bytesOf(modernCall(server.port, "fail")),
    );
    expect(body).not.toMatch(/secret|passwd|node_modules|at .*\.ts/);
    await expectServed(server.port);
  });
});

test("a port that answers no MCP says nothing of what it is", async () => {
  const server = await serve();
  try {
    const { headers } = await send(
      server.port,
      bytesOf({ method: "GET", target: "/", headers: headersOf(server.port) }),
    );
    for (const name of ["server", "x-powered-by", "set-cookie"])
      expect(headers.has(name)).toBe(false);
  } finally {
    await server.close();
  }
});
