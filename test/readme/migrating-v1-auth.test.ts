import { InvalidTokenError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import type { OAuthTokenVerifier } from "@modelcontextprotocol/sdk/server/auth/provider.js";
import { afterAll, expect, test } from "vitest";
import { createServer, tool } from "../../generated/index.ts";
import { protect, type Verifier } from "../../src/runtime/auth/server.ts";
import { createHttpHandler } from "../../src/runtime/http.ts";
import { pageModules } from "./migrating.ts";

const http = pageModules("docs/guides/migrating-v1-http.md");
afterAll(() => http.remove());

test("a verifier of the SDK's form serves protect", async () => {
  const { verifierOf } = await http.load<{
    verifierOf(old: OAuthTokenVerifier): Verifier;
  }>("verify.ts");
  const resource = "https://mcp.example.com/mcp";
  const now = Math.floor(Date.now() / 1000);
  const authorize = protect({
    resource,
    authorizationServers: ["https://login.example.com"],
    verify: verifierOf({
      verifyAccessToken: async (token) => {
        if (token === "bad") throw new InvalidTokenError("no");

        return {
          token,
          clientId: "ann",
          scopes: ["read"],
          expiresAt: token === "old" ? now - 3600 : now + 60,
          resource: new URL(token === "other" ? "https://a.example" : resource),
        };
      },
    }),
  });
  const server = createServer({
    info: { name: "notes", version: "1" },
    features: [
      tool("who", {}, (_, { principal, auth }) =>
        JSON.stringify([principal, auth]),
      ),
    ],
  });
  const handle = createHttpHandler(server, { authorize, allowedHosts: "any" });
  const call = (token: string): Promise<Response> =>
    handle(
      new Request(resource, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/call",
          "mcp-name": "who",
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: {
            name: "who",
            _meta: {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {},
            },
          },
        }),
      }),
    );
  const answer = await (await call("good")).text();
  expect(answer).toContain("ann");
  expect(answer).not.toContain("token");
  for (const token of ["bad", "old", "other"])
    expect((await call(token)).status).toBe(401);
});
