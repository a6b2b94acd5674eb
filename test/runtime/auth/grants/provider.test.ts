import { exportJWK, generateKeyPair } from "jose";
import { describe, expect, test } from "vitest";
import {
  keyAuthentication,
  secretAuthentication,
} from "../../../../src/runtime/auth/client/credentials/authentication.ts";
import { Dpop } from "../../../../src/runtime/auth/client/dpop/dpop.ts";
import { generateDpopKey } from "../../../../src/runtime/auth/client/dpop/key.ts";
import { clientCredentials } from "../../../../src/runtime/auth/client/grants/machine.ts";
import { runGrant } from "../../../../src/runtime/auth/client/grants/run-grant.ts";
import { startProvider } from "../../../support/auth/provider.ts";
import { contextOf, metadataOf, resource } from "./context.ts";

const secret = "a secret: with / signs + that & a form % escapes";

/** An authorization server that others wrote, and that takes an assertion once. */
async function start(jwk: object): ReturnType<typeof startProvider> {
  const machine = {
    grant_types: ["client_credentials"],
    redirect_uris: [],
    response_types: [],
  };
  return startProvider({
    resources: () => ({ [resource]: ["read"] }),
    clients: [
      {
        ...machine,
        client_id: "by-key",
        token_endpoint_auth_method: "private_key_jwt",
        jwks: { keys: [jwk] },
      },
      {
        ...machine,
        client_id: "by-secret",
        client_secret: secret,
        token_endpoint_auth_method: "client_secret_basic",
      },
    ],
    configuration: { ttl: { ClientCredentials: 60 } },
    features: {
      clientCredentials: { enabled: true },
      dPoP: {
        enabled: true,
        nonceSecret: Buffer.alloc(32),
        requireNonce: () => true,
      },
    },
  });
}

describe("oidc-provider", () => {
  test("gives tokens to a client with a key, bound after a nonce, and to one with a secret", async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const jwk = { ...(await exportJWK(publicKey)), kid: "1", use: "sig" };
    const provider = await start(jwk);
    const server = await metadataOf(provider.issuer);
    const context = await contextOf(provider, { scopes: ["read"] });
    const dpop = new Dpop(await generateDpopKey("ES256"), true);

    const bound = await runGrant(clientCredentials(), {
      ...context,
      dpop,
      registered: {
        client: { client_id: "by-key" },
        authentication: await keyAuthentication(
          { privateKey, keyId: "1" },
          server,
        ),
      },
    });
    expect(bound).toMatchObject({ token_type: "dpop", scope: "read" });
    const posts = provider.requests.filter(({ method }) => method === "POST");
    expect(posts.map(({ status }) => status)).toEqual([400, 200]);

    const plain = await runGrant(clientCredentials(), {
      ...context,
      registered: {
        client: { client_id: "by-secret" },
        authentication: secretAuthentication(secret, undefined, server),
      },
    });
    expect(plain.token_type).toBe("bearer");
  });
});
