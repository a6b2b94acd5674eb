import { decodeJwt, generateKeyPair, SignJWT } from "jose";
import { describe, expect, test, vi } from "vitest";
import { createClient, type Client } from "../../../../generated/index.ts";
import {
  clientCredentials,
  enterprise,
  memoryStore,
  oauth,
  workload,
  type OAuthOptions,
} from "../../../../src/runtime/auth/index.ts";
import { httpTransport } from "../../../../src/runtime/http-client.ts";
import {
  followLogin,
  startAuthorizationServer,
  startResource,
  type AuthorizationServer,
  type AuthorizationServerOptions,
  type ProtectedResource,
  type ResourceOptions,
} from "../../../support/auth/index.ts";
import { known } from "./context.ts";

/** A server that is protected, and a client of it that nobody logs in. */
async function connect(
  machine: OAuthOptions,
  options: AuthorizationServerOptions = {},
  resourceOptions: Partial<ResourceOptions> = {},
): Promise<{
  server: AuthorizationServer;
  resource: ProtectedResource;
  client: Client;
}> {
  const server = await startAuthorizationServer({
    clients: [known],
    ...options,
  });
  const resource = await startResource({
    authorizationServers: [server],
    ...resourceOptions,
  });
  const client = createClient({ info: { name: "machine", version: "1.0.0" } });
  const auth = oauth({ allowLoopback: true, ...machine });
  await client.connect(httpTransport({ url: resource.url, auth }));
  return { server, resource, client };
}

async function whoami(client: Client): Promise<string> {
  const { content } = await client.callTool({ name: "whoami" });
  return JSON.stringify(content);
}

const byItself: OAuthOptions = {
  machine: clientCredentials(),
  client: { id: known.id, secret: known.secret },
};

describe("a machine is let in", () => {
  test("by its secret, once for all that it asks for, and again when its token is over", async () => {
    const { server, client } = await connect(byItself, {
      refreshTokens: true,
    });
    const all = await Promise.all([1, 2, 3].map(() => whoami(client)));
    for (const who of all) expect(who).toContain(known.id);
    expect(server.granted("client_credentials")).toHaveLength(1);
    server.expireTokens();
    await Promise.all([1, 2, 3].map(() => whoami(client)));
    expect(server.granted("client_credentials")).toHaveLength(2);
    expect(server.asked("authorize")).toEqual([]);
    expect(server.asked("register")).toEqual([]);
    await client.close();
  });

  test("for more, where an operation needs more", async () => {
    const { server, client } = await connect(
      byItself,
      {},
      {
        challengedScopes: ["read"],
        needs: ({ params }) => (params?.name === "write" ? ["write"] : []),
      },
    );
    await whoami(client);
    await client.callTool({ name: "write" });
    expect(
      server
        .granted("client_credentials")
        .map(({ form }) => form.get("scope")?.split(" ").toSorted()),
    ).toEqual([["read"], ["read", "write"]]);
    await client.close();
  });

  test("by the identity provider of its person", async () => {
    const idp = await startAuthorizationServer({
      clients: [known],
      subjectTokens: { "id token of grace": "grace" },
    });
    const { server, resource, client } = await connect(
      {
        machine: enterprise({
          idp: { issuer: idp.issuer, client: known },
          subjectToken: () => ({ token: "id token of grace" }),
        }),
        client: { id: known.id, secret: known.secret },
      },
      { trusts: [idp] },
    );
    expect(await whoami(client)).toContain("grace");
    const [exchanged] = idp.asked("token");
    expect(exchanged?.form.get("audience")).toBe(server.issuer);
    expect(exchanged?.form.get("resource")).toBe(resource.resource);
    await client.close();
  });

  test("by the JWT of its platform, and not by one that was refused", async () => {
    const issuer = "https://platform.example";
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    let lifetime = "-1m";
    const machine = workload(({ audience }) =>
      new SignJWT({})
        .setProtectedHeader({ alg: "ES256" })
        .setIssuer(issuer)
        .setSubject("workload-7")
        .setAudience(audience)
        .setIssuedAt(0)
        .setExpirationTime(lifetime)
        .sign(privateKey),
    );
    const refused = connect({ machine }, { trusts: [{ issuer, publicKey }] });
    await expect(refused).rejects.toThrow(/invalid_grant/);
    lifetime = "1m";
    const { client, server } = await connect(
      { machine },
      { trusts: [{ issuer, publicKey }] },
    );
    expect(await whoami(client)).toContain("workload-7");
    expect(server.asked("register")).toEqual([]);
    await client.close();
  });
});

interface World {
  readonly server: AuthorizationServer;
  readonly resource: ProtectedResource;
  readonly login: ReturnType<typeof followLogin>;
  /** A client of its own, as after a restart. */
  connect(
    options?: Partial<OAuthOptions>,
    onWarning?: (warning: Error) => void,
  ): Promise<Client>;
}

const demanding: Partial<ResourceOptions> = {
  dpop: {},
  metadataFields: { dpop_bound_access_tokens_required: true },
};

