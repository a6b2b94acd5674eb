import {
  afterEach,
  beforeEach,
  describe,
  expect,
  expectTypeOf,
  test,
  vi,
} from "vitest";
import {
  introspection,
  type IntrospectionOptions,
} from "../../../../src/runtime/auth/introspection.ts";
import { OutcomeCache } from "../../../../src/runtime/auth/introspection/outcome-cache.ts";
import type {
  Rejected,
  Verified,
} from "../../../../src/runtime/auth/server.ts";
import {
  startAuthorizationServer,
  type KnownClient,
} from "../../../support/auth/index.ts";
import {
  startScripted,
  type Asked,
  type ScriptedHttp,
  type Told,
} from "../../../support/auth/scripted-http.ts";
import { inSeconds, refusal, request, taken, testKey } from "./issuer.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: Date.now() });
});
afterEach(() => void vi.useRealTimers());

interface Endpoint extends ScriptedHttp {
  /** What is said of a token; a function answers in its own way. */
  said: Record<string, unknown> | ((asked: Asked) => Told | Promise<Told>);
  verify(token?: string): Promise<Verified | Rejected>;
}

function good(
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    active: true,
    sub: "ada",
    aud: "https://mcp.example/mcp",
    exp: inSeconds(600),
    ...more,
  };
}

const client = { id: "rs", secret: "a-secret" } as const;

async function startEndpoint(
  options: Partial<IntrospectionOptions> = {},
): Promise<Endpoint> {
  const http = await startScripted((asked) =>
    typeof endpoint.said === "function"
      ? endpoint.said(asked)
      : { body: endpoint.said },
  );
  const verify = introspection({
    url: `${http.origin}/introspect`,
    client,
    allowLoopback: true,
    ...options,
  });
  const endpoint: Endpoint = {
    ...http,
    said: good(),
    verify: async (token = "a-token") => verify(token, request),
  };
  return endpoint;
}

describe("introspection", () => {
  test("takes a token that its server calls active, with what it says", async () => {
    const exp = inSeconds(60);
    const endpoint = await startEndpoint();
    endpoint.said = good({
      exp,
      iss: "https://as.example",
      client_id: "cli",
      scope: "a b",
      aud: ["https://mcp.example/mcp", "x"],
      cnf: { jkt: "thumb" },
      username: null,
    });
    const verified = taken(await endpoint.verify());
    expect(verified).toMatchObject({
      principal: "https://as.example sub:ada",
      scopes: ["a", "b"],
      audience: ["https://mcp.example/mcp", "x"],
      expiresAt: exp * 1_000,
      confirmation: { jkt: "thumb" },
      auth: { issuer: "https://as.example", subject: "ada", clientId: "cli" },
    });
    expect(JSON.stringify(verified)).not.toContain("a-token");
  });

  test("asks as the client that it is told, with the token in the body", async () => {
    const endpoint = await startEndpoint();
    taken(await endpoint.verify());
    const [asked] = endpoint.requests;
    expect(asked?.method).toBe("POST");
    expect(asked?.url.href).not.toContain("a-token");
    expect(Object.fromEntries(asked?.form ?? [])).toEqual({
      token: "a-token",
      token_type_hint: "access_token",
    });
    expect(asked?.headers["authorization"]).toBe(
      `Basic ${btoa("rs:a-secret")}`,
    );
  });

  test("asks about many tokens at once within the limits of listeners", async () => {
    const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
    const endpoint = await startEndpoint();
    const all = Array.from({ length: 40 }, (_, at) =>
      endpoint.verify(`t${at}`),
    );
    for (const verified of await Promise.all(all)) taken(verified);
    expect(warn.mock.calls).toEqual([]);
    warn.mockRestore();
  });

  test("asks with the secret in the body, where it is told so", async () => {
    const endpoint = await startEndpoint({
      client: { id: "rs", secret: "a-secret", method: "client_secret_post" },
    });
    taken(await endpoint.verify());
    expect(endpoint.requests[0]?.form.get("client_secret")).toBe("a-secret");
    expect(endpoint.requests[0]?.headers["authorization"]).toBeUndefined();
  });

  test("finds the endpoint by the issuer's metadata, and may ask with a key", async () => {
    const { privateKey, jwk } = await testKey("rs-key");
    const known: KnownClient = {
      id: "rs",
      method: "private_key_jwt",
      jwks: { keys: [jwk] },
    };
    const server = await startAuthorizationServer({
      clients: [known],
      issuerPath: "/tenant",
    });
    const verify = introspection({
      issuer: server.issuer,
      client: { id: "rs", privateKey, keyId: "rs-key" },
      allowLoopback: true,
    });
    const { access_token } = await server.issue({
      resource: "https://mcp.example/mcp",
      scopes: ["a"],
    });
    const verified = taken(await verify(access_token, request));
    expect(verified.scopes).toEqual(["a"]);
    expect(refusal(await verify("unknown", request))).toMatch(/not active/);
    expect(server.asked("introspect")).toHaveLength(2);
    expect(server.asked("metadata")).toHaveLength(1);
  });

  test("gives handlers what a reader makes of it, typed", async () => {
    const { origin, said } = await startEndpoint();
    const verify = introspection({
      url: `${origin}/introspect`,
      client,
      allowLoopback: true,
      auth: ({ sub }) => (sub === "ada" ? { name: "Ada" } : undefined),
    });
    expect(said).toBeDefined();
    const verified = taken(await verify("a-token", request));
    expect(verified.auth).toEqual({ name: "Ada" });
    expectTypeOf(verified.auth).toEqualTypeOf<{ name: string }>();
  });
});

