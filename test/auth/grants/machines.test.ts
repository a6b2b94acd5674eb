import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, test, vi } from "vitest";
import {
  keyAuthentication,
  secretAuthentication,
} from "../../../src/runtime/auth/client/credentials/authentication.ts";
import type { GrantContext } from "../../../src/runtime/auth/client/grants/context.ts";
import {
  clientCredentials,
  enterprise,
  workload,
  type EnterpriseMachine,
} from "../../../src/runtime/auth/client/grants/machine.ts";
import { runGrant } from "../../../src/runtime/auth/client/grants/run-grant.ts";
import {
  startAuthorizationServer,
  type AuthorizationServer,
  type AuthorizationServerOptions,
} from "../../support/auth/index.ts";
import { contextOf, metadataOf, resource } from "./context.ts";

const bearer = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const known = {
  id: "me",
  secret: "a secret of some length",
  method: "client_secret_basic",
} as const;

async function asKnown(
  server: AuthorizationServer,
  changes: Partial<GrantContext> = {},
): Promise<GrantContext> {
  const metadata = await metadataOf(server.issuer);
  return contextOf(server, {
    registered: {
      client: { client_id: known.id },
      authentication: secretAuthentication(known.secret, undefined, metadata),
    },
    ...changes,
  });
}

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

