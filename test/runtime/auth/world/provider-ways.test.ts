import { generateKeyPairSync } from "node:crypto";
import { exportJWK } from "jose";
import { expect, test } from "vitest";
import {
  clientCredentials,
  oauth,
  type OAuthOptions,
} from "../../../../src/runtime/auth/index.ts";
import { introspection } from "../../../../src/runtime/auth/introspection.ts";
import { dpop } from "../../../../src/runtime/auth/jwt.ts";
import type { ProtectOptions } from "../../../../src/runtime/auth/server.ts";
import { browserLogin } from "../../../support/auth/browser.ts";
import {
  startProvider,
  type ProviderOptions,
  type RealProvider,
} from "../../../support/auth/provider.ts";
import { connected, passing } from "./life.ts";
import { notesScopes, startNotes, type Notes } from "./notes.ts";

/** oidc-provider and a server of ours, each set up in a way of its own. */
async function world({
  provider: told = {},
  protection,
}: {
  readonly provider?: Partial<ProviderOptions>;
  readonly protection?: (
    provider: RealProvider,
  ) => Partial<ProtectOptions<unknown>>;
}): Promise<{ provider: RealProvider; notes: Notes }> {
  const known: Record<string, readonly string[]> = {};
  const provider = await startProvider({ resources: () => known, ...told });
  const notes = await startNotes(provider, "Node", protection?.(provider));
  known[notes.url] = notesScopes;
  return { provider, notes };
}

const paths = ({ requests }: RealProvider): string[] =>
  requests.map(({ path }) => new URL(path, "http://host").pathname);

test("tokens are bound to a key, with the nonces of both servers, and renewed", async () => {
  const pass = passing();
  const { provider, notes } = await world({
    provider: {
      features: {
        dPoP: {
          enabled: true,
          nonceSecret: Buffer.alloc(32, 1),
          requireNonce: () => true,
        },
      },
    },
    protection: () => ({ dpop: dpop({ required: true, nonces: true }) }),
  });
  const login = browserLogin();
  const auth = oauth({ login, dpop: true, allowLoopback: true });
  const client = await connected("either", notes.url, auth);
  expect(await client.call("whoami")).toContain("ada");
  expect(login.visits[0]?.searchParams.has("dpop_jkt")).toBe(true);
  pass(90);
  await Promise.all(Array.from({ length: 8 }, () => client.call("whoami")));
  expect(await client.call("write")).toBe("written");
  expect(provider.grants.filter((told) => !told.startsWith("error"))).toEqual([
    "authorization_code",
    "refresh_token",
    "authorization_code",
  ]);
  // Without a proof nobody gets in, whatever token they have.
  const plain = oauth({
    login: browserLogin(),
    dpop: false,
    allowLoopback: true,
  });
  await expect(connected("either", notes.url, plain)).rejects.toThrow();
});

test("tokens that say nothing themselves are asked about, until they are taken back", async () => {
  const { provider, notes } = await world({
    provider: {
      accessTokens: "opaque",
      clients: [
        {
          client_id: "notes",
          client_secret: "a secret of the notes",
          grant_types: [],
          redirect_uris: [],
          response_types: [],
        },
      ],
    },
    protection: ({ issuer }) => ({
      verify: introspection({
        issuer,
        client: { id: "notes", secret: "a secret of the notes" },
        cacheMs: 0,
        allowLoopback: true,
      }),
    }),
  });
  const login = browserLogin();
  const auth = oauth({ login, allowLoopback: true });
  const client = await connected("either", notes.url, auth);
  expect(await client.call("whoami")).toContain("ada");
  expect(await client.call("write")).toBe("written");
  provider.revokeGrants();
  expect(await client.call("whoami")).toContain("ada");
  expect(login.visits).toHaveLength(3);
});

test("who signs out is known no longer, here and there", async () => {
  const { provider, notes } = await world({});
  const login = browserLogin();
  const auth = oauth({ login, allowLoopback: true });
  const client = await connected("either", notes.url, auth);
  await client.call("whoami");
  await auth.signOut(notes.url);
  expect(paths(provider)).toContain("/token/revocation");
  expect(provider.requests.every(({ status }) => status < 500)).toBe(true);
  await client.call("whoami");
  expect(provider.grants).toEqual(["authorization_code", "authorization_code"]);
});

test("a document describes a client that registers nowhere", async () => {
  const metadataUrl = "https://app.example.com/client.json";
  const document = {
    client_id: metadataUrl,
    client_name: "A program",
    application_type: "native",
    redirect_uris: ["http://127.0.0.1/callback"],
    grant_types: ["authorization_code", "refresh_token"],
    token_endpoint_auth_method: "none",
  };
  const { provider, notes } = await world({
    provider: {
      features: {
        clientIdMetadataDocument: { enabled: true, ack: "draft-02" },
      },
      configuration: { fetch: () => Promise.resolve(Response.json(document)) },
    },
  });
  const login = browserLogin();
  const client = { metadataUrl };
  const auth = oauth({ login, client, allowLoopback: true });
  const caller = await connected("either", notes.url, auth);
  expect(await caller.call("whoami")).toContain("ada");
  expect(login.visits[0]?.searchParams.get("client_id")).toBe(metadataUrl);
  expect(paths(provider)).not.toContain("/reg");
});

test.each<[string, (key: string) => OAuthOptions["client"], object]>([
  [
    "a secret",
    () => ({ id: "robot", secret: "a secret of the robot" }),
    { client_secret: "a secret of the robot" },
  ],
  [
    "a key",
    (privateKey) => ({ id: "robot", privateKey, algorithm: "ES256" }),
    { token_endpoint_auth_method: "private_key_jwt" },
  ],
])(
  "a machine has tokens of its own, by %s",
  async (_, identity, registered) => {
    const pass = passing();
    const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const key = pair.privateKey.export({ type: "pkcs8", format: "pem" });
    const { provider, notes } = await world({
      provider: {
        features: { clientCredentials: { enabled: true } },
        clients: [
          {
            client_id: "robot",
            grant_types: ["client_credentials"],
            redirect_uris: [],
            response_types: [],
            jwks: { keys: [await exportJWK(pair.publicKey)] },
            ...registered,
          },
        ],
      },
    });
    const client = identity(String(key));
    const auth = oauth({
      machine: clientCredentials(),
      allowLoopback: true,
      ...(client && { client }),
    });
    const caller = await connected("either", notes.url, auth);
    expect(await caller.call("whoami")).toContain("robot");
    pass(90);
    await Promise.all(Array.from({ length: 8 }, () => caller.call("whoami")));
    expect(await caller.call("write")).toBe("written");
    expect(provider.grants).toEqual(Array(3).fill("client_credentials"));
  },
);
