import { decodeJwt, exportJWK, generateKeyPair } from "jose";
import { describe, expect, test } from "vitest";
import {
  keyAuthentication,
  secretAuthentication,
} from "../../../../src/runtime/auth/client/credentials/authentication.ts";
import { Dpop } from "../../../../src/runtime/auth/client/dpop/dpop.ts";
import { generateDpopKey } from "../../../../src/runtime/auth/client/dpop/key.ts";
import type { GrantContext } from "../../../../src/runtime/auth/client/grants/context.ts";
import { clientCredentials } from "../../../../src/runtime/auth/client/grants/machine.ts";
import { runGrant } from "../../../../src/runtime/auth/client/grants/run-grant.ts";
import {
  startAuthorizationServer,
  type AuthorizationServer,
  type AuthorizationServerOptions,
} from "../../../support/auth/index.ts";
import { contextOf, metadataOf } from "../grants/context.ts";

const key = await generateDpopKey("ES256");
const known = {
  id: "me",
  secret: "secret",
  method: "client_secret_basic",
} as const;

async function start(
  options: AuthorizationServerOptions,
  dpop: Dpop | undefined,
): Promise<{ server: AuthorizationServer; context: GrantContext }> {
  const server = await startAuthorizationServer({
    clients: [known],
    ...options,
  });
  const authentication = secretAuthentication(
    known.secret,
    undefined,
    await metadataOf(server.issuer),
  );
  const registered = { client: { client_id: "me" }, authentication };
  return { server, context: await contextOf(server, { registered, dpop }) };
}

describe("a token that is asked for with a proof", () => {
  test("is bound to the key", async () => {
    const dpop = new Dpop(key, true);
    const { server, context } = await start({}, dpop);
    const token = await runGrant(clientCredentials(), context);
    expect(token.token_type).toBe("dpop");
    expect(server.active(token.access_token)?.grant.jkt).toBe(
      await dpop.thumbprint(),
    );
    const [asked] = server.asked("token");
    expect(decodeJwt(asked?.headers["dpop"] ?? "")).toMatchObject({
      htm: "POST",
      htu: `${server.base}/token`,
    });
  });

  test("is asked for once more with a nonce, which is kept, and with assertions of its own", async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const jwks = { keys: [await exportJWK(publicKey)] };
    const { server, context } = await start(
      {
        dpopNonce: "n1",
        clients: [{ id: "me", method: "private_key_jwt", jwks }],
      },
      new Dpop(key, true),
    );
    const authentication = await keyAuthentication(
      { privateKey },
      context.server,
    );
    const registered = { client: { client_id: "me" }, authentication };
    for (let count = 0; count < 2; count++)
      await runGrant(clientCredentials(), { ...context, registered });
    const asked = server.asked("token");
    expect(
      asked.map(({ headers }) => decodeJwt(headers["dpop"] ?? "")["nonce"]),
    ).toEqual([undefined, "n1", "n1"]);
    const assertions = asked.map(({ form }) => form.get("client_assertion"));
    expect(new Set(assertions).size).toBe(3);
  });

  test.each([
    ["new", () => ({ "dpop-nonce": crypto.randomUUID() }), 2],
    ["of no use", () => ({}), 1],
  ])(
    "is not asked for again and again: nonces are %s",
    async (_, headers, count) => {
      const token = (): {
        status: number;
        headers: Record<string, string>;
        body: object;
      } => ({
        status: 400,
        headers: headers() as Record<string, string>,
        body: { error: "use_dpop_nonce" },
      });
      const { server, context } = await start(
        { answers: { token } },
        new Dpop(key, true),
      );
      await expect(
        runGrant(clientCredentials(), context),
      ).rejects.toMatchObject({
        code: "use_dpop_nonce",
      });
      expect(server.asked("token")).toHaveLength(count);
    },
  );

  const unbound = {
    answers: {
      token: () => ({ body: { access_token: "t", token_type: "Bearer" } }),
    },
  };

  test("is refused when it is not bound", async () => {
    const { context } = await start(unbound, new Dpop(key, true));
    await expect(runGrant(clientCredentials(), context)).rejects.toThrow(
      /issued a token that is not bound to the key of the client/,
    );
  });

  test("may be unbound where that will do", async () => {
    const { context } = await start(unbound, new Dpop(key, false));
    const token = await runGrant(clientCredentials(), context);
    expect(token.token_type).toBe("bearer");
  });

  test("is refused when it is bound to who knows what", async () => {
    const token = () => ({ body: { access_token: "t", token_type: "DPoP" } });
    const { context } = await start({ answers: { token } }, undefined);
    await expect(runGrant(clientCredentials(), context)).rejects.toThrow(
      /bound its token to a key, but the client has none/,
    );
  });
});
