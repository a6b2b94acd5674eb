import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { tool } from "../../features/host.ts";
import { all, modernRequest, serverOf } from "../../revisions.ts";
import type { Interceptor } from "../../../../src/runtime/index.ts";
import type {
  ProtectOptions,
  Verified,
} from "../../../../src/runtime/auth/server.ts";
import { protect } from "../../../../src/runtime/auth/server.ts";
import {
  guardOf,
  issuer,
  metadataUrl,
  openWay,
  paramsOf,
  resource,
  serveOn,
  tell,
  tokenOf,
  type FaceName,
  type Told,
} from "./guarded.ts";

const faces = ["web", "Node"] as const;

const whoami = tool("whoami", {}, (_, { principal, auth }) =>
  JSON.stringify({ principal, auth }),
);

interface Asking {
  readonly face?: FaceName;
  readonly guard?: Partial<ProtectOptions<unknown>>;
  readonly headers?: Record<string, string> | Headers;
  readonly path?: string;
  readonly errors?: Error[];
}

/** Calls a tool that tells who calls, with these headers. */
async function ask({
  face = "web",
  guard = {},
  headers = {},
  path = "/mcp",
  errors = [],
}: Asking): Promise<Told> {
  const server = serverOf(all, { features: [whoami] });
  const send = await serveOn(face, server, {
    authorize: guardOf(guard),
    onError: (error) => errors.push(error),
  });
  const sent = new Headers(headers);
  const own = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "whoami",
  };
  for (const [name, value] of Object.entries(own)) sent.set(name, value);
  const body = JSON.stringify(
    modernRequest(1, "tools/call", { name: "whoami" }),
  );
  return tell(await send(path, { method: "POST", headers: sent, body }));
}

const bearer = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
});

describe.each(faces)("on the %s face", (face) => {
  test.each([
    ["no token", {}],
    ["an empty header", { authorization: "" }],
    ["another scheme", { authorization: "Basic YTpi" }],
  ])(
    "who shows %s is told where to get one, and of no error",
    async (_, headers) => {
      const told = await ask({ face, headers, guard: { scopes: ["mcp"] } });
      expect(told.status).toBe(401);
      expect(paramsOf(told.challenge)).toEqual({
        scope: "mcp",
        resource_metadata: metadataUrl,
      });
    },
  );

  test("a token that is not known is an invalid one", async () => {
    const told = await ask({ face, headers: bearer("nobodys") });
    expect(told.status).toBe(401);
    expect(paramsOf(told.challenge)).toEqual({
      error: "invalid_token",
      resource_metadata: metadataUrl,
    });
  });

  test("a good one lets in, whatever the case of its scheme", async () => {
    const token = tokenOf([]);
    for (const scheme of ["Bearer", "bearer", "BEARER"]) {
      const headers = { authorization: `${scheme} ${token}` };
      const { status, message } = await ask({ face, headers });
      expect(status).toBe(200);
      expect(JSON.stringify(message)).toContain('{\\"principal\\":\\"ada\\"');
    }
  });

  test.each([
    ["no token behind its scheme", "Bearer"],
    ["two words", "Bearer a b"],
    ["what no token has", 'Bearer "a"'],
    ["two of them", "Bearer a, Bearer b"],
    ["one of another scheme before it", "Basic YTpi, Bearer b"],
  ])("a header with %s is malformed", async (_, authorization) => {
    const told = await ask({ face, headers: { authorization } });
    expect(told.status).toBe(400);
    expect(paramsOf(told.challenge)).toMatchObject({
      error: "invalid_request",
    });
  });

  test("a token in the query is none, and malformed beside one in the header", async () => {
    const token = tokenOf([]);
    const path = `/mcp?access_token=${token}`;
    const alone = await ask({ face, path });
    expect([alone.status, paramsOf(alone.challenge)["error"]]).toEqual([
      401,
      undefined,
    ]);
    for (const at of [path, `/mcp?%61ccess_token=${token}`]) {
      const both = await ask({ face, path: at, headers: bearer(token) });
      expect(both.status).toBe(400);
      expect(paramsOf(both.challenge)["error"]).toBe("invalid_request");
      expect(both.challenge).not.toContain(token);
    }
  });
});

