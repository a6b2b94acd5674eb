import { createHash } from "node:crypto";
import { EmbeddedJWK, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { Dpop } from "../../../../src/runtime/auth/client/dpop/dpop.ts";
import { generateDpopKey } from "../../../../src/runtime/auth/client/dpop/key.ts";
import { proofOf, recorder, url } from "./recorder.ts";

const key = await generateDpopKey("ES256");
const token = "access-token-of-ada";

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
    ["takes none", "n", 2, /rejects the one/],
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
    for (let host = 0; host < 100; host++) await ask(host);
    // Heard of once more: now the next is the one that was silent longest.
    await ask(0);
    await ask(100);
    await ask(0);
    await ask(1);
    const [kept, forgotten] = sent
      .slice(-2)
      .map((request) => proofOf(request)["nonce"]);
    expect(kept).toBe("n101");
    expect(forgotten).toBeUndefined();
  });
});