describe("introspection refuses a token", () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    ["that is not active", { active: false }, /not active/],
    ["that has ended all the same", good({ exp: 1 }), /has expired/],
    ["that begins later", good({ nbf: inSeconds(600) }), /future/],
    ["whose end is no time", good({ exp: "soon" }), /no expiry/],
    [
      "that names nobody",
      { active: true, aud: "https://mcp.example/mcp" },
      /no subject/,
    ],
    [
      "of a person whom it does not name",
      good({ sub: undefined, client_id: "cli", sid: "a-login" }),
      /no subject/,
    ],
    [
      "to refresh",
      good({ token_type: "refresh_token" }),
      /not an access token/,
    ],
    [
      "to refresh, as Keycloak says",
      good({ typ: "Refresh" }),
      /not an access token/,
    ],
    ["that says who logged in", good({ typ: "ID" }), /not an access token/],
    [
      "of another issuer",
      good({ iss: "https://b.example" }),
      /issuer of the token/,
    ],
    ["for another audience", good({ aud: ["x"] }), /another audience/],
    ["for no audience", good({ aud: undefined }), /another audience/],
    ["bound to a certificate", good({ cnf: { "x5t#S256": "a" } }), /bound/],
  ])("%s", async (_, said, why) => {
    const endpoint = await startEndpoint({
      issuer: "https://as.example",
      audience: "https://mcp.example/mcp",
    });
    endpoint.said = said;
    expect(refusal(await endpoint.verify())).toMatch(why);
  });

  test("and takes one that says less", async () => {
    const endpoint = await startEndpoint();
    endpoint.said = { active: true, client_id: "cli", exp: null, sub: null };
    const verified = taken(await endpoint.verify());
    expect(verified.principal).toBe(`${endpoint.origin}/introspect client:cli`);
    expect(verified.audience).toEqual([]);
    expect(verified.expiresAt).toBeUndefined();
  });
});

describe("answers are believed", () => {
  test("for a while, for each token its own", async () => {
    const endpoint = await startEndpoint({ cacheMs: 10_000 });
    for (let count = 0; count < 3; count++) taken(await endpoint.verify());
    expect(endpoint.requests).toHaveLength(1);
    endpoint.said = { active: false };
    refusal(await endpoint.verify("another"));
    vi.advanceTimersByTime(9_999);
    taken(await endpoint.verify());
    vi.advanceTimersByTime(1);
    refusal(await endpoint.verify());
    expect(endpoint.requests).toHaveLength(3);
  });

  test("not beyond the token's end", async () => {
    const endpoint = await startEndpoint();
    endpoint.said = good({ exp: inSeconds(2) });
    taken(await endpoint.verify());
    vi.advanceTimersByTime(2_000);
    expect(refusal(await endpoint.verify())).toMatch(/expired/);
    expect(endpoint.requests).toHaveLength(2);
  });

  test("briefly where the token is bad", async () => {
    const endpoint = await startEndpoint();
    endpoint.said = { active: false };
    for (let count = 0; count < 3; count++) refusal(await endpoint.verify());
    expect(endpoint.requests).toHaveLength(1);
    endpoint.said = good();
    vi.advanceTimersByTime(5_000);
    taken(await endpoint.verify());
  });

  test("by all who ask at once", async () => {
    const endpoint = await startEndpoint({ cacheMs: 0 });
    const all = await Promise.all(
      Array.from({ length: 50 }, () => endpoint.verify()),
    );
    all.forEach(taken);
    expect(endpoint.requests).toHaveLength(1);
    taken(await endpoint.verify());
    expect(endpoint.requests).toHaveLength(2);
  });

  test("in spite of a flood of bad tokens", async () => {
    const endpoint = await startEndpoint({ maxCached: 3 });
    taken(await endpoint.verify());
    endpoint.said = { active: false };
    for (let count = 0; count < 10; count++)
      refusal(await endpoint.verify(`bad-${count}`));
    taken(await endpoint.verify());
    expect(endpoint.requests).toHaveLength(11);
  });

  test("without the token: a digest keeps its place", async () => {
    const kept = vi.spyOn(OutcomeCache.prototype, "set");
    try {
      const endpoint = await startEndpoint();
      taken(await endpoint.verify());
      endpoint.said = { active: false };
      refusal(await endpoint.verify("b-token"));
      expect(kept).toHaveBeenCalledTimes(2);
      expect(JSON.stringify(kept.mock.calls)).not.toMatch(/[ab]-token/);
    } finally {
      kept.mockRestore();
    }
  });

  test("within bounds: the oldest makes room, and what is over", () => {
    const cache = new OutcomeCache<number>(3);
    for (let count = 0; count < 10; count++) {
      cache.set(`${count}`, count, 100, 0);
      expect(cache.size).toBeLessThanOrEqual(3);
    }
    expect([cache.get("6", 1), cache.get("7", 1)]).toEqual([undefined, 7]);
    cache.set("late", 11, 300, 200);
    expect(cache.size).toBe(1);
    cache.set("over", 12, 200, 200);
    expect(cache.size).toBe(1);
  });
});