test("two Authorization headers are refused, before anything reads one", async () => {
  const headers = new Headers(bearer(tokenOf([])));
  headers.append("authorization", `Bearer ${tokenOf([])}`);
  expect((await ask({ headers })).status).toBe(400);
});

describe("a token is for this server", () => {
  const audienceOf = async (
    audience: readonly string[],
    guard: Partial<ProtectOptions<unknown>> = {},
  ): Promise<Told> =>
    ask({ guard, headers: bearer(tokenOf([], { audience })) });

  test.each([
    [resource],
    ["HTTP://LOCALHOST/mcp"],
    ["http://localhost:80/mcp"],
    ["http://localhost/mcp/"],
  ])("where it says %s", async (audience) => {
    expect((await audienceOf(["https://other.example", audience])).status).toBe(
      200,
    );
  });

  test.each([
    [[]],
    [["https://other.example/mcp"]],
    [["http://localhost"]],
    [["http://localhost/mcp/other"]],
    [["http://localhost/MCP"]],
    [["https://localhost/mcp"]],
    [["http://localhost.example/mcp"]],
    [["http://localhost/mcp?a=b"]],
    [["http://localhost/mcp#a"]],
    [["localhost/mcp"]],
  ])("and for no other: %j", async (audience) => {
    const told = await audienceOf(audience);
    expect(told.status).toBe(401);
    expect(paramsOf(told.challenge)).toMatchObject({
      error: "invalid_token",
      error_description: "the token is for another audience",
    });
  });

  test("the root of a host has a slash or none", async () => {
    const guard = { resource: "https://mcp.example.com" };
    for (const audience of [
      "https://mcp.example.com",
      "https://mcp.example.com/",
    ])
      expect((await audienceOf([audience], guard)).status).toBe(200);
  });

  test("by other names that it was given", async () => {
    const guard = { audiences: ["api://notes"] };
    expect((await audienceOf(["api://notes"], guard)).status).toBe(200);
    expect((await audienceOf(["api://Notes"], guard)).status).toBe(401);
  });

  test("where its verifier has seen to that", async () => {
    const token = tokenOf([], { audience: ["x"], isAudienceChecked: true });
    expect((await ask({ headers: bearer(token) })).status).toBe(200);
  });
});

describe("a token is good for a time", () => {
  const statusAt = async (
    times: Pick<Verified, "expiresAt" | "notBefore">,
    clockSkewMs?: number,
  ): Promise<unknown[]> => {
    const guard = clockSkewMs === undefined ? {} : { clockSkewMs };
    const told = await ask({ guard, headers: bearer(tokenOf([], times)) });
    return [told.status, paramsOf(told.challenge)["error_description"]];
  };
  const good = [200, undefined];
  const expired = [401, "the token has expired"];
  const early = [401, "the token is not valid yet"];

  test("until it expires, as clocks differ", async () => {
    const now = Date.now();
    expect(await statusAt({ expiresAt: now + 1_000 })).toEqual(good);
    expect(await statusAt({ expiresAt: now - 20_000 })).toEqual(good);
    expect(await statusAt({ expiresAt: now - 31_000 })).toEqual(expired);
    expect(await statusAt({ expiresAt: now - 1 }, 0)).toEqual(expired);
  });

  test("from when it begins, as clocks differ", async () => {
    const now = Date.now();
    expect(await statusAt({ notBefore: now + 20_000 })).toEqual(good);
    expect(await statusAt({ notBefore: now + 60_000 })).toEqual(early);
    expect(await statusAt({ notBefore: now + 60_000 }, 0)).toEqual(early);
  });

  test.each([[Number.NaN], [Date.now() / 1_000 + 60]])(
    "in milliseconds, and not %j",
    async (expiresAt) => {
      const errors: Error[] = [];
      const token = tokenOf([], { expiresAt });
      const told = await ask({ headers: bearer(token), errors });
      expect(told.status).toBe(500);
      expect(errors[0]?.message).toContain("in milliseconds since 1970");
    },
  );
});

/** Something behind more objects than anybody looks through. */
function manyAround(value: unknown): unknown {
  const all: unknown[] = Array.from({ length: 2_000 }, () => ({}));
  return [...all, { value }];
}