describe("an enterprise", () => {
  const idToken = "id-token-of-ada";

  async function startBoth(
    options: AuthorizationServerOptions = {},
    idpOptions: AuthorizationServerOptions = {},
  ): Promise<{ idp: AuthorizationServer; server: AuthorizationServer }> {
    const idp = await startAuthorizationServer({
      // An identity provider gives its assertions to the clients of others.
      clients: [{ id: "me", method: "client_secret_post", secret: "at idp" }],
      subjectTokens: { [idToken]: "ada" },
      metadata: ["openid-appended"],
      ...idpOptions,
    });
    const server = await startAuthorizationServer({
      clients: [known],
      trusts: [idp],
      ...options,
    });
    return { idp, server };
  }

  function machineOf(
    idp: EnterpriseMachine["idp"],
    token: string = idToken,
  ): EnterpriseMachine {
    return enterprise({ idp, subjectToken: () => ({ token }) });
  }

  const client = {
    id: "me",
    secret: "at idp",
    method: "client_secret_post",
  } as const;

  test.each(["issuer", "tokenEndpoint"] as const)(
    "gets an assertion for this server and this resource alone, by its %s",
    async (by) => {
      const { idp, server } = await startBoth();
      const where =
        by === "issuer"
          ? { issuer: idp.issuer }
          : { tokenEndpoint: `${idp.base}/token` };
      const machine = machineOf({ ...where, client });
      const context = await asKnown(server, { scopes: ["read"] });
      const token = await runGrant(machine, context);

      expect(server.active(token.access_token)?.grant).toMatchObject({
        subject: "ada",
        clientId: "me",
        resource,
      });
      expect(idp.asked("metadata")).toHaveLength(by === "issuer" ? 1 : 0);
      const [exchanged] = idp.asked("token");
      expect(Object.fromEntries(exchanged?.form ?? [])).toEqual({
        grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
        requested_token_type: "urn:ietf:params:oauth:token-type:id-jag",
        subject_token: idToken,
        subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
        audience: server.issuer,
        resource,
        scope: "read",
        client_id: "me",
        client_secret: "at idp",
      });
      const [granted] = server.granted(bearer);
      expect(granted?.headers["authorization"]).toMatch(/^Basic /);
      expect(granted?.form.get("resource")).toBe(resource);
      expect(granted?.form.get("scope")).toBe("read");
      expect(decodeJwt(granted?.form.get("assertion") ?? "").aud).toBe(
        server.issuer,
      );
    },
  );

  test.each([
    ["saml2", "urn:ietf:params:oauth:token-type:saml2"],
    ["refresh_token", "urn:ietf:params:oauth:token-type:refresh_token"],
    ["urn:example:mine", "urn:example:mine"],
  ] as const)("takes an identity of the kind %s", async (type, urn) => {
    const { idp, server } = await startBoth();
    const machine = enterprise({
      idp: { issuer: idp.issuer, client },
      subjectToken: () => Promise.resolve({ token: `${idToken}\n`, type }),
    });
    await runGrant(machine, await asKnown(server));
    const [exchanged] = idp.asked("token");
    expect(exchanged?.form.get("subject_token_type")).toBe(urn);
  });

  test.each([
    [undefined, /of the type nothing/],
    ["urn:ietf:params:oauth:token-type:access_token", /of the type "urn/],
  ])(
    "sends nothing on that is no such assertion: %s",
    async (issued, message) => {
      const { idp, server } = await startBoth(
        {},
        {
          answers: {
            token: () => ({
              body: {
                access_token: "for somebody else",
                token_type: "Bearer",
                issued_token_type: issued,
              },
            }),
          },
        },
      );
      const machine = machineOf({ issuer: idp.issuer, client });
      await expect(runGrant(machine, await asKnown(server))).rejects.toThrow(
        message,
      );
      expect(server.asked("token")).toEqual([]);
    },
  );

  test("tells its provider nothing where the server would not take it", async () => {
    const { idp, server } = await startBoth({
      metadataFields: { grant_types_supported: ["authorization_code"] },
    });
    const subjectToken = vi.fn(() => ({ token: idToken }));
    const machine = enterprise({
      idp: { issuer: idp.issuer, client },
      subjectToken,
    });
    await expect(
      runGrant(machine, await asKnown(server)),
    ).rejects.toMatchObject({ reason: "unsupported" });
    expect(subjectToken).not.toHaveBeenCalled();
    expect(idp.requests).toEqual([]);
  });

  test("says which of the two refused, and not what it was sent", async () => {
    const { idp, server } = await startBoth();
    const machine = machineOf({ issuer: idp.issuer, client }, "unknown-token");
    const refused = runGrant(machine, await asKnown(server));
    await expect(refused).rejects.toMatchObject({
      code: "invalid_grant",
      issuer: idp.issuer,
    });
    await expect(refused).rejects.not.toThrow("unknown-token");
  });

  test("goes to no unsafe provider", async () => {
    const { server } = await startBoth();
    const subjectToken = vi.fn(() => ({ token: idToken }));
    const machine = enterprise({
      idp: { tokenEndpoint: "http://idp.example/token", client },
      subjectToken,
    });
    await expect(runGrant(machine, await asKnown(server))).rejects.toThrow(
      /machine\.idp\.tokenEndpoint/,
    );
    expect(subjectToken).not.toHaveBeenCalled();
  });
});

describe("a workload", () => {
  const issuer = "https://platform.example";

  async function start(options: AuthorizationServerOptions = {}): Promise<{
    server: AuthorizationServer;
    sign(audience: string): Promise<string>;
  }> {
    const { privateKey, publicKey } = await generateKeyPair("RS256");
    const server = await startAuthorizationServer({
      trusts: [{ issuer, publicKey }],
      ...options,
    });
    const sign = (audience: string): Promise<string> =>
      new SignJWT({})
        .setProtectedHeader({ alg: "RS256" })
        .setIssuer(issuer)
        .setSubject("workload")
        .setAudience(audience)
        .setExpirationTime("1m")
        .setJti(crypto.randomUUID())
        .sign(privateKey);
    return { server, sign };
  }

  test("needs its JWT and nothing else", async () => {
    const { server, sign } = await start();
    const token = vi.fn(({ audience }: { audience: string }) => sign(audience));
    const context = await contextOf(server, { scopes: ["read"] });
    const got = await runGrant(workload(token), context);
    expect(server.active(got.access_token)?.grant).toMatchObject({
      subject: "workload",
      resource,
    });
    expect(token).toHaveBeenCalledWith({
      audience: `${server.base}/token`,
      issuer: server.issuer,
      resource,
    });
    const [asked] = server.asked("token");
    expect([...(asked?.form.keys() ?? [])].sort()).toEqual([
      "assertion",
      "grant_type",
      "resource",
      "scope",
    ]);
    expect(asked?.headers["authorization"]).toBeUndefined();
    expect(server.asked("register")).toEqual([]);
  });

  test("sends what was refused once no more, and something new again", async () => {
    const { server, sign } = await start();
    const wrong = await sign("https://wrong.example");
    let next = `${wrong}\n`;
    const machine = workload(() => next);
    const context = await contextOf(server);
    for (let count = 0; count < 3; count++) {
      const refused = runGrant(machine, context);
      await expect(refused).rejects.toMatchObject({ code: "invalid_grant" });
      await expect(refused).rejects.not.toThrow(wrong);
    }
    expect(server.asked("token")).toHaveLength(1);
    next = await sign(server.issuer);
    await runGrant(machine, context);
    expect(server.asked("token")).toHaveLength(2);
  });

  test("sends again what a server could not answer", async () => {
    const { server, sign } = await start();
    server.answers.token = () => ({ status: 503, body: "busy" });
    const machine = workload(() => sign(server.issuer));
    const same = await machine.token({ audience: "", issuer: "", resource });
    const steady = workload(() => same);
    const context = await contextOf(server);
    await expect(runGrant(steady, context)).rejects.toThrow("HTTP 503");
    delete server.answers.token;
    await runGrant(steady, context);
  });

  test("remembers so many refusals and no more", async () => {
    const { server, sign } = await start();
    const first = await sign("https://wrong.example");
    let next = first;
    const machine = workload(() => next);
    const context = await contextOf(server);
    const refuse = (): Promise<void> =>
      expect(runGrant(machine, context)).rejects.toThrow();
    await refuse();
    for (let count = 0; count < 32; count++) {
      next = `not-a-jwt-${count}`;
      await refuse();
    }
    next = first;
    await refuse();
    expect(server.asked("token")).toHaveLength(34);
  });

  test("is told that the server has no such grant, and sends nothing", async () => {
    const { server, sign } = await start({
      metadataFields: { grant_types_supported: ["client_credentials"] },
    });
    const token = vi.fn(() => sign(server.issuer));
    await expect(
      runGrant(workload(token), await contextOf(server)),
    ).rejects.toThrow(`does not support the grant ${bearer}, only "client_cr`);
    expect(token).not.toHaveBeenCalled();
    expect(server.asked("token")).toEqual([]);
  });

  test.each(["", " \n", undefined as unknown as string])(
    "without a JWT asks for nothing: %j",
    async (none) => {
      const { server } = await start();
      await expect(
        runGrant(
          workload(() => none),
          await contextOf(server),
        ),
      ).rejects.toThrow("machine.token: expected a token, got nothing");
      expect(server.asked("token")).toEqual([]);
    },
  );
});
