import { generateKeyPairSync } from "node:crypto";
import { decodeProtectedHeader, importSPKI, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import {
  keyAuthentication,
  secretAuthentication,
  type KeyCredential,
} from "../../../../src/runtime/auth/client/credentials/authentication.ts";

const server = {
  issuer: "https://as.example",
  token_endpoint: "https://as.example/token",
};

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ed = generateKeyPairSync("ed25519");
const ec = {
  "P-256": generateKeyPairSync("ec", { namedCurve: "P-256" }),
  "P-384": generateKeyPairSync("ec", { namedCurve: "P-384" }),
  "P-521": generateKeyPairSync("ec", { namedCurve: "P-521" }),
};

type Pair = ReturnType<typeof generateKeyPairSync>;

function pemOf({ privateKey }: Pair): string {
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

/** What a client sends for itself. */
async function assertionOf(
  credential: KeyCredential,
  listed?: string[],
): Promise<string> {
  const body = new URLSearchParams();
  const authenticate = await keyAuthentication(credential, {
    ...server,
    ...(listed && { token_endpoint_auth_signing_alg_values_supported: listed }),
  });
  await authenticate(server, { client_id: "me" }, body, new Headers());
  expect(body.get("client_assertion_type")).toBe(
    "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
  );
  return body.get("client_assertion") ?? "";
}

async function expectSigned(
  assertion: string,
  { publicKey }: Pair,
  algorithm: string,
): Promise<void> {
  expect(decodeProtectedHeader(assertion).alg).toBe(algorithm);
  const spki = publicKey.export({ type: "spki", format: "pem" }).toString();
  const { payload } = await jwtVerify(
    assertion,
    await importSPKI(spki, algorithm),
    { issuer: "me", subject: "me", audience: server.issuer },
  );
  expect(payload.jti).toMatch(/.{20}/);
  expect(payload.exp).toBeGreaterThan(Date.now() / 1000);
}

describe("a private key", () => {
  test.each<[Pair, string]>([
    [ec["P-256"], "ES256"],
    [ec["P-384"], "ES384"],
    [ec["P-521"], "ES512"],
    [rsa, "RS256"],
    [rsa, "RS384"],
    [rsa, "RS512"],
    [rsa, "PS256"],
    [rsa, "PS384"],
    [rsa, "PS512"],
    [ed, "EdDSA"],
    [ed, "Ed25519"],
  ])(
    "%# signs as it is told, from PEM, JWK and JSON: %s %s",
    async (pair, name) => {
      const algorithm = name as NonNullable<KeyCredential["algorithm"]>;
      const pem = pemOf(pair);
      const jwk = pair.privateKey.export({ format: "jwk" });
      for (const privateKey of [
        pem,
        pem.replaceAll("\n", "\\n"),
        { ...jwk, use: "enc", key_ops: ["decrypt"] },
        JSON.stringify(jwk),
      ]) {
        const assertion = await assertionOf({ privateKey, algorithm });
        await expectSigned(assertion, pair, algorithm);
      }
    },
  );

  test.each<[Pair, string[] | undefined, string]>([
    [ec["P-384"], undefined, "ES384"],
    [ed, undefined, "EdDSA"],
    [ed, ["Ed25519"], "Ed25519"],
    [rsa, undefined, "RS256"],
    [rsa, ["ES256", "PS512"], "PS512"],
    [rsa, ["ES256"], "RS256"],
  ])(
    "%# is used for what it is for, and the server lists",
    async (pair, listed, name) => {
      const assertion = await assertionOf({ privateKey: pemOf(pair) }, listed);
      await expectSigned(assertion, pair, name);
    },
  );

  test("may be one of the platform's, which never leaves it", async () => {
    const pair = await crypto.subtle.generateKey(
      { name: "ECDSA", namedCurve: "P-256" },
      false,
      ["sign", "verify"],
    );
    const assertion = await assertionOf({
      privateKey: pair.privateKey,
      keyId: "k1",
    });
    expect(decodeProtectedHeader(assertion)).toMatchObject({
      alg: "ES256",
      kid: "k1",
    });
    await jwtVerify(assertion, pair.publicKey);
  });

  test("has the id of its JWK, and names the audience that is wanted", async () => {
    const jwk = ec["P-256"].privateKey.export({ format: "jwk" });
    const assertion = await assertionOf({
      privateKey: { ...jwk, kid: "from-jwk", alg: "ES256" },
      audience: "token-endpoint",
    });
    expect(decodeProtectedHeader(assertion).kid).toBe("from-jwk");
    const claims = JSON.parse(atob(assertion.split(".")[1] ?? "")) as object;
    expect(claims).toMatchObject({ aud: server.token_endpoint });
  });

  test("is new in each assertion", async () => {
    const authenticate = await keyAuthentication(
      { privateKey: pemOf(ec["P-256"]) },
      server,
    );
    const ids = new Set<unknown>();
    for (let count = 0; count < 3; count++) {
      const body = new URLSearchParams();
      await authenticate(server, { client_id: "me" }, body, new Headers());
      ids.add(body.get("client_assertion"));
    }
    expect(ids.size).toBe(3);
  });

  const secret = "c2VjcmV0LXNlY3JldC1zZWNyZXQ";
  test.each([
    ["nothing", "", /expected a CryptoKey/],
    [
      "an old form of PEM",
      `-----BEGIN RSA PRIVATE KEY-----\n${secret}\n-----END RSA PRIVATE KEY-----`,
      /rsa private key.*openssl pkcs8/,
    ],
    [
      "a public key",
      `-----BEGIN PUBLIC KEY-----\n${secret}\n-----END PUBLIC KEY-----`,
      /has a public key/,
    ],
    [
      "what is no key",
      `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----`,
      /not a private key for any supported algorithm/,
    ],
    [
      "what is no base64",
      `-----BEGIN PRIVATE KEY-----\n${secret}!\n-----END PRIVATE KEY-----`,
      /not valid base64/,
    ],
    ["broken JSON", `{"kty":"EC","d":"${secret}"`, /not valid JSON/],
    ["a public JWK", '{"kty":"EC"}', /no private part/],
    ["a JWK of nothing", `{"kty":"EC","d":"${secret}"}`, /not a private key/],
  ])(
    "is asked for where there is %s, and not shown",
    async (_, privateKey, message) => {
      const refused = keyAuthentication({ privateKey }, server);
      await expect(refused).rejects.toThrow(TypeError);
      await expect(refused).rejects.toThrow(message);
      await expect(refused).rejects.not.toThrow(secret);
    },
  );

  test("of another kind than the algorithm is refused", async () => {
    const privateKey = pemOf(rsa);
    await expect(
      keyAuthentication({ privateKey, algorithm: "ES256" }, server),
    ).rejects.toThrow("not a private key for ES256");
    await expect(
      keyAuthentication({ privateKey, algorithm: "HS256" as "ES256" }, server),
    ).rejects.toThrow(/expected one of ES256/);
  });
});

describe("a secret", () => {
  const ask = (
    id: string,
    secret: string,
    listed?: string[],
    method?: "client_secret_basic" | "client_secret_post",
  ): { body: URLSearchParams; headers: Headers } => {
    const body = new URLSearchParams();
    const headers = new Headers();
    const as = {
      ...server,
      ...(listed && { token_endpoint_auth_methods_supported: listed }),
    };
    void secretAuthentication(secret, method, as)(
      as,
      { client_id: id },
      body,
      headers,
    );
    return { body, headers };
  };
  const basic = (headers: Headers): string =>
    atob((headers.get("authorization") ?? "").slice("Basic ".length));

  test("keeps what a form keeps, and escapes what it has to", () => {
    const { headers, body } = ask("my-client_1.a*", "p:a+s/s=w~r d%é");
    expect(basic(headers)).toBe(
      "my-client_1.a*:p%3Aa%2Bs%2Fs%3Dw%7Er+d%25%C3%A9",
    );
    expect([...body]).toEqual([]);
  });

  test.each<[string[] | undefined, "basic" | "post"]>([
    [undefined, "basic"],
    [["client_secret_post"], "post"],
    [["client_secret_post", "client_secret_basic"], "basic"],
  ])("is sent as the server lists: %j", (listed, way) => {
    const { headers, body } = ask("me", "secret", listed);
    expect(headers.has("authorization")).toBe(way === "basic");
    expect(body.get("client_secret")).toBe(way === "post" ? "secret" : null);
  });

  test("is sent as it is told, whatever the server lists", () => {
    const { body } = ask("me", "secret", ["none"], "client_secret_post");
    expect(body.get("client_secret")).toBe("secret");
  });

  test("is kept from a server that takes none", () => {
    expect(() => ask("me", "secret", ["private_key_jwt"])).toThrow(
      /supports no client secret, only "private_key_jwt"/,
    );
  });
});
