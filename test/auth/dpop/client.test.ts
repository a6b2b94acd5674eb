import { createHash } from "node:crypto";
import {
  calculateJwkThumbprint,
  decodeJwt,
  decodeProtectedHeader,
  EmbeddedJWK,
  jwtVerify,
  type JWTPayload,
} from "jose";
import { describe, expect, test } from "vitest";
import { Dpop } from "../../../src/runtime/auth/client/dpop/dpop.ts";
import {
  dpopKeyText,
  generateDpopKey,
  parseDpopKey,
} from "../../../src/runtime/auth/client/dpop/key.ts";
import { planDpop } from "../../../src/runtime/auth/client/dpop/options.ts";
import type { FetchLike } from "../../../src/runtime/http/client/options.ts";

const key = await generateDpopKey("ES256");
const token = "access-token-of-ada";

interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A server that keeps what it is sent. */
function recorder(answer: (count: number) => Response): {
  sent: Sent[];
  send: FetchLike;
} {
  const sent: Sent[] = [];
  const send: FetchLike = (url, { headers, body }) => {
    sent.push({ url, headers: new Headers(headers), body });
    return Promise.resolve(answer(sent.length));
  };
  return { sent, send };
}

function proofOf({ headers }: Sent): JWTPayload {
  return decodeJwt(headers.get("dpop") ?? "");
}

const url = "https://mcp.example:8443/mcp?key=secret";

function nonceWanted(nonce?: string, scheme = "DPoP"): Response {
  return new Response("", {
    status: 401,
    headers: {
      "www-authenticate": `${scheme} error="use_dpop_nonce", error_description="n"`,
      ...(nonce !== undefined && { "dpop-nonce": nonce }),
    },
  });
}

describe("a request with a token that is bound", () => {
  const init = {
    method: "POST",
    headers: { "mcp-method": "tools/list" },
    body: '{"jsonrpc":"2.0"}',
  };

  test("carries a proof of its own, and what it carried before", async () => {
    const { sent, send } = recorder(() => new Response());
    const dpop = new Dpop(key, true);
    for (let count = 0; count < 2; count++)
      await dpop.fetch(send, url, init, token);
    for (const request of sent) {
      expect(request.url).toBe(url);
      expect(request.body).toBe(init.body);
      expect(request.headers.get("mcp-method")).toBe("tools/list");
      expect(request.headers.get("authorization")).toBe(`DPoP ${token}`);
      const proof = request.headers.get("dpop") ?? "";
      const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK);
      expect(protectedHeader).toMatchObject({ typ: "dpop+jwt", alg: "ES256" });
      expect(protectedHeader.jwk).not.toHaveProperty("d");
      expect(payload).toMatchObject({
        htm: "POST",
        htu: "https://mcp.example:8443/mcp",
        ath: createHash("sha256").update(token).digest("base64url"),
        content_digest: `sha-256=:${createHash("sha256").update(init.body).digest("base64")}:`,
      });
      expect(Math.abs((payload.iat ?? 0) - Date.now() / 1000)).toBeLessThan(60);
    }
    const [first, second] = sent.map((request) => proofOf(request).jti);
    expect(first).not.toBe(second);
  });

  test("without a body has no digest, and names its method", async () => {
    const { sent, send } = recorder(() => new Response());
    await new Dpop(key, true).fetch(send, url, { method: "GET" }, token);
    const [proof] = sent.map(proofOf);
    expect(proof).toMatchObject({ htm: "GET" });
    expect(proof).not.toHaveProperty("content_digest");
  });

  test("goes again with the nonce that a server wants, which is kept for the next", async () => {
    const { sent, send } = recorder((count) =>
      count === 1
        ? nonceWanted("n1")
        : new Response("", {
            headers: count === 2 ? { "dpop-nonce": "n2" } : {},
          }),
    );
    const dpop = new Dpop(key, true);
    expect((await dpop.fetch(send, url, init, token)).status).toBe(200);
    await dpop.fetch(send, url, init, token);
    await dpop.fetch(send, "https://other.example/mcp", init, token);
    expect(sent.map((request) => proofOf(request)["nonce"])).toEqual([
      undefined,
      "n1",
      "n2",
      undefined,
    ]);
    expect(new Set(sent.map((request) => proofOf(request).jti)).size).toBe(4);
  });

  test.each([
    ["takes none", "n", 2, /takes none/],
    ["sends none", undefined, 1, /sends none/],
  ])(
    "ends where a server wants a nonce and %s",
    async (_, nonce, count, message) => {
      const { sent, send } = recorder(() => nonceWanted(nonce));
      const dpop = new Dpop(key, true);
      await expect(dpop.fetch(send, url, init, token)).rejects.toThrow(message);
      expect(sent).toHaveLength(count);
    },
  );

  test.each([
    [
      "another error",
      () =>
        new Response("", {
          status: 401,
          headers: {
            "www-authenticate": 'DPoP error="invalid_token"',
            "dpop-nonce": "n",
          },
        }),
    ],
    ["another scheme", () => nonceWanted("n", "Bearer")],
    [
      "another status",
      () =>
        new Response("", {
          status: 403,
          headers: {
            "www-authenticate": 'DPoP error="use_dpop_nonce"',
            "dpop-nonce": "n",
          },
        }),
    ],
  ])("is not sent again for %s", async (_, answer) => {
    const { sent, send } = recorder(answer);
    await new Dpop(key, true).fetch(send, url, init, token);
    expect(sent).toHaveLength(1);
  });

  test("remembers the nonces of so many servers", async () => {
    const { sent, send } = recorder(
      (count) => new Response("", { headers: { "dpop-nonce": `n${count}` } }),
    );
    const dpop = new Dpop(key, true);
    const ask = (host: number): Promise<Response> =>
      dpop.fetch(send, `https://h${host}.example/`, { method: "GET" }, token);
    for (let host = 0; host <= 100; host++) await ask(host);
    await ask(1);
    await ask(0);
    const [second, first] = sent
      .slice(-2)
      .map((request) => proofOf(request)["nonce"]);
    expect(second).toBe("n2");
    expect(first).toBeUndefined();
  });
});

