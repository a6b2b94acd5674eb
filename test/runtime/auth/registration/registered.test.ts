import * as oauth from "oauth4webapi";
import { expect, test } from "vitest";
import type { ClientIdentity } from "../../../../src/runtime/auth/client/client-identity.ts";
import { createSafeFetch } from "../../../../src/runtime/auth/client/fetch/safe-fetch.ts";
import { memoryStore } from "../../../../src/runtime/auth/client/memory-store.ts";
import {
  knownRedirectUris,
  registered,
  type Registered,
  type RegistrationNeeds,
} from "../../../../src/runtime/auth/client/registration/registered.ts";
import { createWeb, type Page, type Web } from "../discovery/web.ts";

const issuer = "https://as.example.com";
const endpoint = `${issuer}/register`;
const other = "https://other.example.com";
const redirectUri = "http://127.0.0.1:4000/callback";
const clientUrl = "https://app.example.com/oauth/client.json";

interface Scene {
  readonly needs: RegistrationNeeds;
  readonly web: Web;
  /** What was asked to be registered, oldest first. */
  readonly sent: () => Record<string, unknown>[];
}

/** An authorization server whose clients are c1, c2 … by default. */
function scene(answer?: Page, more: Partial<RegistrationNeeds> = {}): Scene {
  let count = 0;
  const next = (): Response =>
    Response.json({ client_id: `c${++count}` }, { status: 201 });
  const page = answer ?? next;
  const web = createWeb({ [endpoint]: page, [`${other}/register`]: page });
  const needs: RegistrationNeeds = {
    server: { issuer, registration_endpoint: endpoint },
    fetch: createSafeFetch({ fetch: web.fetch }),
    store: memoryStore(),
    options: {},
    redirectUri,
    ...more,
  };
  const sent = (): Record<string, unknown>[] =>
    web.requests.map(({ init }) => JSON.parse(String(init.body)));
  return { needs, web, sent };
}

function withClient(client: ClientIdentity): Partial<RegistrationNeeds> {
  return { options: { client } };
}

function listing(...methods: string[]): Pick<RegistrationNeeds, "server"> {
  return {
    server: {
      issuer,
      registration_endpoint: endpoint,
      token_endpoint_auth_methods_supported: methods,
    },
  };
}

async function idOf(needs: RegistrationNeeds): Promise<string> {
  return (await registered(needs)).client.client_id;
}

/** What a client puts into a request to the token endpoint. */
async function shown(
  { client, authentication }: Registered,
  server: oauth.AuthorizationServer = { issuer },
): Promise<{ form: object; authorization: string | null }> {
  const body = new URLSearchParams();
  const headers = new Headers();
  await authentication(server, client, body, headers);
  const form = Object.fromEntries(body);
  return { form, authorization: headers.get("authorization") };
}

test("a client registers as what it is, once, and the registration is used again", async () => {
  const { needs, sent } = scene();
  const first = await registered(needs);
  expect(first).toMatchObject({
    client: { client_id: "c1" },
    redirectUris: [redirectUri],
    isDynamic: true,
  });
  expect(await idOf(needs)).toBe("c1");
  expect(sent()).toEqual([
    {
      client_name: "mcp-gen",
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "client_secret_basic",
      application_type: "native",
    },
  ]);
});

test.each([
  ["http://127.0.0.1:4000/callback", "native"],
  ["http://localhost/callback", "native"],
  ["http://[::1]:4000/", "native"],
  ["com.example.app:/callback", "native"],
  ["https://app.example.com/callback", "web"],
  ["https://localhost.example.com/callback", "web"],
])("a client that gets people back at %s is %s", async (uri, type) => {
  const { needs, sent } = scene(undefined, { redirectUri: uri });
  await registered(needs);
  expect(sent()).toMatchObject([{ application_type: type }]);
});

const web = "https://app.example.com/callback";

