import { createHash, randomUUID } from "node:crypto";
import { calculateJwkThumbprint } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../../../generated/index.ts";
import { oauth } from "../../../../src/runtime/auth/index.ts";
import { dpop, jwt } from "../../../../src/runtime/auth/jwt.ts";
import { protect } from "../../../../src/runtime/auth/server.ts";
import { httpTransport } from "../../../../src/runtime/http-client.ts";
import { createFixture } from "../../../conformance/server/server.ts";
import { modernRequest } from "../../revisions.ts";
import { startAuthorizationServer } from "../../../support/auth/index.ts";
import { tell, type FaceName, type Told } from "../server/guarded.ts";
import { inSeconds, sign, testKey, type TestKey } from "../verifiers/issuer.ts";
import { startSubject, type Subject } from "./subject.ts";

const issuer = "https://as.example";

let key: TestKey;
let owner: TestKey;
beforeAll(async () => {
  [key, owner] = await Promise.all([testKey("as"), testKey(undefined)]);
});

interface Stage extends Subject {
  /** Shows a token, with whatever headers. */
  ask(
    headers: Record<string, string>,
    path?: string,
  ): Promise<Told & { nonce: string | null }>;
  token(isBound?: boolean): Promise<string>;
}

async function stage(
  face: FaceName,
  options: Parameters<typeof dpop>[0] = {},
): Promise<Stage> {
  const server = createFixture({ onError() {} });
  const subject = await startSubject(face, server, (url) =>
    protect({
      resource: url,
      authorizationServers: [issuer],
      verify: jwt({ issuer, jwks: { keys: [key.jwk] } }),
      dpop: dpop({ algorithms: ["ES256"], ...options }),
    }),
  );
  const jkt = await calculateJwkThumbprint(owner.jwk);
  return {
    ...subject,
    async ask(headers, path = "/mcp") {
      const response = await subject.send(path, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "server/discover",
          ...headers,
        },
        body: JSON.stringify(modernRequest(1, "server/discover")),
      });
      const nonce = response.headers.get("dpop-nonce");
      return { ...(await tell(response)), nonce };
    },
    token: (isBound = true) =>
      sign(key, {
        ...{ iss: issuer, sub: "ada", aud: subject.url, exp: inSeconds(60) },
        ...(isBound && { cnf: { jkt } }),
      }),
  };
}

/** The headers of a request with a token and a proof for it. */
async function shown(
  { url }: Subject,
  token: string,
  claims: Readonly<Record<string, unknown>> = {},
  by = owner,
): Promise<Record<string, string>> {
  const { kty, crv, x, y } = by.jwk;
  const proof = await sign(
    by,
    {
      jti: randomUUID(),
      htm: "POST",
      htu: url,
      iat: inSeconds(0),
      ath: createHash("sha256").update(token).digest("base64url"),
      ...claims,
    },
    { typ: "dpop+jwt", jwk: { kty, crv, x, y } },
  );
  return { authorization: `DPoP ${token}`, dpop: proof };
}

describe.each(["Node", "web"] as const)(
  "on the %s face, with DPoP,",
  (face) => {
    test("a token that is bound is good with a proof, once, and never without", async () => {
      const subject = await stage(face);
      const { ask, token } = subject;
      const bound = await token();
      const headers = await shown(subject, bound);
      expect((await ask(headers)).status).toBe(200);
      const bad: readonly [string, Record<string, string>][] = [
        ["invalid_dpop_proof", headers],
        ["invalid_dpop_proof", { authorization: `DPoP ${bound}` }],
        ["invalid_dpop_proof", await shown(subject, bound, { htm: "GET" })],
        ["invalid_dpop_proof", await shown(subject, bound, { ath: "x" })],
        [
          "invalid_dpop_proof",
          await shown(subject, bound, { htu: "https://evil.example/mcp" }),
        ],
        ["invalid_dpop_proof", await shown(subject, bound, {}, key)],
        ["invalid_token", { authorization: `Bearer ${bound}` }],
        [
          "invalid_token",
          {
            ...(await shown(subject, bound)),
            authorization: `Bearer ${bound}`,
          },
        ],
        ["invalid_token", await shown(subject, await token(false))],
      ];
      for (const [error, sent] of bad) {
        const { status, challenge, message } = await ask(sent);
        expect.soft(status).toBe(401);
        expect.soft(challenge).toContain(`DPoP algs="ES256", error="${error}"`);
        expect.soft(JSON.stringify([challenge, message])).not.toContain(bound);
      }
      const open = await ask({ authorization: `Bearer ${await token(false)}` });
      expect(open.status).toBe(200);
    });

    test("a query, which no proof names, changes nothing", async () => {
      const subject = await stage(face);
      const headers = await shown(subject, await subject.token());
      expect((await subject.ask(headers, "/mcp?a=b")).status).toBe(200);
    });

    test("nonces are told, asked for and changed", async () => {
      const subject = await stage(face, { nonces: true, required: true });
      const { ask, token } = subject;
      const bound = await token();
      const first = await ask(await shown(subject, bound));
      expect(first.status).toBe(401);
      expect(first.challenge).toMatch(
        /^DPoP algs="ES256", error="use_dpop_nonce"/,
      );
      const { nonce } = first;
      expect(nonce).toMatch(/^[\w-]{22}$/);
      const proved = await shown(subject, bound, { nonce });
      expect(await ask(proved)).toMatchObject({ status: 200, nonce: null });
      const again = await ask(proved);
      expect(again).toMatchObject({ status: 401, nonce });
      const plain = await ask({
        authorization: `Bearer ${await token(false)}`,
      });
      expect(plain.status).toBe(401);
    });

    test("our client gets in, with a nonce for each of the two servers", async () => {
      const as = await startAuthorizationServer({
        clients: [{ id: "cli", method: "client_secret_basic", secret: "s" }],
      });
      as.demandNonce("for-tokens");
      const server = createFixture({ onError() {} });
      const { url } = await startSubject(face, server, (resource) =>
        protect({
          resource,
          authorizationServers: [as.issuer],
          verify: jwt({ issuer: as.issuer, allowLoopback: true }),
          dpop: dpop({ nonces: true, required: true }),
        }),
      );
      const client = createClient({ info: { name: "a", version: "1" } });
      const auth = oauth({
        client: { id: "cli", secret: "s" },
        machine: { kind: "client-credentials" },
        allowLoopback: true,
      });
      await client.connect(httpTransport({ url, auth }));
      for (let count = 0; count < 3; count++) {
        const { content } = await client.callTool({ name: "test_simple_text" });
        expect(content).toMatchObject([{ type: "text" }]);
      }
      await client.close();
      expect(as.granted("client_credentials").length).toBeLessThanOrEqual(2);
    });
  },
);