describe("a key", () => {
  test.each([
    "ES256",
    "ES384",
    "ES512",
    "RS256",
    "PS256",
    "EdDSA",
    "Ed25519",
  ] as const)("for %s proves the same after it was kept", async (algorithm) => {
    const made = await generateDpopKey(algorithm);
    const kept = await parseDpopKey(await dpopKeyText(made));
    const { sent, send } = recorder(() => new Response());
    for (const one of [made, kept])
      await new Dpop(one, true).fetch(send, url, { method: "GET" }, token);
    const thumbprint = await new Dpop(kept, true).thumbprint();
    for (const { headers } of sent) {
      const proof = headers.get("dpop") ?? "";
      await jwtVerify(proof, EmbeddedJWK);
      const { alg, jwk } = decodeProtectedHeader(proof);
      expect(alg).toBe(algorithm);
      expect(await calculateJwkThumbprint(jwk ?? {})).toBe(thumbprint);
    }
  });

  test.each([
    "",
    "{}",
    "secret-text",
    '{"alg":"none"}',
    '{"alg":"ES256","kty":"EC","d":"secret-text"}',
  ])("that was not kept well is told of, and not shown: %j", async (text) => {
    await expect(parseDpopKey(text)).rejects.toThrow(
      /^what was kept of a key for DPoP is no key$/,
    );
  });
});

describe("whether a token is bound", () => {
  const issuer = "https://as.example";
  const plain = {
    server: { issuer },
    isDemanded: false,
    algorithms: undefined,
  };
  const listed = (
    ...names: string[]
  ): { issuer: string; dpop_signing_alg_values_supported: string[] } => ({
    issuer,
    dpop_signing_alg_values_supported: names,
  });

  test("follows what the program says, and what the server demands", () => {
    const es = { algorithm: "ES256" };
    expect(planDpop(undefined, plain)).toBeUndefined();
    expect(
      planDpop(undefined, { ...plain, algorithms: ["ES256"] }),
    ).toBeUndefined();
    expect(planDpop({ required: false }, plain)).toBeUndefined();
    expect(
      planDpop({ required: false }, { ...plain, algorithms: ["ES256"] }),
    ).toEqual({ ...es, isRequired: false });
    for (const option of [true, {}])
      expect(planDpop(option, plain)).toEqual({ ...es, isRequired: true });
    for (const option of [undefined, true, { required: false }])
      expect(planDpop(option, { ...plain, isDemanded: true })).toEqual({
        ...es,
        isRequired: true,
      });
    expect(planDpop(false, { ...plain, isDemanded: true })).toBeUndefined();
  });

  test("is settled with an algorithm that all know", async () => {
    const server = listed("RS256", "PS256", "none");
    expect(planDpop(true, { ...plain, server })?.algorithm).toBe("RS256");
    expect(
      planDpop(true, { ...plain, server, algorithms: ["PS256"] })?.algorithm,
    ).toBe("PS256");
    expect(
      planDpop({ algorithm: "PS256" }, { ...plain, server })?.algorithm,
    ).toBe("PS256");
    const { pair } = await generateDpopKey("ES384");
    expect(planDpop({ key: pair }, plain)?.algorithm).toBe("ES384");
    expect(
      planDpop(
        { key: pair, required: false },
        { ...plain, server, algorithms: ["ES384"] },
      ),
    ).toBeUndefined();
  });

  test.each([["none"], ["HS256"], []])(
    "fails where there is none: %j",
    (...names) => {
      expect(() =>
        planDpop(true, { ...plain, server: listed(...names) }),
      ).toThrow(/know no common algorithm/);
    },
  );
});