test.each([
  [redirectUri, ["client_secret_post", "client_secret_basic", "none"], "none"],
  [
    redirectUri,
    ["client_secret_post", "client_secret_basic"],
    "client_secret_basic",
  ],
  [
    redirectUri,
    ["private_key_jwt", "client_secret_post"],
    "client_secret_post",
  ],
  [web, ["none", "client_secret_post"], "client_secret_post"],
  [web, ["none"], "none"],
])("at %s, of %j a client asks for %s", async (uri, listed, method) => {
  const { needs, sent } = scene(undefined, {
    ...listing(...listed),
    redirectUri: uri,
  });
  await registered(needs);
  expect(sent()).toMatchObject([{ token_endpoint_auth_method: method }]);
});

test("a server that supports none of its methods is not asked", async () => {
  const { needs, sent } = scene(
    undefined,
    listing("private_key_jwt", "tls_client_auth"),
  );
  await expect(registered(needs)).rejects.toMatchObject({
    reason: "registration",
    issuer,
    message: expect.stringMatching(/private_key_jwt.*set it as "client"/),
  });
  expect(sent()).toEqual([]);
});

test("a client says what its program says of it, what it will ask for, and only grants that the server knows", async () => {
  const { needs, sent } = scene(undefined, {
    server: {
      issuer,
      registration_endpoint: endpoint,
      grant_types_supported: ["authorization_code"],
    },
    scopes: ["read", "offline_access"],
    options: {
      name: "Notes",
      metadata: { client_uri: "https://app.example.com", software_id: "notes" },
    },
  });
  await registered(needs);
  expect(sent()).toMatchObject([
    {
      client_name: "Notes",
      client_uri: "https://app.example.com",
      software_id: "notes",
      grant_types: ["authorization_code"],
      scope: "read offline_access",
    },
  ]);
});

test("a program that names other redirects gets people back at this one all the same", async () => {
  const others = ["https://app.example.com/callback"];
  const options = { metadata: { redirect_uris: others } };
  const { needs, sent } = scene(undefined, { options });
  await registered(needs);
  await registered(needs);
  expect(sent()).toMatchObject([{ redirect_uris: [redirectUri, ...others] }]);
});

const answers: readonly (readonly [
  title: string,
  answer: object,
  listed: readonly string[] | undefined,
  shows: object,
])[] = [
  [
    "no secret",
    {},
    undefined,
    { form: { client_id: "c" }, authorization: null },
  ],
  [
    "a secret, and no word of how",
    { client_secret: "s" },
    undefined,
    { form: {}, authorization: `Basic ${btoa("c:s")}` },
  ],
  [
    "a secret for the method that the server lists",
    { client_secret: "s" },
    ["client_secret_post"],
    { form: { client_id: "c", client_secret: "s" }, authorization: null },
  ],
  [
    "a secret for the method that it was registered for",
    { client_secret: "s", token_endpoint_auth_method: "client_secret_post" },
    ["client_secret_basic", "client_secret_post"],
    { form: { client_id: "c", client_secret: "s" }, authorization: null },
  ],
  [
    "a secret that nobody wants to see",
    { client_secret: "s", token_endpoint_auth_method: "none" },
    undefined,
    { form: { client_id: "c" }, authorization: null },
  ],
  [
    "a secret from a server that takes none",
    { client_secret: "s" },
    ["none"],
    { form: { client_id: "c" }, authorization: null },
  ],
];

test.each(answers)(
  "a registration may come with %s",
  async (_, answer, listed, shows) => {
    const page = (): Response =>
      Response.json({ client_id: "c", ...answer }, { status: 201 });
    const { needs } = scene(page, listed && listing(...listed));
    expect(await shown(await registered(needs))).toEqual(shows);
    // Kept, it is the same.
    expect(await shown(await registered(needs))).toEqual(shows);
  },
);

test("a name and a secret in a header are escaped as a form is", async () => {
  const client = { id: "a b:c-d.e_f*~/é", secret: "p:q%+&=" };
  const { needs } = scene(undefined, withClient(client));
  const { authorization } = await shown(await registered(needs));
  const [name, secret] = atob(authorization?.slice(6) ?? "").split(":");
  expect([name, secret]).toEqual([
    "a+b%3Ac-d.e_f*%7E%2F%C3%A9",
    "p%3Aq%25%2B%26%3D",
  ]);
});