describe("a verifier", () => {
  const asked = async (verify: unknown): Promise<[Told, Error[]]> => {
    const errors: Error[] = [];
    const guard = { verify: verify as ProtectOptions<unknown>["verify"] };
    const told = await ask({ guard, headers: bearer("sesame"), errors });
    return [told, errors];
  };
  const good = {
    principal: "ada",
    scopes: [],
    audience: [resource],
    auth: {},
  };

  test.each([
    ["nothing", undefined],
    ["true", true],
    ["no principal", { ...good, principal: undefined }],
    ["an empty principal", { ...good, principal: "" }],
    ["scopes as text", { ...good, scopes: "all" }],
    ["no audience", { ...good, audience: undefined }],
    ["the token as auth", { ...good, auth: "sesame" }],
    ["the token in auth", { ...good, auth: { token: "sesame" } }],
    [
      "the header in auth",
      { ...good, auth: { header: { a: "Bearer sesame" } } },
    ],
    ["the token deep in auth", { ...good, auth: [[[[["sesame"]]]]] }],
    ["the token in a map", { ...good, auth: new Map([["a", "sesame"]]) }],
  ])(
    "that gives %s lets nobody in, and its program is told",
    async (_, given) => {
      for (const verify of [() => given, async () => given]) {
        const [told, errors] = await asked(verify);
        expect(told.status).toBe(500);
        expect(errors.map(({ message }) => message)).toEqual([
          expect.stringContaining("verify "),
        ]);
      }
    },
  );

  test("that fails refuses nobody for ever, and no log has the token", async () => {
    const error = new Error("no keys for sesame");
    for (const verify of [
      () => {
        throw error;
      },
      () => Promise.reject(error),
    ]) {
      const [told, errors] = await asked(verify);
      expect([told.status, told.challenge]).toEqual([500, null]);
      expect(errors).toHaveLength(1);
      expect(errors[0]?.message).toBe("verify failed: no keys for …");
      expect(errors[0]?.stack).not.toContain("sesame");
    }
  });

  test.each([
    ["its cause", new Error("no", { cause: new Error("for sesame") })],
    ["a property", Object.assign(new Error("no"), { token: "sesame" })],
    [
      "the request that it keeps",
      Object.assign(new Error("no"), { config: { headers: ["a sesame"] } }),
    ],
    ["one of many errors", new AggregateError([new Error("sesame")], "no")],
    [
      "what is too much to look through",
      Object.assign(new Error("no"), { all: manyAround("sesame") }),
    ],
  ])("that fails with the token in %s has no log tell it", async (_, error) => {
    const [told, errors] = await asked(() => Promise.reject(error));
    expect(told.status).toBe(500);
    expect(errors.map(({ message }) => message)).toEqual(["verify failed: no"]);
    const shown = inspect(errors, { depth: 9, showHidden: true });
    expect(shown).not.toContain("sesame");
  });

  test("that fails with an error of its own has it told as it is", async () => {
    const error = Object.assign(new Error("no"), { self: {} });
    error.self = error;
    const [, errors] = await asked(() => Promise.reject(error));
    expect(errors).toEqual([error]);
    expect(errors[0]).toBe(error);
  });

  test("that takes the token for a name lets nobody in", async () => {
    const token = "a-token-that-nobody-guesses";
    const errors: Error[] = [];
    const verify = (principal: string) => ({ ...good, principal });
    const headers = bearer(token);
    const told = await ask({ guard: { verify }, headers, errors });
    expect(told.status).toBe(500);
    expect(errors[0]?.message).toContain("the token itself as principal");
  });

  test("is asked with what it may know of the request", async () => {
    let seen: unknown;
    await asked((token: string, request: { header(name: string): unknown }) => {
      seen = [
        token,
        request.header("mcp-name"),
        request.header("Authorization"),
        request.header("authorization"),
        "native" in request,
      ];
      return good;
    });
    expect(seen).toEqual(["sesame", "whoami", undefined, undefined, false]);
  });

  test("says why, in what a challenge may have", async () => {
    const description = 'no "good" \\ one: \u2028é\r\nX-Evil: 1';
    const [told] = await asked(() => ({ error: "invalid_token", description }));
    expect(told.challenge).toContain(
      "error_description=\"no 'good' ' one: ????X-Evil: 1\"",
    );
  });

  test("says nothing of the token when it says why", async () => {
    const description = "sesame is over";
    const [told] = await asked(() => ({ error: "invalid_token", description }));
    expect(told.challenge).toContain('error_description="? is over"');
    // Words of this server's own are whole, whatever a token is called.
    const other = await ask({
      guard: { verify: () => ({ ...good, audience: ["x"] }) },
      headers: bearer("other"),
    });
    expect(other.challenge).toContain("the token is for another audience");
  });
});