async function startBinding(
  options: AuthorizationServerOptions = {},
  resourceOptions: Partial<ResourceOptions> = demanding,
): Promise<World> {
  const server = await startAuthorizationServer({
    metadataFields: { dpop_signing_alg_values_supported: ["ES256"] },
    ...options,
  });
  const resource = await startResource({
    authorizationServers: [server],
    ...resourceOptions,
  });
  const login = followLogin();
  const connect: World["connect"] = async (more = {}, onWarning = () => {}) => {
    const auth = oauth({ login, allowLoopback: true, ...more });
    const info = { name: "prover", version: "1.0.0" };
    const client = createClient({ info });
    const { url } = resource;
    await client.connect(httpTransport({ url, auth, onWarning }));
    return client;
  };
  return { server, resource, login, connect };
}

async function use(client: Client): Promise<void> {
  const { content } = await client.callTool({ name: "whoami" });
  expect(JSON.stringify(content)).toContain("ada");
}

describe("a client that proves its key", () => {
  test("does so where the server demands it, with each request, and with nonces of both", async () => {
    const { server, resource, login, connect } = await startBinding(
      { dpopNonce: "nonce-of-as" },
      { ...demanding, dpop: { nonce: "nonce-of-rs" } },
    );
    const store = memoryStore();
    const client = await connect({ store });
    const lock = vi.spyOn(store, "lock");
    await Promise.all([1, 2, 3].map(() => use(client)));
    expect(lock).not.toHaveBeenCalled();
    await client.close();
    expect(login.visits).toHaveLength(1);
    const [visited] = login.visits;
    expect(visited?.searchParams.get("dpop_jkt")).toMatch(/^[\w-]{43}$/);
    const sent = resource
      .calls()
      .filter(({ headers }) => headers["authorization"] !== undefined);
    const ids = sent.map(({ headers }) => {
      expect(headers["authorization"]).toMatch(/^DPoP /);
      return decodeJwt(headers["dpop"] ?? "").jti;
    });
    expect(new Set(ids).size).toBe(sent.length);
    // The first proof is refused for its nonce, at each of the two.
    expect(server.granted("authorization_code")).toHaveLength(2);
    expect(
      sent.filter(
        ({ headers }) =>
          decodeJwt(headers["dpop"] ?? "")["nonce"] === undefined,
      ),
    ).toHaveLength(1);
  });

  test("has its key after a restart: a refresh token is bound to it", async () => {
    const { server, login, connect } = await startBinding();
    const store = memoryStore();
    const first = await connect({ store });
    await use(first);
    await first.close();
    server.expireTokens();
    const second = await connect({ store });
    await use(second);
    await second.close();
    expect(server.granted("refresh_token")).toHaveLength(1);
    expect(login.visits).toHaveLength(1);
  });

  test("asks nobody to log in for a nonce that is never right", async () => {
    const { resource, login, connect } = await startBinding();
    const client = await connect();
    await use(client);
    let count = 0;
    resource.answers.mcp = () => ({
      status: 401,
      headers: {
        "www-authenticate": 'DPoP error="use_dpop_nonce"',
        "dpop-nonce": `n${count++}`,
      },
    });
    await expect(use(client)).rejects.toThrow(/requires a nonce/);
    expect(count).toBe(2);
    expect(login.visits).toHaveLength(1);
    await client.close();
  });

  test("takes no token that anybody could use", async () => {
    const token = () => ({
      body: { access_token: "unbound", token_type: "Bearer" },
    });
    const { resource, connect } = await startBinding(
      { answers: { token } },
      {},
    );
    await expect(connect({ dpop: true })).rejects.toThrow(
      /not bound to the key of the client/,
    );
    for (const { headers } of resource.calls())
      expect(headers["authorization"]).toBeUndefined();
  });

  test("tells of a token that anybody could use, where one will do", async () => {
    // Proofs are welcome, as the challenge says; the server gives bearer tokens.
    const { resource, connect, server } = await startBinding({}, {});
    resource.answers.mcp = async (_, usual) => {
      const told = await usual();
      if (typeof told === "function" || told.status !== 401) return told;
      const challenges = `${told.headers?.["www-authenticate"]}, DPoP algs="ES256"`;
      return { ...told, headers: { "www-authenticate": challenges } };
    };
    server.answers.token = async () => {
      const grant = { resource: resource.resource };
      const { access_token } = await server.issue(grant);
      return { body: { access_token, token_type: "Bearer" } };
    };
    const warnings: string[] = [];
    const onWarning = ({ message }: Error): void => void warnings.push(message);
    const client = await connect({ dpop: { required: false } }, onWarning);
    await use(client);
    await client.close();
    expect(server.asked("token")[0]?.headers["dpop"]).toBeDefined();
    expect(warnings).toEqual([
      expect.stringMatching(/^the token is not bound to the key/),
    ]);
  });

  test("proves nothing where nobody asks for it", async () => {
    const { resource, connect, server } = await startBinding({}, {});
    const client = await connect();
    await use(client);
    await client.close();
    for (const { headers } of [...resource.calls(), ...server.asked("token")])
      expect(headers["dpop"]).toBeUndefined();
  });

  test("has forgotten its key when it is signed out", async () => {
    const store = memoryStore();
    const { resource, login } = await startBinding();
    const auth = oauth({ login, allowLoopback: true, store });
    const log = async (): Promise<string | null | undefined> => {
      const client = createClient({ info: { name: "prover", version: "1" } });
      await client.connect(httpTransport({ url: resource.url, auth }));
      await use(client);
      await client.close();
      return login.visits.at(-1)?.searchParams.get("dpop_jkt");
    };
    const before = await log();
    await auth.signOut(resource.url);
    expect(await log()).not.toBe(before);
    expect(login.visits).toHaveLength(2);
  });
});