describe("when the server does not answer, it is no fault of the token", () => {
  test.each<[string, () => Told, RegExp]>([
    ["because it fails", () => ({ status: 500 }), /status 500/],
    [
      "because it does not know this client",
      () => ({ status: 401, body: { error: "invalid_client" } }),
      /401 \(invalid_client\)/,
    ],
    [
      "because it asks this client who it is",
      () => ({ status: 401, headers: { "www-authenticate": "Basic" } }),
      /status 401/,
    ],
    ["because it says nothing of it", () => ({ body: {} }), /active/],
    ["because it answers with a page", () => ({ body: "<html>" }), /./],
    [
      "because it says too much",
      () => ({ body: { active: true, sub: "x".repeat(70_000) } }),
      /longer than/,
    ],
    [
      "because it sends elsewhere, which no token follows",
      () => ({ status: 307, headers: { location: "/elsewhere" } }),
      /redirects/,
    ],
  ])("%s", async (_, told, why) => {
    const endpoint = await startEndpoint();
    endpoint.said = told;
    const error = await endpoint.verify().then(String, (e: Error) => e);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toMatch(why);
    const all = Object.values(error as object).concat(
      (error as Error).stack,
      (error as Error).cause,
    );
    expect(JSON.stringify(all)).not.toMatch(/a-token|a-secret/);
    expect(endpoint.requests).toHaveLength(1);
    endpoint.said = good();
    taken(await endpoint.verify());
  });

  test("because it takes too long", async () => {
    const endpoint = await startEndpoint({ timeoutMs: 50 });
    endpoint.said = () => (response) => void response.writeHead(200).write("{");
    await expect(endpoint.verify()).rejects.toThrow(/within 50 ms/);
  });

  test("because its metadata are not there, which are looked up again", async () => {
    const server = await startAuthorizationServer();
    server.answers.metadata = () => ({ status: 404 });
    const verify = introspection({
      issuer: server.issuer,
      client,
      allowLoopback: true,
    });
    for (let count = 0; count < 2; count++)
      await expect(verify("a-token", request)).rejects.toThrow(/404/);
    server.answers.metadata = () => ({ body: { issuer: server.issuer } });
    await expect(verify("a-token", request)).rejects.toThrow(
      /no introspection_endpoint/,
    );
  });
});

test.each<[string, IntrospectionOptions, RegExp]>([
  ["nobody to ask", { client }, /url or issuer/],
  ["http", { url: "http://as.example/i", client }, /https/],
  [
    "loopback without leave",
    { url: "http://localhost/i", client },
    /allowLoopback/,
  ],
  [
    "no id",
    { url: "https://as.example/i", client: { id: "", secret: "x" } },
    /client.id/,
  ],
  [
    "no secret",
    { url: "https://as.example/i", client: { id: "rs", secret: "" } },
    /either a secret or a privateKey/,
  ],
  [
    "a key for nobody",
    { url: "https://as.example/i", client: { id: "rs", privateKey: "pem" } },
    /issuer/,
  ],
])("options that make no sense are refused: %s", (_, options, why) => {
  expect(() => introspection(options)).toThrow(why);
});
