import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { createBrowser } from "../../../support/auth/browser.ts";
import { startProvider } from "../../../support/auth/provider.ts";

const redirectUri = "http://127.0.0.1:33418/callback";
const resource = "https://mcp.example/mcp";
const verifier = "v".repeat(43);

test("a real authorization server is driven by a program, over a restart", async () => {
  const provider = await startProvider({
    resources: () => ({ [resource]: ["read", "write"] }),
  });
  const registered = await fetch(`${provider.issuer}/reg`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      application_type: "native",
      redirect_uris: ["http://127.0.0.1/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      token_endpoint_auth_method: "none",
    }),
  });
  expect(registered.status).toBe(201);
  const { client_id: id } = (await registered.json()) as { client_id: string };
  const url = new URL(`${provider.issuer}/auth`);
  url.search = new URLSearchParams({
    client_id: id,
    redirect_uri: redirectUri,
    response_type: "code",
    state: "s",
    resource,
    scope: "read",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  }).toString();
  const browser = createBrowser();
  const callback = await browser.visit(url, redirectUri);
  expect(browser.sent).toEqual(["login", "consent"]);
  expect(callback.searchParams.get("iss")).toBe(provider.issuer);
  await provider.stop();
  await provider.start();
  const ask = async (form: Record<string, string>) => {
    const body = new URLSearchParams({ client_id: id, resource, ...form });
    const token = `${provider.issuer}/token`;
    const answer = await fetch(token, { method: "POST", body });
    return (await answer.json()) as Record<string, string>;
  };
  const first = await ask({
    grant_type: "authorization_code",
    code: callback.searchParams.get("code") ?? "",
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  const { payload } = await jwtVerify(
    first["access_token"] ?? "",
    createRemoteJWKSet(new URL(provider.jwksUri)),
    { audience: resource },
  );
  expect(payload["scope"]).toBe("read");
  const refresh = { grant_type: "refresh_token" };
  const spent = { ...refresh, refresh_token: first["refresh_token"] ?? "" };
  const second = await ask(spent);
  expect(second["refresh_token"]).not.toBe(first["refresh_token"]);
  expect(await ask(spent)).toMatchObject({ error: "invalid_grant" });
  expect(provider.grants).toEqual([
    "authorization_code",
    "refresh_token",
    "error: InvalidGrant: invalid_grant",
  ]);
});