test("neither handlers nor interceptors have a way to the token", async () => {
  const token = tokenOf([]);
  const seen: unknown[] = [];
  const walk = (value: unknown, depth = 6): string => {
    if (typeof value !== "object" || value === null || depth === 0)
      return String(value);
    const names = new Set<string>();
    for (
      let one = value;
      one && one !== Object.prototype;
      one = Object.getPrototypeOf(one)
    )
      for (const name of Object.getOwnPropertyNames(one)) names.add(name);
    return [...names]
      .map((name) => walk(Reflect.get(value, name), depth - 1))
      .join(" ");
  };
  const spy: Interceptor = {
    before: (call) => void seen.push(walk(call)),
    after: (call, outcome) => void seen.push(walk([call, outcome])),
  };
  const server = serverOf(all, {
    interceptors: [spy],
    features: [
      tool(
        "a",
        { visible: (viewer) => Boolean(seen.push(walk(viewer))) },
        (_, context) => {
          seen.push(walk(context, 4));
          return "a";
        },
      ),
    ],
  });
  const send = await serveOn("web", server, { authorize: guardOf() });
  const client = await openWay("stateless", send, token);
  expect((await client.ask("tools/call", { name: "a" }, token)).status).toBe(
    200,
  );
  expect(seen.length).toBeGreaterThan(3);
  for (const one of seen) expect(one).not.toContain(token);
});

describe("options that are not sound are refused:", () => {
  const sound: ProtectOptions<unknown> = {
    resource,
    authorizationServers: [issuer],
    verify: () => ({ error: "invalid_token" }),
  };

  test.each<[string, object, string]>([
    ["no URL", { resource: "mcp.example.com" }, "resource is a URL"],
    [
      "http",
      { resource: "http://mcp.example.com" },
      "resource is a URL of https",
    ],
    [
      "a fragment",
      { resource: "https://mcp.example.com#a" },
      "without fragment",
    ],
    [
      "an empty fragment",
      { resource: "https://mcp.example.com/#" },
      "without fragment",
    ],
    ["credentials", { resource: "https://a:b@mcp.example.com" }, "credentials"],
    ["nobody", { authorizationServers: [] }, "URL, not an empty list"],
    ["one that is no list", { authorizationServers: issuer }, "a list"],
    [
      "an issuer of http",
      { authorizationServers: ["http://as.example"] },
      "https",
    ],
    ["no verifier", { verify: undefined }, "verify is a function"],
    ["scopes as text", { scopes: "a b" }, "scopes is a list"],
    ["two scopes in one", { scopes: ["a b"] }, "scopes is a list"],
    ["what clients ask for", { scopes: ["offline_access"] }, "offline_access"],
    [
      "what clients ask for",
      { scopesSupported: ["offline_access"] },
      "offline_access",
    ],
    [
      "a rule that is none",
      { operationScopes: ["a"] },
      "operationScopes is a function",
    ],
    ["a skew that is none", { clockSkewMs: -1 }, "clockSkewMs is an integer"],
  ])("%s", (_, options, message) => {
    expect(() => protect({ ...sound, ...options })).toThrow(message);
  });

  test("http is for this machine", () => {
    for (const host of ["127.0.0.1:3000", "[::1]", "localhost", "127.8.9.1"])
      expect(() =>
        protect({ ...sound, resource: `http://${host}/mcp` }),
      ).not.toThrow();
    for (const host of ["127.0.0.1.example", "localhost.example", "0.0.0.0"])
      expect(() =>
        protect({ ...sound, resource: `http://${host}/mcp` }),
      ).toThrow("https");
  });
});

