import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { FlattenedSign, SignJWT, UnsecuredJWT } from "jose";
import { beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import { jwt, type JwtOptions } from "../../../../src/runtime/auth/jwt.ts";
import { protect, type Verifier } from "../../../../src/runtime/auth/server.ts";
import {
  inSeconds,
  refusal,
  request,
  sign,
  startIssuer,
  taken,
  testKey,
  type TestKey,
} from "./issuer.ts";

let key: TestKey;

beforeAll(async () => {
  key = await testKey("one");
});

const issuer = "https://as.example";

function claims(more: Readonly<Record<string, unknown>> = {}): {
  readonly [name: string]: unknown;
} {
  return {
    iss: issuer,
    sub: "ada",
    aud: "https://mcp.example/mcp",
    exp: inSeconds(60),
    iat: inSeconds(0),
    ...more,
  };
}

/** What becomes of a token with the key set of the one key. */
async function judged(
  token: string,
  options: Partial<JwtOptions> = {},
): Promise<ReturnType<ReturnType<typeof jwt>>> {
  return jwt({ issuer, jwks: { keys: [key.jwk] }, ...options })(token, request);
}

async function refused(
  more: Readonly<Record<string, unknown>>,
  header: Readonly<Record<string, unknown>> = {},
  options: Partial<JwtOptions> = {},
): Promise<string> {
  return refusal(await judged(await sign(key, claims(more), header), options));
}

describe("a JWT", () => {
  test("of the issuer is taken, with what it says", async () => {
    const exp = inSeconds(60);
    const said = claims({
      exp,
      client_id: "cli",
      scope: "notes:read notes:write",
      aud: ["https://mcp.example/mcp", "https://other.example"],
      nbf: exp - 100,
    });
    const verified = taken(await judged(await sign(key, said)));
    expect(verified).toEqual({
      principal: "https://as.example sub:ada",
      scopes: ["notes:read", "notes:write"],
      audience: ["https://mcp.example/mcp", "https://other.example"],
      expiresAt: exp * 1_000,
      notBefore: (exp - 100) * 1_000 - 30_000,
      auth: {
        issuer,
        subject: "ada",
        clientId: "cli",
        scopes: ["notes:read", "notes:write"],
        claims: said,
      },
    });
  });

  test("is nowhere in what a handler can read", async () => {
    const token = await sign(key, claims());
    expect(JSON.stringify(taken(await judged(token)))).not.toContain(
      token.split(".")[2],
    );
  });

  test.each([
    ["a list in scp", { scp: ["a", "b"] }],
    ["a text in scp", { scp: "a b" }],
    ["a list in scope", { scope: ["a", "b"] }],
    ["a text in scope", { scope: "a b" }],
  ])("has scopes as %s", async (_, said) => {
    const verified = taken(await judged(await sign(key, claims(said))));
    expect(verified.scopes).toEqual(["a", "b"]);
  });

  test("has whatever scopes a reader finds", async () => {
    const scopes = (read: object): string[] =>
      "roles" in read ? (read.roles as string[]) : [];
    const token = await sign(key, claims({ roles: ["admin"] }));
    expect(taken(await judged(token, { scopes })).scopes).toEqual(["admin"]);
  });

  test("gives handlers what a reader makes of it, typed", async () => {
    const verify = jwt({
      issuer,
      jwks: { keys: [key.jwk] },
      auth: ({ tenant }) =>
        typeof tenant === "string" ? { tenant } : undefined,
    });
    const good = await verify(
      await sign(key, claims({ tenant: "a" })),
      request,
    );
    expect(taken(good).auth).toEqual({ tenant: "a" });
    expectTypeOf(taken(good).auth).toEqualTypeOf<{ tenant: string }>();
    const none = await verify(await sign(key, claims()), request);
    expect(refusal(none)).toBe("the token is not accepted here");
  });

  test.each(["ES256", "ES384", "ES512", "EdDSA", "Ed25519"])(
    "may be signed with %s",
    async (alg) => {
      const other = await testKey("other", alg);
      const jwks = { keys: [key.jwk, other.jwk] };
      const token = await sign(other, claims());
      taken(await judged(token, { jwks }));
      const [header, payload] = token.split(".");
      const [, , signature] = (await sign(other, claims({ jti: "2" }))).split(
        ".",
      );
      const changed = `${header}.${payload}.${signature}`;
      expect(refusal(await judged(changed, { jwks }))).toBe(
        "the signature is not valid",
      );
    },
  );

  test("may be signed with RSA, if it is as the header says", async () => {
    const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"];
    const { privateKey, jwk } = rsaKey(2_048);
    const jwks = { keys: [jwk] };
    for (const alg of algorithms) {
      const token = await new SignJWT(claims())
        .setProtectedHeader({ alg, kid: "rsa" })
        .sign(privateKey);
      taken(await judged(token, { jwks }));
      const rest = token.slice(token.indexOf("."));
      for (const other of algorithms.filter((one) => one !== alg)) {
        const header = JSON.stringify({ alg: other, kid: "rsa" });
        const changed = Buffer.from(header).toString("base64url") + rest;
        expect(refusal(await judged(changed, { jwks }))).toBe(
          "the signature is not valid",
        );
      }
    }
  });
});

/** Makes an RSA key that is good for each of the algorithms. */
function rsaKey(modulusLength: number): {
  readonly privateKey: KeyObject;
  readonly jwk: object;
} {
  const pair = generateKeyPairSync("rsa", { modulusLength });
  const jwk = pair.publicKey.export({ format: "jwk" });
  return { privateKey: pair.privateKey, jwk: { ...jwk, kid: "rsa" } };
}

describe("a JWT is refused", () => {
  test.each([
    ["that has expired", { exp: inSeconds(-1) }, "the token has expired"],
    ["that has no end", { exp: undefined }, "the token has no expiry"],
    ["whose end is text", { exp: "tomorrow" }, "the token has no expiry"],
    [
      "that begins later",
      { nbf: inSeconds(60) },
      "the token begins in the future",
    ],
    [
      "that was issued later",
      { iat: inSeconds(60) },
      "the token begins in the future",
    ],
    [
      "whose beginning is no time",
      { nbf: "now" },
      "the token has an invalid time",
    ],
    [
      "of another issuer",
      { iss: "https://as.example/" },
      "the issuer of the token is not accepted",
    ],
    ["that names nobody", { sub: undefined }, "the token has no subject"],
    [
      "of a person whom it does not name, although it names the client",
      { sub: undefined, azp: "cli", sid: "a-login" },
      "the token has no subject",
    ],
    ["whose subject is empty", { sub: "" }, "the token has no subject"],
    ["whose subject is no text", { sub: 7 }, "the token has no subject"],
    [
      "that is bound to a certificate",
      { cnf: { "x5t#S256": "abc" } },
      "the token is bound in a way that cannot be checked",
    ],
    [
      "that is bound to a key and a certificate",
      { cnf: { jkt: "abc", "x5t#S256": "abc" } },
      "the token is bound in a way that cannot be checked",
    ],
  ])("%s", async (_, said, why) => {
    expect(await refused(said)).toBe(why);
  });

  test.each([
    "dpop+jwt",
    "oauth-id-jag+jwt",
    "logout+jwt",
    "secevent+jwt",
    "token-introspection+jwt",
    "client-authentication+jwt",
    "JOSE",
    "",
  ])("whose header says %j", async (typ) => {
    expect(await refused({}, { typ })).toBe(
      "the type of the token is not that of an access token",
    );
  });

  test.each([
    ["at_hash, as an ID token", { at_hash: "abc" }],
    ["a login's nonce, as an ID token", { nonce: "abc" }],
    ["token_use id, as an ID token", { token_use: "id" }],
    ["typ ID, as an ID token", { typ: "ID" }],
    ["typ Refresh", { typ: "Refresh" }],
    ["events, as a logout token", { events: {} }],
  ])("that has %s", async (_, said) => {
    for (const typ of ["JWT", undefined])
      expect(await refused(said, { typ })).toBe(
        "the token is not an access token",
      );
  });

  test("of the type that all tokens have, where another is asked for", async () => {
    const types = ["application/at+jwt"];
    for (const typ of ["JWT", undefined])
      expect(await refused({}, { typ }, { types })).toMatch(
        /type of the token/,
      );
    taken(await judged(await sign(key, claims()), { types }));
  });

  test("with an algorithm that is not allowed", async () => {
    expect(await refused({}, {}, { algorithms: ["RS256"] })).toBe(
      "the token is signed with another algorithm",
    );
  });

  test("without a signature", async () => {
    const token = new UnsecuredJWT(claims()).encode();
    expect(refusal(await judged(token))).toBe(
      "the token is signed with another algorithm",
    );
  });

  test("that is signed with the public key as a secret", async () => {
    const secret = new TextEncoder().encode(JSON.stringify(key.jwk));
    const token = await new SignJWT(claims())
      .setProtectedHeader({ alg: "HS256", typ: "at+jwt", kid: "one" })
      .sign(secret);
    expect(refusal(await judged(token))).toBe(
      "the token is signed with another algorithm",
    );
  });

  test("that is signed with an RSA key of fewer than 2048 bits", async () => {
    const { privateKey, jwk } = rsaKey(1_024);
    const parts = [{ alg: "RS256", kid: "rsa" }, claims()].map((part) =>
      Buffer.from(JSON.stringify(part)).toString("base64url"),
    );
    const signature = createSign("sha256")
      .update(parts.join("."))
      .sign(privateKey, "base64url");
    const token = [...parts, signature].join(".");
    expect(refusal(await judged(token, { jwks: { keys: [jwk] } }))).toBe(
      "the token is signed with an unknown key",
    );
  });

  test("that is signed with a key it brings along", async () => {
    const own = await testKey("one");
    const jwk = { ...own.jwk };
    const token = await sign(own, claims(), {
      jwk,
      jku: "https://evil.example",
    });
    expect(refusal(await judged(token))).toBe("the signature is not valid");
  });

  test("that was changed after it was signed", async () => {
    const [header, , signature] = (await sign(key, claims())).split(".");
    const payload = Buffer.from(JSON.stringify(claims({ sub: "eve" })));
    const token = [header, payload.toString("base64url"), signature].join(".");
    expect(refusal(await judged(token))).toBe("the signature is not valid");
  });

  test("with an extension that nobody knows", async () => {
    const token = await new SignJWT(claims())
      .setProtectedHeader({ alg: "ES256", kid: "one", crit: ["x"], x: 1 })
      .sign(key.privateKey, { crit: { x: true } });
    expect(refusal(await judged(token))).toBe(
      "the token has an extension that is not supported",
    );
  });

  test("whose payload is not encoded, although it looks so", async () => {
    const claimed = Buffer.from(JSON.stringify(claims())).toString("base64url");
    const { signature, protected: header } = await new FlattenedSign(
      new TextEncoder().encode(claimed),
    )
      .setProtectedHeader({
        alg: "ES256",
        kid: "one",
        b64: false,
        crit: ["b64"],
      })
      .sign(key.privateKey);
    const token = `${header}.${claimed}.${signature}`;
    expect(refusal(await judged(token))).toBe("the token is not a signed JWT");
  });

  test.each(["", "opaque", "a.b.c", "e30.e30.", "a.b.c.d.e", "é.é.é"])(
    "that is none: %j",
    async (token) => {
      expect(refusal(await judged(token))).toBe(
        "the token is not a signed JWT",
      );
    },
  );

  test("with a description that says nothing of it", async () => {
    const said = { iss: "https://a-secret.example" };
    expect(await refused(said)).not.toContain("secret");
    expect(await refused({}, { typ: "a-secret" })).not.toContain("secret");
  });
});

describe("a JWT is taken", () => {
  test.each(["at+jwt", "AT+JWT", "application/at+jwt", "JWT", undefined])(
    "whose header says %j",
    async (typ) => {
      taken(await judged(await sign(key, claims(), { typ })));
    },
  );

  test.each([
    ["token_use access", { token_use: "access" }],
    ["typ Bearer, although it has a nonce", { typ: "Bearer", nonce: "abc" }],
  ])("that has %s", async (_, said) => {
    taken(await judged(await sign(key, claims(said), { typ: "JWT" })));
  });

  test("as long as the clocks may differ", async () => {
    const late = await sign(key, claims({ exp: inSeconds(-3) }));
    const early = await sign(key, claims({ nbf: inSeconds(5) }));
    taken(await judged(early));
    expect(refusal(await judged(early, { clockToleranceMs: 0 }))).toBe(
      "the token begins in the future",
    );
    const verified = taken(await judged(late, { clockToleranceMs: 60_000 }));
    expect(verified.expiresAt).toBeGreaterThan(Date.now());
  });

  test("for the client where it has no subject, who is no person of that name", async () => {
    const said = { sub: undefined, azp: "cli" };
    const client = taken(await judged(await sign(key, claims(said))));
    const person = taken(await judged(await sign(key, claims({ sub: "cli" }))));
    expect(client.principal).toBe("https://as.example client:cli");
    expect(person.principal).not.toBe(client.principal);
  });

  test("for the user name, or whoever a reader says, where it has no subject", async () => {
    const said = claims({ sub: undefined, username: "ada", azp: "cli" });
    const user = taken(await judged(await sign(key, said)));
    expect(user.principal).toBe("https://as.example user:ada");
    expect(user.auth).toMatchObject({ subject: "ada", clientId: "cli" });
    const subject = ({ uid }: { readonly uid?: unknown }): string =>
      String(uid);
    const read = claims({ sub: undefined, uid: 7 });
    const reader = taken(await judged(await sign(key, read), { subject }));
    expect(reader.principal).toBe("https://as.example sub:7");
  });

  test("with the key that it is bound to", async () => {
    const bound = await sign(key, claims({ cnf: { jkt: "thumb" } }));
    expect(taken(await judged(bound)).confirmation).toEqual({ jkt: "thumb" });
  });

  test("for one of the audiences that are ours, and for no other", async () => {
    const audience = ["api://notes", "https://mcp.example/mcp"];
    const verified = taken(
      await judged(await sign(key, claims()), { audience }),
    );
    expect(verified.isAudienceChecked).toBe(true);
    for (const aud of ["https://mcp.example", [], undefined, ["other"]])
      expect(await refused({ aud }, {}, { audience })).toBe(
        "the token is for another audience",
      );
  });
});

describe("one verifier", () => {
  test("judges each token by its own header, in any order", async () => {
    const other = await testKey("two", "RS256");
    const jwks = { keys: [key.jwk, other.jwk] };
    const verify = jwt({ issuer, jwks, types: ["at+jwt"] });
    const outcome = async (token: string): Promise<string> => {
      const found = await verify(token, request);
      return "error" in found ? refusal(found) : "taken";
    };
    const good = await sign(key, claims());
    const [header = "", payload = "", signature = ""] = good.split(".");
    const withHeader = (text: string): string =>
      [Buffer.from(text).toString("base64url"), payload, signature].join(".");
    const signed = '{"alg":"ES256","typ":"at+jwt","kid":"one"}';
    const others: [string, string][] = [
      [await sign(other, claims()), "taken"],
      [
        await sign(key, claims(), { typ: "JWT" }),
        "the type of the token is not that of an access token",
      ],
      [
        await sign(other, claims(), { kid: "one" }),
        "the token is signed with an unknown key",
      ],
      [
        await sign(key, claims(), { kid: "three" }),
        "the token is signed with an unknown key",
      ],
      [
        withHeader('{"alg":"none","typ":"at+jwt","kid":"one"}'),
        "the token is signed with another algorithm",
      ],
      [
        withHeader(signed.replace("}", ',"b64":true}')),
        "the token is not a signed JWT",
      ],
      [
        withHeader(signed.replace("}", ',"crit":["x"],"x":1}')),
        "the token has an extension that is not supported",
      ],
      [withHeader(`${signed} `), "the signature is not valid"],
      [`${header}x.${payload}.${signature}`, "the token is not a signed JWT"],
      [`${header}.${payload}`, "the token is not a signed JWT"],
      [`${header}.${payload}.${signature}.`, "the token is not a signed JWT"],
      [`${header}.${payload}.`, "the signature is not valid"],
    ];
    for (const [token, expected] of others) {
      expect(await outcome(good)).toBe("taken");
      for (let count = 0; count < 2; count++)
        expect(await outcome(token)).toBe(expected);
    }
    expect(await outcome(good)).toBe("taken");
  });
});

describe("behind protect", () => {
  const resource = "https://mcp.example/mcp";

  /** Sends a token through `protect` with a verifier. */
  async function authorized(verify: Verifier, token: string): Promise<unknown> {
    const authorize = protect({
      resource,
      authorizationServers: [issuer],
      verify,
    });
    return authorize({
      method: "POST",
      target: "/mcp",
      header: (name) =>
        name === "authorization" ? `Bearer ${token}` : undefined,
      native: undefined,
    });
  }

  test("gives handlers what the token says", async () => {
    const verify = jwt({ issuer, jwks: { keys: [key.jwk] } });
    const token = await sign(key, claims());
    expect(await authorized(verify, token)).toMatchObject({
      principal: "https://as.example sub:ada",
      auth: { subject: "ada" },
    });
  });

  test("never gives them the token, whoever adds it", async () => {
    const token = await sign(key, claims());
    const jwks = { keys: [key.jwk] };
    const plain = jwt({ issuer, jwks });
    const reading = jwt({ issuer, jwks, auth: () => ({ token }) });
    const around: Verifier = async (given, asked) => {
      const verified = taken(await plain(given, asked));
      return { ...verified, auth: { ...verified.auth, given } };
    };
    const scoping = jwt({ issuer, jwks, scopes: () => [token] });
    for (const verify of [reading, scoping, around])
      await expect(authorized(verify, token)).rejects.toThrow(
        "the token itself in auth",
      );
  });
});

describe("of several issuers", () => {
  test("each has its own keys, and its own people", async () => {
    const other = await testKey("one");
    const verify = jwt({
      issuer: [
        { issuer, jwks: { keys: [key.jwk] } },
        { issuer: "https://b.example", jwks: { keys: [other.jwk] } },
      ],
    });
    const mine = taken(await verify(await sign(key, claims()), request));
    const theirs = claims({ iss: "https://b.example" });
    const its = taken(await verify(await sign(other, theirs), request));
    expect(its.principal).not.toBe(mine.principal);
    const crossed = await verify(await sign(key, theirs), request);
    expect(refusal(crossed)).toBe("the signature is not valid");
  });

  test("each can be found by its metadata", async () => {
    const [a, b] = [await startIssuer([key]), await startIssuer([key])];
    const verify = jwt({ issuer: [a.issuer, b.issuer], allowLoopback: true });
    for (const { claims } of [a, b])
      taken(await verify(await sign(key, claims()), request));
    expect([a.count("/jwks"), b.count("/jwks")]).toEqual([1, 1]);
  });
});

describe("options that make no sense are refused", () => {
  test.each<[string, JwtOptions, RegExp]>([
    ["http", { issuer: "http://as.example" }, /must be https/],
    [
      "loopback without leave",
      { issuer, jwks: "http://127.0.0.1:1/jwks" },
      /allowLoopback/,
    ],
    ["no issuer", { issuer: [] }, /issuer/],
    ["an issuer twice", { issuer: [issuer, issuer] }, /duplicate/],
    [
      "one key set of two issuers",
      { issuer: [issuer, "https://b.example"], jwks: "https://b.example/jwks" },
      /jwks is only valid for a single issuer/,
    ],
    ["HS256", { issuer, algorithms: ["RS256", "HS256"] }, /asymmetric/],
    ["none", { issuer, algorithms: ["none"] }, /asymmetric/],
    ["no algorithm", { issuer, algorithms: [] }, /algorithms/],
    ["no audience", { issuer, audience: [] }, /audience/],
    ["an empty audience", { issuer, audience: "" }, /audience/],
    [
      "a negative tolerance",
      { issuer, clockToleranceMs: -1 },
      /clockTolerance/,
    ],
    [
      "private keys",
      { issuer, jwks: { keys: [{ kty: "EC", d: "abc" }] } },
      /private key/,
    ],
    [
      "a secret",
      { issuer, jwks: { keys: [{ kty: "oct", k: "abc" }] } },
      /private key/,
    ],
  ])("%s", (_, options, why) => {
    expect(() => jwt(options)).toThrow(why);
  });

  test("but a key that nothing can use is nobody's", async () => {
    const broken = { kty: "EC", crv: "P-256", x: "!", y: "!", kid: "broken" };
    const jwks = { keys: [broken, key.jwk] };
    taken(await judged(await sign(key, claims()), { jwks }));
    const token = await sign({ ...key, kid: "broken" }, claims());
    expect(refusal(await judged(token, { jwks }))).toBe(
      "the token is signed with an unknown key",
    );
  });
});
