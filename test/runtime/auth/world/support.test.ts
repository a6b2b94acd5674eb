import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createClient } from "../../../../generated/index.ts";
import { createClient as createHandshakeClient } from "../../../../generated/2025-11-25/index.ts";
import { httpTransport } from "../../../../src/runtime/http-client.ts";
import {
  follow,
  startAuthorizationServer,
  startResource,
  type AuthorizationServer,
} from "../../../support/auth/index.ts";

const redirectUri = "http://127.0.0.1:1/callback";
const verifier = "v".repeat(43);
const clients = [
  { id: "app", method: "none", redirectUris: [redirectUri] },
] as const;

/** The whole flow by hand, so that the support is judged by no code of ours. */
async function codeOf(
  server: AuthorizationServer,
  resource: string,
  scope = "read",
): Promise<URL> {
  const url = new URL(`${server.base}/authorize`);
  url.search = new URLSearchParams({
    client_id: "app",
    redirect_uri: redirectUri,
    response_type: "code",
    state: "s",
    resource,
    scope,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  }).toString();
  return follow(url, redirectUri);
}

async function ask(
  server: AuthorizationServer,
  form: Record<string, string>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const body = new URLSearchParams({ client_id: "app", ...form });
  const answer = await fetch(`${server.base}/token`, { method: "POST", body });
  return {
    status: answer.status,
    body: (await answer.json()) as Record<string, unknown>,
  };
}

async function trade(
  server: AuthorizationServer,
  resource: string,
  changed: Record<string, string> = {},
): ReturnType<typeof ask> {
  const callback = await codeOf(server, resource);
  return ask(server, {
    grant_type: "authorization_code",
    code: callback.searchParams.get("code") ?? "",
    redirect_uri: redirectUri,
    code_verifier: verifier,
    resource,
    ...changed,
  });
}

describe("the authorization server of the tests", () => {
  test("sends a person back with code, state and iss", async () => {
    const server = await startAuthorizationServer({
      clients,
      issuerPath: "/tenant",
    });
    const { searchParams } = await codeOf(server, "https://mcp.example/mcp");
    expect([...searchParams.keys()].sort()).toEqual(["code", "iss", "state"]);
    expect(searchParams.get("iss")).toBe(`${server.origin}/tenant`);
    expect(searchParams.get("state")).toBe("s");
  });

  test("takes a code once, with its verifier, redirect and resource", async () => {
    const server = await startAuthorizationServer({ clients });
    const resource = "https://mcp.example/mcp";
    const wrong = [
      { code_verifier: "w".repeat(43) },
      { redirect_uri: "http://127.0.0.1:2/callback" },
      { resource: "https://other.example" },
      { client_id: "other" },
    ];
    for (const changed of wrong)
      expect((await trade(server, resource, changed)).status).not.toBe(200);
    expect((await trade(server, resource)).status).toBe(200);
    const codes = server.granted("authorization_code");
    const used = codes.at(-1)?.form ?? new URLSearchParams();
    const again = await ask(server, Object.fromEntries(used));
    expect(again.body["error"]).toBe("invalid_grant");
  });

  test("rotates refresh tokens, and takes all back when one is spent twice", async () => {
    const server = await startAuthorizationServer({ clients });
    const { body } = await trade(server, "https://mcp.example/mcp");
    const refresh = (token: unknown): ReturnType<typeof ask> =>
      ask(server, {
        grant_type: "refresh_token",
        refresh_token: String(token),
      });
    const first = await refresh(body["refresh_token"]);
    expect(first.status).toBe(200);
    expect(first.body["refresh_token"]).not.toBe(body["refresh_token"]);
    expect((await refresh(body["refresh_token"])).status).toBe(400);
    expect((await refresh(first.body["refresh_token"])).status).toBe(400);
    expect(server.active(String(first.body["access_token"]))).toBe(undefined);
  });

  test("goes away and comes back on the same port", async () => {
    const server = await startAuthorizationServer();
    const well = `${server.issuer}/.well-known/oauth-authorization-server`;
    await server.stop();
    await expect(fetch(well)).rejects.toThrow();
    await server.start();
    expect((await fetch(well)).status).toBe(200);
  });
});

describe.each([
  ["handshake", createHandshakeClient],
  ["either", createClient],
])(
  "the protected resource of the tests, by a client of the %s lifecycle",
  (_, create) => {
    const info = { name: "test", version: "1" };

    test("lets tokens in that are meant for it", async () => {
      const server = await startAuthorizationServer();
      const protectedOne = await startResource({
        authorizationServers: [server],
        needs: ({ params }) => (params?.name === "write" ? ["write"] : []),
      });
      const connect = async (audience: string) => {
        const grant = { resource: audience, scopes: ["read"] };
        const { access_token } = await server.issue(grant);
        const client = create({ info });
        await client.connect(
          httpTransport({
            url: protectedOne.url,
            headers: { authorization: `Bearer ${access_token}` },
          }),
        );
        return client;
      };
      await expect(connect("https://other.example")).rejects.toThrow(/401/);
      const client = await connect(protectedOne.url);
      const { content } = await client.callTool({ name: "whoami" });
      expect(JSON.stringify(content)).toContain("ada");
      await expect(client.callTool({ name: "write" })).rejects.toThrow(/403/);
      server.revokeGrants();
      await expect(client.callTool({ name: "whoami" })).rejects.toThrow(/401/);
      await client.close();
    });

    test("says how to be let in", async () => {
      const server = await startAuthorizationServer();
      const { url, metadataUrl = "" } = await startResource({
        authorizationServers: [server],
        challengedScopes: ["read"],
      });
      const answer = await fetch(url, { method: "POST", body: "{}" });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toBe(
        `Bearer resource_metadata="${metadataUrl}", scope="read"`,
      );
      expect(await (await fetch(metadataUrl)).json()).toMatchObject({
        resource: url,
        authorization_servers: [server.issuer],
      });
    });
  },
);
