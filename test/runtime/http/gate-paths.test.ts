import { describe, expect, onTestFinished, test } from "vitest";
import type { HttpOptions } from "../../../src/runtime/http.ts";
import {
  all,
  handshakes,
  modern,
  modernRequest,
  newestHandshake,
  serverOf,
} from "../revisions.ts";
import { faces, type Face, type OpenFace } from "./faces.ts";
import type { RawRequest } from "./raw.ts";
import { headersOf } from "./stateless-client.ts";

const message = modernRequest(1, "server/discover");
const body = JSON.stringify(message);

/** A good request, with headers beside or instead of the usual ones. */
function good(more: object = {}, request: RawRequest = {}): RawRequest {
  const host = { host: "localhost" };
  const given = Object.entries({ ...host, ...headersOf(message), ...more });
  return { headers: given as [string, string][], body, ...request };
}

const get = (target: string, more: object = {}): RawRequest => ({
  method: "GET",
  target,
  headers: Object.entries({ host: "localhost", ...more }) as [string, string][],
});

describe.each(faces)("on the %s face", (_, openFace: OpenFace) => {
  async function open(
    options: HttpOptions = {},
    revisions = all,
  ): Promise<Face> {
    const face = await openFace(serverOf(revisions), options);
    onTestFinished(() => face.close());
    return face;
  }

  test("only the given path is served, with any query", async () => {
    const { send } = await open({ path: "/a/b" });
    const statusOf = async (target: string): Promise<number> =>
      (await send(good({}, { target }))).status;
    expect(await statusOf("/a/b")).toBe(200);
    expect(await statusOf("/a/b?c=/d")).toBe(200);
    for (const target of [
      "/",
      "/a",
      "/a/b/",
      "/a/B",
      "/a/b/c",
      "/mcp",
      "//a/b",
    ])
      expect([target, await statusOf(target)]).toEqual([target, 404]);
  });

  test("a path that is not served is told nothing else", async () => {
    const { send } = await open();
    const answer = await send(get("/other", { host: "evil.example" }));
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toEqual({
      jsonrpc: "2.0",
      error: { code: -32600, message: "There is nothing here" },
    });
  });

  test("health is told to anybody", async () => {
    const { send } = await open({ healthPath: "/health" });
    const told = await send(get("/health", { host: "10.0.0.1" }));
    expect([told.status, told.body]).toEqual([200, "ok"]);
    const posted = await send(good({}, { target: "/health" }));
    expect([posted.status, posted.headers.get("allow")]).toEqual([
      405,
      "GET, HEAD",
    ]);
  });

  test.each<[string, readonly string[], HttpOptions, object, string]>([
    ["POST", all, {}, { "mcp-protocol-version": modern }, "POST"],
    ["POST", [modern], {}, {}, "POST"],
    ["POST", handshakes, { sessions: false }, {}, "POST"],
  ])(
    "%s is the only method of %j with %j and %j",
    async (_method, revisions, options, more, allow) => {
      const { send } = await open(options, revisions);
      for (const method of ["GET", "DELETE"]) {
        const answer = await send({ ...get("/mcp", more), method });
        expect([answer.status, answer.headers.get("allow")]).toEqual([
          405,
          allow,
        ]);
      }
    },
  );

  test("sessions have streams of their own, and an end", async () => {
    const { send } = await open();
    const old = { "mcp-protocol-version": newestHandshake };
    for (const method of ["GET", "DELETE"])
      expect((await send({ ...get("/mcp", old), method })).status).toBe(400);
    const put = await send({ ...get("/mcp", old), method: "PUT" });
    expect(put.headers.get("allow")).toBe("POST, GET, DELETE");
  });

  describe("names and origins", () => {
    const statusWith = async (
      options: HttpOptions,
      more: object,
    ): Promise<number> => (await (await open(options)).send(good(more))).status;

    test.each([
      "localhost",
      "LOCALHOST:1",
      "127.0.0.1:80",
      "[::1]",
      "[::1]:3000",
    ])("of this machine are served by default: %s", async (host) => {
      expect(await statusWith({}, { host })).toBe(200);
      const origin = `https://${host.toLowerCase()}`;
      expect(await statusWith({}, { host, origin })).toBe(200);
    });

    test.each([
      "example.com",
      "localhost.example.com",
      "127.0.0.1.example.com",
      "::1",
      "[::1",
      "[::2]",
      "a@localhost",
      "localhost:80@a",
      "localhost, localhost",
      "localhost:a",
    ])("of no other are: %s", async (host) => {
      expect(await statusWith({}, { host })).toBe(403);
      expect(await statusWith({}, { origin: `http://${host}` })).toBe(403);
    });

    test.each([
      "null",
      "localhost",
      "file://localhost",
      "http://localhost/a",
      "",
    ])("an origin of another kind is refused: %j", async (origin) => {
      expect(await statusWith({}, { origin })).toBe(403);
    });

    test("are those of the list alone, where there is one", async () => {
      const options = {
        allowedHosts: ["api.example.com"],
        allowedOrigins: ["https://app.example.com"],
      };
      const host = "API.example.com:8080";
      const origin = "https://app.example.com";
      expect(await statusWith(options, { host })).toBe(200);
      expect(await statusWith(options, { host, origin })).toBe(200);
      const others = [
        { host: "localhost" },
        { host, origin: "http://app.example.com" },
        { host, origin: "https://app.example.com:8443" },
        { host, origin: "http://localhost" },
        { host, origin: "null" },
      ];
      for (const more of others)
        expect([more, await statusWith(options, more)]).toEqual([more, 403]);
    });

    test("are any where that is asked for", async () => {
      const any = { allowedHosts: "any", allowedOrigins: "any" } as const;
      const host = "example.com";
      expect(await statusWith(any, { host, origin: "null" })).toBe(200);
      expect(await statusWith(any, { host: "a b" })).toBe(403);
    });
  });

  describe("to browsers", () => {
    const origin = "http://localhost:5173";
    const preflight = {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers":
        "content-type, mcp-method, Mcp-Param-Region, x-other",
    };

    test("nothing is told by default", async () => {
      const { send } = await open();
      const asked = { ...get("/mcp", preflight), method: "OPTIONS" };
      expect((await send(asked)).status).toBe(405);
      const { headers } = await send(good({ origin }));
      expect(headers.get("access-control-allow-origin") ?? null).toBeNull();
    });

    test("is told what pages may send, and read", async () => {
      const { send } = await open({ cors: true });
      const asked = { ...get("/mcp", preflight), method: "OPTIONS" };
      const { status, headers } = await send(asked);
      expect(status).toBe(204);
      expect(headers.get("access-control-allow-origin")).toBe(origin);
      expect(headers.get("vary")).toBe("Origin");
      expect(headers.get("access-control-allow-methods")).toBe(
        "POST, GET, DELETE",
      );
      const allowed = headers.get("access-control-allow-headers")?.split(", ");
      expect(allowed).toEqual(
        expect.arrayContaining([
          "authorization",
          "content-type",
          "dpop",
          "last-event-id",
          "mcp-method",
          "mcp-name",
          "mcp-param-region",
          "mcp-protocol-version",
          "mcp-session-id",
        ]),
      );
      expect(allowed).not.toContain("x-other");
      const answer = await send(good({ origin }));
      expect(answer.status).toBe(200);
      expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
      // Nonces of proofs are among the headers that the star stands for.
      expect(answer.headers.get("access-control-expose-headers")).toBe(
        "Mcp-Session-Id, WWW-Authenticate, DPoP-Nonce, Retry-After",
      );
    });

    test("nothing is told where their origin is not allowed", async () => {
      const { send } = await open({ cors: true });
      const foreign = { ...preflight, origin: "https://evil.example" };
      const asked = { ...get("/mcp", foreign), method: "OPTIONS" };
      const { status, headers } = await send(asked);
      expect(status).toBe(403);
      expect(headers.get("access-control-allow-origin") ?? null).toBeNull();
    });

    test("is told why a request of theirs is refused", async () => {
      const { send } = await open({ cors: true });
      const answer = await send(good({ origin, accept: "text/html" }));
      expect(answer.status).toBe(406);
      expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
    });

    test("OPTIONS that is no such question is a method as others", async () => {
      const { send } = await open({ cors: true });
      const asked = { ...get("/mcp", { origin }), method: "OPTIONS" };
      expect((await send(asked)).status).toBe(405);
    });
  });

  test("what is wrong is told in one order", async () => {
    const authorize = (): { status: 401; challenge: string } => ({
      status: 401,
      challenge: "Bearer",
    });
    const { send } = await open({ authorize });
    const trusted = await open({});
    // Each is wrong in all that the ones behind it are wrong in.
    const type = { "content-type": "text/plain" };
    const accept = { ...type, accept: "text/html" };
    const method = { method: "PUT" };
    const origin = { ...accept, origin: "http://evil.example" };
    const target = "/nothing";
    const statuses = [
      await send(good(origin, { ...method, target })),
      await send(good(origin, method)),
      await send(good(accept, method)),
      await send(good(accept)),
      await trusted.send(good(accept, { body: "{" })),
      await trusted.send(good({ accept: "text/html" }, { body: "{" })),
      await trusted.send(good({}, { body: "{" })),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 403, 405, 401, 415, 406, 400]);
  });
});