describe("a token that is bound to a key", () => {
  const bound = { confirmation: { jkt: "thumb" } };
  const proofs = (thumbprint: string, nonce?: string) => ({
    algorithms: ["ES256"],
    verify: vi.fn(() => ({ thumbprint, nonce })),
  });
  const shown = (token: string, scheme = "DPoP") => ({
    authorization: `${scheme} ${token}`,
    dpop: "proof",
  });

  test("is good with a proof of that key, which is asked for with all it has to say", async () => {
    const dpop = proofs("thumb", "next");
    const token = tokenOf([], bound);
    const server = serverOf(all, { features: [whoami] });
    const send = await serveOn("web", server, { authorize: guardOf({ dpop }) });
    const answer = await send("/mcp?a=b", {
      method: "POST",
      headers: {
        ...shown(token),
        "content-type": "application/json",
        accept: "*/*",
      },
      body: "{}",
    });
    expect(answer.headers.get("dpop-nonce")).toBe("next");
    expect(dpop.verify.mock.calls).toEqual([
      [
        {
          token,
          principal: "ada",
          thumbprint: "thumb",
          method: "POST",
          url: resource,
          proof: "proof",
        },
      ],
    ]);
    expect(answer.status).toBe(400);
  });

  test("is good at a resource whose name ends with a slash that the client leaves away", async () => {
    const dpop = proofs("thumb");
    const named = `${resource}/`;
    const token = tokenOf([], { ...bound, audience: [named] });
    const guard = { dpop, resource: named };
    for (const path of ["/mcp", "/mcp/"])
      await ask({ guard, headers: shown(token), path });
    await ask({ guard, headers: shown(token), path: "/elsewhere" });
    const urls = dpop.verify.mock.calls.map(
      ([proof]: readonly { readonly url?: string }[]) => proof?.url,
    );
    expect(urls).toEqual([resource, named, named]);
  });

  test("is told the next nonce though it lacks a scope", async () => {
    const dpop = proofs("thumb", "next");
    const authorize = guardOf({ dpop, scopes: ["a"] });
    const server = serverOf(all, { features: [whoami] });
    const send = await serveOn("web", server, { authorize });
    for (const method of ["POST", "GET"]) {
      const answer = await send("/mcp", {
        method,
        headers: {
          ...shown(tokenOf([], bound)),
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        ...(method === "POST" && {
          body: JSON.stringify(modernRequest(1, "server/discover")),
        }),
      });
      expect(answer.status).toBe(403);
      expect(answer.headers.get("dpop-nonce")).toBe("next");
    }
  });

  test("is not good without one, with that of another, or where nobody can check", async () => {
    const token = tokenOf([], bound);
    const guard = { dpop: proofs("thumb") };
    for (const asking of [
      { guard, headers: bearer(token) },
      { headers: bearer(token) },
      { guard: { dpop: proofs("other") }, headers: shown(token) },
      { guard, headers: shown(tokenOf([])) },
    ]) {
      const told = await ask(asking);
      expect(told.status).toBe(401);
      expect(told.challenge).toContain('error="invalid_token"');
    }
    // A scheme that the server does not have says nothing.
    const unknown = await ask({ headers: shown(token) });
    expect([unknown.status, paramsOf(unknown.challenge)["error"]]).toEqual([
      401,
      undefined,
    ]);
  });

  test("is challenged in the scheme of proofs", async () => {
    const told = await ask({ guard: { dpop: proofs("thumb"), scopes: ["a"] } });
    expect(told.challenge).toBe(
      `Bearer scope="a", resource_metadata="${metadataUrl}", DPoP algs="ES256", scope="a", resource_metadata="${metadataUrl}"`,
    );
    const required = { ...proofs("thumb"), required: true };
    const alone = await ask({
      guard: { dpop: required },
      headers: bearer(tokenOf([])),
    });
    expect(alone.status).toBe(401);
    expect(alone.challenge).toMatch(
      /^DPoP algs="ES256", error="invalid_token"/,
    );
  });

  test("is sent again with the nonce that is asked for", async () => {
    const dpop = {
      algorithms: ["ES256"],
      verify: () => ({ error: "use_dpop_nonce" as const, nonce: "n1" }),
    };
    const server = serverOf(all, { features: [whoami] });
    const send = await serveOn("web", server, { authorize: guardOf({ dpop }) });
    const headers = shown(tokenOf([], bound));
    const answer = await send("/mcp", { method: "POST", headers, body: "{}" });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("dpop-nonce")).toBe("n1");
    expect(answer.headers.get("www-authenticate")).toContain(
      'DPoP algs="ES256", error="use_dpop_nonce"',
    );
  });
});
