import { exportJWK, generateKeyPair } from "jose";
import { describe, expect, test } from "vitest";
import { keyAuthentication } from "../../../../src/runtime/auth/client/credentials/authentication.ts";
import { clientCredentials } from "../../../../src/runtime/auth/client/grants/machine.ts";
import { runGrant } from "../../../../src/runtime/auth/client/grants/run-grant.ts";
import { startAuthorizationServer } from "../../../support/auth/index.ts";
import { asKnown, contextOf, known, metadataOf, resource } from "./context.ts";

describe("client credentials", () => {
  test.each(["client_secret_basic", "client_secret_post"] as const)(
    "with a secret: %s",
    async (method) => {
      const server = await startAuthorizationServer({
        clients: [{ ...known, method }],
        metadataFields: { token_endpoint_auth_methods_supported: [method] },
      });
      const context = await asKnown(server, { scopes: ["a", "b"] });
      const token = await runGrant(clientCredentials(), context);
      expect(server.active(token.access_token)?.grant).toMatchObject({
        clientId: "me",
        scopes: ["a", "b"],
        resource,
      });
    },
  );

  test("with a key", async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const jwks = { keys: [await exportJWK(publicKey)] };
    const server = await startAuthorizationServer({
      clients: [{ id: "me", method: "private_key_jwt", jwks }],
    });
    const context = await contextOf(server, {
      registered: {
        client: { client_id: "me" },
        authentication: await keyAuthentication(
          { privateKey },
          await metadataOf(server.issuer),
        ),
      },
    });
    const token = await runGrant(clientCredentials(), context);
    expect(server.active(token.access_token)?.grant.scopes).toEqual([]);
    const [asked] = server.asked("token");
    expect(asked?.form.has("scope")).toBe(false);
  });

  test("are asked for nothing where the server has no such grant, or no client is given", async () => {
    const server = await startAuthorizationServer({
      metadataFields: { grant_types_supported: ["authorization_code"] },
    });
    await expect(
      runGrant(clientCredentials(), await asKnown(server)),
    ).rejects.toMatchObject({
      reason: "unsupported",
      message: expect.stringMatching(/client_credentials, only "authoriz/),
    });
    const other = await startAuthorizationServer();
    await expect(
      runGrant(clientCredentials(), await contextOf(other)),
    ).rejects.toMatchObject({ reason: "registration" });
    expect(server.asked("token")).toEqual([]);
    expect(other.asked("token")).toEqual([]);
  });

  test("say why there is no token, and not what was sent", async () => {
    const server = await startAuthorizationServer({
      clients: [{ ...known, secret: "another" }],
    });
    const refused = runGrant(clientCredentials(), await asKnown(server));
    await expect(refused).rejects.toMatchObject({
      reason: "token",
      code: "invalid_client",
      status: 401,
      message: expect.stringContaining("invalid_client: wrong secret"),
    });
    await expect(refused).rejects.not.toThrow(known.secret);
  });
});
