import { decodeJwt } from "jose";
import { describe, expect, test, vi } from "vitest";
import {
  enterprise,
  type EnterpriseMachine,
} from "../../../../src/runtime/auth/client/grants/machine.ts";
import { runGrant } from "../../../../src/runtime/auth/client/grants/run-grant.ts";
import {
  startAuthorizationServer,
  type AuthorizationServer,
  type AuthorizationServerOptions,
} from "../../../support/auth/index.ts";
import { asKnown, known, resource } from "./context.ts";

const bearer = "urn:ietf:params:oauth:grant-type:jwt-bearer";

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