test("a client that registered for what it cannot do says so", async () => {
  const { needs } = scene({
    client_id: "c",
    client_secret: "s",
    token_endpoint_auth_method: "tls_client_auth",
  });
  await expect(registered(needs)).rejects.toThrow(/tls_client_auth/);
});

test.each([
  [
    "an error of the protocol",
    () =>
      Response.json(
        {
          error: "access_denied",
          error_description: "closed\u001b[2J\nfor today",
        },
        { status: 403 },
      ),
    /access_denied: closed\\u001b\[2J\\u000afor today; register one there manually, and set it as "client"/,
  ],
  [
    "a page",
    () => new Response("<h1>Not\u0007 Found</h1>", { status: 404 }),
    /status 404: <h1>Not\\u0007 Found<\/h1>; register one/,
  ],
  [
    "a failure",
    () => new Response(null, { status: 500 }),
    /status 500; register one/,
  ],
  [
    "nothing to register",
    () => Response.json({ client_secret: "hush-hush" }, { status: 201 }),
    /status 201; register one/,
  ],
  [
    "an id that is none",
    () => Response.json({ client_id: 7 }, { status: 201 }),
    /status 201; register one/,
  ],
  [
    "no JSON",
    () => new Response("client_secret=hush-hush", { status: 201 }),
    /status 201; register one/,
  ],
  [
    "a redirect",
    () =>
      new Response(null, { status: 307, headers: { location: "/elsewhere" } }),
    /a request with a secret is not redirected/,
  ],
])(
  "a server refuses to register with %s: the error says so, and what to do",
  async (_, page, told) => {
    const { needs } = scene(page);
    const error: unknown = await registered(needs).catch(
      (error: unknown) => error,
    );
    expect(error).toMatchObject({ message: expect.stringMatching(told) });
    expect(String(error)).not.toMatch(/hush-hush|\u001b|\u0007|\n/);
    expect(await knownRedirectUris(needs)).toEqual([]);
  },
);

test("a server that says nothing of logging in, and registers nobody, may want another kind of token", async () => {
  const server = {
    issuer,
    registration_endpoint: endpoint,
    endpoints_are_assumed: true,
  };
  const { needs } = scene(404, { server });
  await expect(registered(needs)).rejects.toThrow(
    /has no authorization metadata.*status 404: no; .*"bearer"/,
  );
});

test("what is refused for the redirect is asked as the other type, and what is refused for the rest with less", async () => {
  for (const [error, accepts] of [
    ["invalid_redirect_uri", { application_type: "web" }],
    [
      "invalid_client_metadata",
      { grant_types: ["authorization_code", "refresh_token"] },
    ],
    ["insufficient_scope", { application_type: "native" }],
  ] as const) {
    const { needs, sent } = scene(
      () =>
        Response.json(sent().length > 1 ? { client_id: "c" } : { error }, {
          status: sent().length > 1 ? 201 : 400,
        }),
      { scopes: ["read"] },
    );
    expect(await idOf(needs)).toBe("c");
    expect(sent()).toHaveLength(2);
    expect(sent()[1]).toMatchObject(accepts);
    expect("scope" in (sent()[1] ?? {})).toBe(error === "invalid_redirect_uri");
  }
});

test("what is refused twice is told as the first time", async () => {
  const { needs, sent } = scene(() =>
    Response.json(
      {
        error: "invalid_redirect_uri",
        error_description: `try ${sent().length}`,
      },
      { status: 400 },
    ),
  );
  await expect(registered(needs)).rejects.toMatchObject({
    code: "invalid_redirect_uri",
    message: expect.stringContaining("try 1"),
  });
  expect(sent()).toHaveLength(2);
});

test("a server that registers nobody says what to do", async () => {
  const { needs } = scene(undefined, { server: { issuer } });
  await expect(registered(needs)).rejects.toMatchObject({
    reason: "registration",
    message: `the authorization server "${issuer}" does not register clients: register one there, and set it as "client"`,
  });
});

test("a registration is used at the server that gave it, and at no other", async () => {
  const { needs, web } = scene();
  const server = { issuer: other, registration_endpoint: `${other}/register` };
  expect(await idOf(needs)).toBe("c1");
  expect(await idOf({ ...needs, server })).toBe("c2");
  expect(
    await knownRedirectUris({ ...needs, server: { issuer: `${issuer}/` } }),
  ).toEqual([]);
  expect(await idOf(needs)).toBe("c1");
  expect(web.asked).toEqual([`POST ${endpoint}`, `POST ${other}/register`]);
});

test("a registration whose redirect, or whose scopes, do not fit is not used", async () => {
  const { needs } = scene();
  expect(await idOf({ ...needs, scopes: ["read"] })).toBe("c1");
  expect(
    await idOf({ ...needs, redirectUri: "http://127.0.0.1:4001/callback" }),
  ).toBe("c2");
  expect(await idOf({ ...needs, scopes: ["read", "write"] })).toBe("c3");
  expect(await idOf({ ...needs, scopes: ["write"] })).toBe("c3");
  expect(await idOf({ ...needs, clientId: "c1", scopes: ["write"] })).toBe(
    "c1",
  );
  expect(await knownRedirectUris(needs)).toEqual([
    redirectUri,
    "http://127.0.0.1:4001/callback",
    redirectUri,
  ]);
});

test("a server that grants less than it was asked for is not asked again for that", async () => {
  const { needs, sent } = scene({ client_id: "c", scope: "read" });
  const scopes = ["read", "write"];
  await registered({ ...needs, scopes });
  await registered({ ...needs, scopes });
  expect(sent()).toHaveLength(1);
});

test("a registration that the server forgot is made anew, and only that one", async () => {
  const { needs } = scene();
  expect(await idOf(needs)).toBe("c1");
  expect(await idOf({ ...needs, stale: "c1" })).toBe("c2");
  // Another who finds out late uses what there is.
  expect(await idOf({ ...needs, stale: "c1" })).toBe("c2");
  await expect(idOf({ ...needs, clientId: "c1" })).rejects.toThrow(
    /"c1" there no longer exists/,
  );
});

test("a secret that has expired, or will in a moment, is no secret", async () => {
  const now = Date.now() / 1_000;
  let expiresAt = now + 30;
  let count = 0;
  const { needs } = scene(() =>
    Response.json(
      {
        client_id: `c${++count}`,
        client_secret: "s",
        client_secret_expires_at: expiresAt,
      },
      { status: 201 },
    ),
  );
  expect(await idOf(needs)).toBe("c1");
  expiresAt = now + 3_600;
  expect(await knownRedirectUris(needs)).toEqual([]);
  expect(await idOf(needs)).toBe("c2");
  expect(await idOf(needs)).toBe("c2");
  expiresAt = 0;
  expect(await idOf({ ...needs, stale: "c2" })).toBe("c3");
  expect(await idOf(needs)).toBe("c3");
});

test("many at once, with one store, register once", async () => {
  const { needs, sent } = scene();
  const ids = await Promise.all(Array.from({ length: 20 }, () => idOf(needs)));
  expect(new Set(ids)).toEqual(new Set(["c1"]));
  expect(sent()).toHaveLength(1);
});

test("what is kept does not grow without end, and what cannot be read is as if it were not there", async () => {
  const { needs } = scene();
  for (let port = 1; port <= 40; port++)
    await registered({ ...needs, redirectUri: `http://127.0.0.1:${port}/` });
  const known = await knownRedirectUris(needs);
  expect([known.length, known[0]]).toEqual([16, "http://127.0.0.1:40/"]);
  for (const text of ["no JSON", "[]", '{"clients":[null,{"id":7}]}']) {
    await needs.store.set(`registrations at ${issuer}`, text);
    expect(await knownRedirectUris(needs)).toEqual([]);
  }
});

test("where nobody logs in, a client has to be known", async () => {
  const { needs, sent } = scene(undefined, { redirectUri: undefined });
  await expect(registered(needs)).rejects.toThrow(/set it as "client"/);
  expect(sent()).toEqual([]);
});

test("a client that is known does not register", async () => {
  const { needs, sent } = scene(
    undefined,
    withClient({ id: "known", redirectUris: ["http://127.0.0.1/callback"] }),
  );
  expect(await registered(needs)).toMatchObject({
    client: { client_id: "known" },
    isDynamic: false,
  });
  expect(await knownRedirectUris(needs)).toEqual(["http://127.0.0.1/callback"]);
  expect(sent()).toEqual([]);
  const elsewhere = {
    ...needs,
    redirectUri: "https://evil.example.com/callback",
  };
  await expect(registered(elsewhere)).rejects.toThrow(
    /not in the redirectUris/,
  );
});

test("a client that is known to one issuer goes to no other, nor its secret", async () => {
  const client = { id: "known", secret: "hush-hush", issuer };
  const { needs } = scene(undefined, withClient(client));
  expect(await idOf(needs)).toBe("known");
  for (const asked of [other, `${issuer}/`, "https://AS.example.com"]) {
    const error: unknown = await registered({
      ...needs,
      server: { issuer: asked },
    }).catch((error: unknown) => error);
    expect(error).toMatchObject({ reason: "registration", issuer: asked });
    expect(String(error)).not.toContain("hush-hush");
  }
});

test("a client that names no issuer belongs to the first, whatever a server says later", async () => {
  const client = { id: "known", secret: "hush-hush" };
  const { needs } = scene(undefined, withClient(client));
  const moved = { ...needs, server: { issuer: other } };
  expect(await idOf(needs)).toBe("known");
  await expect(registered(moved)).rejects.toThrow(
    /is registered at "https:\/\/as.example.com"/,
  );
  expect(
    await idOf({ ...moved, ...withClient({ ...client, issuer: other }) }),
  ).toBe("known");
});

test("what is kept of a client's issuer and cannot be read is found out anew", async () => {
  const { needs } = scene(undefined, withClient({ id: "known" }));
  await needs.store.set("issuer of known", "no JSON");
  expect(await idOf(needs)).toBe("known");
  const moved = { ...needs, server: { issuer: other } };
  await expect(registered(moved)).rejects.toThrow(/is registered at/);
});

test("an address describes the client where the server reads such, and it registers where not", async () => {
  const { needs, sent } = scene(
    undefined,
    withClient({ metadataUrl: clientUrl }),
  );
  const server = {
    ...needs.server,
    client_id_metadata_document_supported: true,
  };
  const described = await registered({ ...needs, server });
  expect(described).toMatchObject({
    client: { client_id: clientUrl },
    isDynamic: false,
  });
  expect(await shown(described)).toEqual({
    form: { client_id: clientUrl },
    authorization: null,
  });
  // It is the same everywhere.
  expect(await idOf({ ...needs, server: { ...server, issuer: other } })).toBe(
    clientUrl,
  );
  expect(sent()).toEqual([]);
  expect(await idOf(needs)).toBe("c1");
});

test.each([
  "http://app.example.com/client.json",
  "https://app.example.com",
  "https://app.example.com/",
  "https://app.example.com/a/../client.json",
  "https://app.example.com/client.json#part",
  "https://user@app.example.com/client.json",
  "http://localhost/client.json",
  "client.json",
])("%s describes no client", async (metadataUrl) => {
  const { needs } = scene(undefined, withClient({ metadataUrl }));
  await expect(registered(needs)).rejects.toMatchObject({
    reason: "unsafe-address",
  });
});

test("a key proves a client without a secret, to the server that is asked", async () => {
  const { privateKey } = await crypto.subtle.generateKey(
    { name: "ECDSA", namedCurve: "P-256" },
    true,
    ["sign", "verify"],
  );
  const { needs } = scene(undefined, withClient({ id: "known", privateKey }));
  const { form } = await shown(await registered(needs));
  expect(form).toMatchObject({
    client_id: "known",
    client_assertion_type:
      "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
  });
});
