import { expect, onTestFinished, test, vi } from "vitest";
import { bearerChallenge } from "../../../../src/runtime/auth/client/discovery/challenge.ts";
import {
  discover,
  type Discovery,
} from "../../../../src/runtime/auth/client/discovery/discover.ts";
import { AuthorizationError } from "../../../../src/runtime/auth/client/errors.ts";
import { createSafeFetch } from "../../../../src/runtime/auth/client/fetch/safe-fetch.ts";
import { createWeb, metadataOf, type Page, type Web } from "./web.ts";

const server = "https://mcp.example.com/mcp";
const prm = "https://mcp.example.com/.well-known/oauth-protected-resource";
const as = "https://as.example.com";
const asMetadata = `${as}/.well-known/oauth-authorization-server`;

function find(
  web: Web,
  url: string = server,
  header: string | null | undefined = "Bearer",
  preferred: readonly string[] = [],
): Promise<Discovery> {
  return discover({
    url,
    challenge: bearerChallenge(header),
    fetch: createSafeFetch({ fetch: web.fetch }),
    preferred,
  });
}

const listed = { resource: server, authorization_servers: [as] };
const known: Readonly<Record<string, Page>> = { [asMetadata]: metadataOf(as) };
const redirect = (): Response =>
  new Response(null, {
    status: 302,
    headers: { location: "https://login.example.com/" },
  });

/** What discovery fails with, and who was asked meanwhile. */
async function failure(
  pages: Readonly<Record<string, Page>>,
  url: string = server,
  header?: string,
): Promise<{ error: AuthorizationError; asked: readonly string[] }> {
  const web = createWeb(pages);
  const error: unknown = await find(web, url, header).catch(
    (error: unknown) => error,
  );
  if (!(error instanceof AuthorizationError)) throw new Error("it was found");
  return { error, asked: web.asked };
}

test("resource metadata are where the challenge says", async () => {
  const elsewhere = "https://meta.example.com/of?resource=mcp";
  const web = createWeb({ ...known, [elsewhere]: listed });
  const header = `Bearer resource_metadata="${elsewhere}"`;
  const { issuer, resource, isAssumed, warnings } = await find(
    web,
    server,
    header,
  );
  expect({ issuer, resource, isAssumed, warnings }).toEqual({
    issuer: as,
    resource: server,
    isAssumed: false,
    warnings: [],
  });
  expect(web.asked).toEqual([`GET ${elsewhere}`, `GET ${asMetadata}`]);
});

test("a challenge may name them by a path alone", async () => {
  const web = createWeb({ ...known, "https://mcp.example.com/about": listed });
  await find(web, server, 'Bearer resource_metadata="/about"');
  expect(web.asked[0]).toBe("GET https://mcp.example.com/about");
});

const places: readonly (readonly [url: string, where: readonly string[]])[] = [
  [server, [`${prm}/mcp`, prm]],
  [`${server}?project=7`, [`${prm}/mcp?project=7`, `${prm}?project=7`]],
  [`${server}/#part`, [`${prm}/mcp/`, `${prm}/mcp`, prm]],
  ["https://mcp.example.com", [prm]],
  ["https://mcp.example.com/?a=b", [`${prm}?a=b`]],
  ["https://mcp.example.com//evil.com/x", [`${prm}//evil.com/x`, prm]],
];

test.each(places)(
  "without a word of them, those of %s are at its path, then at the root",
  async (url, where) => {
    const last = where.at(-1) ?? "";
    const metadata = { ...listed, resource: "https://mcp.example.com" };
    const web = createWeb({ ...known, [last]: metadata });
    await find(web, url, null);
    expect(web.asked).toEqual(
      [...where, asMetadata].map((asked) => `GET ${asked}`),
    );
  },
);

const absences: readonly (readonly [string, Page])[] = [
  ...[400, 401, 403, 404, 405, 406, 410, 418, 429, 451].map(
    (status): readonly [string, Page] => [`status ${status}`, status],
  ),
  ["a page of HTML", () => new Response("<!doctype html><p>Hello")],
  ["a list", []],
  ["no content", () => new Response(null, { status: 204 })],
  ["an object of something else", { message: "no such thing" }],
  ["a redirect to another origin", redirect],
];

test.each(absences)(
  "%s means that there are none: the next place is asked",
  async (_, page) => {
    const web = createWeb({ ...known, [`${prm}/mcp`]: page, [prm]: listed });
    expect((await find(web)).issuer).toBe(as);
    const authorization = createWeb({
      [prm]: listed,
      [asMetadata]: page,
      [`${as}/.well-known/openid-configuration`]: metadataOf(as),
    });
    expect((await find(authorization)).issuer).toBe(as);
  },
);

test.each([500, 502, 503])(
  "status %i is an error, and no absence",
  async (status) => {
    const { error, asked } = await failure({
      ...known,
      [`${prm}/mcp`]: status,
      [prm]: listed,
    });
    expect(error.reason).toBe("discovery");
    expect(error.message).toBe(`${prm}/mcp answers with status ${status}`);
    expect(asked).toHaveLength(1);
  },
);

test("what a challenge names and nobody may ask is passed over, and told", async () => {
  const web = createWeb({ ...known, [`${prm}/mcp`]: listed });
  const metadata = "http://169.254.169.254/latest/meta-data";
  const header = `Bearer resource_metadata="${metadata}"`;
  const { warnings } = await find(web, server, header);
  expect(warnings).toEqual([
    `resource_metadata of the challenge must be https: "${metadata}"`,
  ]);
  expect(web.asked).not.toContain(`GET ${metadata}`);
});

test.each([
  ["is not there", new TypeError("fetch failed")],
  ["fails", 503],
])(
  "metadata at a host of another that %s are passed over, and told",
  async (_, page) => {
    const inner = "https://mcp.internal/about";
    const web = createWeb({ ...known, [inner]: page, [prm]: listed });
    const header = `Bearer resource_metadata="${inner}"`;
    const { issuer, warnings } = await find(web, server, header);
    expect(issuer).toBe(as);
    expect(warnings).toEqual([expect.stringContaining(inner)]);
  },
);

test("who names metadata and has none is not taken for a server of old", async () => {
  const { error, asked } = await failure(
    {
      "https://mcp.example.com/.well-known/oauth-authorization-server":
        metadataOf("https://mcp.example.com"),
    },
    server,
    'Bearer resource_metadata="https://mcp.example.com/gone"',
  );
  expect(error.message).toContain(
    "https://mcp.example.com/gone answers with 404",
  );
  expect(asked.join()).not.toContain("oauth-authorization-server");
});

test.each([
  [server, server],
  [server, `${server}/`],
  [`${server}/`, server],
  [server, "https://mcp.example.com"],
  [server, "https://mcp.example.com/"],
  [server, "HTTPS://MCP.example.com:443/mcp"],
  [`${server}/v1/x`, server],
  [`${server}?a=b`, server],
  [`${server}?a=b`, `${server}?a=b`],
])(
  "%s may be of the resource %s, which is named byte for byte",
  async (url, resource) => {
    const where = `Bearer resource_metadata="https://mcp.example.com/about"`;
    const metadata = { ...listed, resource };
    const web = createWeb({
      ...known,
      "https://mcp.example.com/about": metadata,
    });
    expect((await find(web, url, where)).resource).toBe(resource);
  },
);

test.each([
  "https://evil.example.com/mcp",
  "https://mcp.example.com/mc",
  "https://mcp.example.com/mcp2",
  "https://mcp.example.com/mcp/tenant",
  "https://mcp.example.com:8443/mcp",
  "http://mcp.example.com/mcp",
  "https://mcp.example.com.evil.com/mcp",
  "https://user@mcp.example.com/mcp",
  "https://mcp.example.com/mcp#part",
  "https://mcp.example.com/mcp#",
  "https://mcp.example.com/mcp?project=8",
  "https://mcp.example.com/mcp/../other",
  "mcp.example.com/mcp",
  "urn:mcp:example",
  "",
])("metadata of %s lead nowhere", async (resource) => {
  const metadata = { ...listed, resource };
  const { error, asked } = await failure({
    ...known,
    [`${prm}/mcp`]: metadata,
    [prm]: listed,
  });
  expect(error.reason).toBe("discovery");
  expect(error.message).toMatch(/no token is requested for another resource/);
  expect(asked).toEqual([`GET ${prm}/mcp`]);
});

const forms: readonly (readonly [string, readonly string[]])[] = [
  [as, [asMetadata, `${as}/.well-known/openid-configuration`]],
  [`${as}/`, [asMetadata, `${as}/.well-known/openid-configuration`]],
  ...["/tenant", "/tenant/", "/a/b"].map(
    (path): readonly [string, readonly string[]] => {
      const bare = path.replace(/\/$/, "");
      return [
        as + path,
        [
          asMetadata + bare,
          `${as}/.well-known/openid-configuration${bare}`,
          `${as}${bare}/.well-known/openid-configuration`,
        ],
      ];
    },
  ),
];

test.each(forms)(
  "metadata of the authorization server %s are asked for in each form, in order",
  async (issuer, urls) => {
    for (const [index, url] of urls.entries()) {
      const resource = { ...listed, authorization_servers: [issuer] };
      const metadata = metadataOf(as, { issuer });
      const web = createWeb({ [prm]: resource, [url]: metadata });
      const { server, issuer: said } = await find(web);
      expect([server.issuer, said]).toEqual([issuer, issuer]);
      expect(web.asked.slice(2)).toEqual(
        urls.slice(0, index + 1).map((asked) => `GET ${asked}`),
      );
    }
  },
);

test.each([
  `${as}/`,
  "https://AS.example.com",
  "https://as.example.com:443",
  "https://honest.example.com",
  "http://as.example.com",
  `${as}/tenant`,
  "",
])("metadata that say they are of %j are not used", async (issuer) => {
  const { error } = await failure({
    [prm]: listed,
    [asMetadata]: metadataOf(as, { issuer }),
  });
  expect(error.reason).toBe("discovery");
  expect(error.message).toContain(
    issuer === ""
      ? `${asMetadata} has no issuer`
      : `${asMetadata} has the issuer "${issuer}" instead of "${as}"`,
  );
});

test("metadata without a token endpoint cannot be used", async () => {
  const metadata = metadataOf(as, { token_endpoint: undefined });
  const { error } = await failure({ [prm]: listed, [asMetadata]: metadata });
  expect(error.message).toContain(`${asMetadata} has no token_endpoint`);
});

test("of several authorization servers the first that answers is taken, and the others are told", async () => {
  const issuers = [
    "http://plain.example.com",
    "https://gone.example.com",
    "https://broken.example.com",
    as,
  ];
  const web = createWeb({
    ...known,
    [prm]: { ...listed, authorization_servers: issuers },
    "https://gone.example.com/.well-known/oauth-authorization-server":
      new TypeError("fetch failed", {
        cause: new Error("getaddrinfo ENOTFOUND"),
      }),
    "https://broken.example.com/.well-known/oauth-authorization-server": 503,
  });
  const { issuer, warnings } = await find(web);
  expect(issuer).toBe(as);
  expect(warnings).toEqual([
    'the issuer must be https: "http://plain.example.com/"',
    "https://gone.example.com/.well-known/oauth-authorization-server cannot be read: fetch failed: getaddrinfo ENOTFOUND",
    "https://broken.example.com/.well-known/oauth-authorization-server answers with status 503",
  ]);
});

test("of several authorization servers a preferred one is asked first, if it is listed", async () => {
  const other = "https://other.example.com";
  const web = createWeb({
    ...known,
    [prm]: { ...listed, authorization_servers: [other, as] },
    [`${other}/.well-known/oauth-authorization-server`]: metadataOf(other),
  });
  const preferred = ["https://unlisted.example.com", as];
  expect((await find(web, server, null, preferred)).issuer).toBe(as);
  expect(web.asked.join()).not.toContain("unlisted");
  expect((await find(web, server, null)).issuer).toBe(other);
});

test("when none of them answers, each is told of", async () => {
  const { error } = await failure({
    [prm]: {
      ...listed,
      authorization_servers: ["https://a.example.com", "https://b.example.com"],
    },
  });
  expect(error.reason).toBe("discovery");
  for (const host of ["a", "b"])
    expect(error.message).toContain(
      `https://${host}.example.com/.well-known/openid-configuration answers with 404`,
    );
});

test("a list of authorization servers without end is not asked to its end", async () => {
  const issuers = Array.from(
    { length: 5_000 },
    (_, i) => `https://a${i}.example.com`,
  );
  const { asked, error } = await failure({
    [prm]: { ...listed, authorization_servers: issuers },
  });
  expect(asked.length).toBeLessThan(20);
  expect(error.message.length).toBeLessThan(2_100);
});

test.each([
  ["authorization_endpoint", "javascript:alert(document.domain)"],
  ["authorization_endpoint", "http://as.example.com/authorize"],
  ["authorization_endpoint", "file:///etc/passwd"],
  ["token_endpoint", "http://169.254.169.254/token"],
  ["token_endpoint", "https://user:word@as.example.com/token"],
  ["token_endpoint", "https://as.example.com/token#x"],
  ["token_endpoint", "/token"],
  ["token_endpoint", "http://127.0.0.1/token"],
  ["registration_endpoint", "data:,x"],
  ["revocation_endpoint", "http://as.example.com/revoke"],
  ["jwks_uri", "http://as.example.com/jwks"],
])("an authorization server whose %s is %s is refused", async (name, url) => {
  const { error } = await failure({
    [prm]: listed,
    [asMetadata]: metadataOf(as, { [name]: url }),
  });
  expect(error.reason).toBe("unsafe-address");
  expect(error.message).toContain(`${name} of "${as}"`);
});

test("endpoints may have a query, and be elsewhere than the issuer", async () => {
  const endpoints = {
    authorization_endpoint: "https://login.example.net/authorize?p=b2c",
    token_endpoint: "https://token.example.net/token?p=b2c",
  };
  const web = createWeb({
    [prm]: listed,
    [asMetadata]: metadataOf(as, endpoints),
  });
  expect((await find(web)).server).toMatchObject(endpoints);
});

test("a server on the network sends nobody to loopback", async () => {
  const here = "http://127.0.0.1:9000";
  const web = createWeb({
    [prm]: { ...listed, authorization_servers: [here] },
    [`${here}/.well-known/oauth-authorization-server`]: metadataOf(here),
  });
  const fetch = createSafeFetch({ fetch: web.fetch, allowLoopback: true });
  const asked = { url: server, challenge: undefined, fetch };
  await expect(discover(asked)).rejects.toThrow(/is on loopback/);
  const local = "http://localhost:8000/mcp";
  const localWeb = createWeb({
    "http://localhost:8000/.well-known/oauth-protected-resource/mcp": {
      resource: local,
      authorization_servers: [here],
    },
    [`${here}/.well-known/oauth-authorization-server`]: metadataOf(here),
  });
  const found = await discover({
    url: local,
    challenge: undefined,
    fetch: createSafeFetch({ fetch: localWeb.fetch, allowLoopback: true }),
  });
  expect(found.issuer).toBe(here);
});

test("properties of metadata are taken over by their names and types alone", async () => {
  const text = JSON.stringify(
    metadataOf(as, {
      scopes_supported: ["a", 1, null],
      code_challenge_methods_supported: "S256",
      authorization_response_iss_parameter_supported: "true",
      client_id_metadata_document_supported: true,
      mtls_endpoint_aliases: { token_endpoint: "http://evil.example.com" },
      unknown: 1,
    }),
  ).replace(
    "{",
    '{"__proto__":{"registration_endpoint":"http://evil.example.com"},"constructor":"x",',
  );
  const web = createWeb({
    [prm]: listed,
    [asMetadata]: () => new Response(text),
  });
  const { server: found } = await find(web);
  expect(found).toEqual({
    issuer: as,
    authorization_endpoint: `${as}/authorize`,
    token_endpoint: `${as}/token`,
    scopes_supported: ["a"],
    client_id_metadata_document_supported: true,
  });
  expect(found.registration_endpoint).toBeUndefined();
  expect(Object.getPrototypeOf(found)).toBe(Object.prototype);
});

test("what a resource says of itself is kept: scopes, and whether it wants proofs", async () => {
  const metadata = {
    ...listed,
    scopes_supported: ["read", "read", "wr ite", "write"],
    dpop_bound_access_tokens_required: true,
  };
  const web = createWeb({ ...known, [prm]: metadata });
  const { scopesSupported, needsDpop } = await find(web);
  expect({ scopesSupported, needsDpop }).toEqual({
    scopesSupported: ["read", "write"],
    needsDpop: true,
  });
});

const origin = "https://mcp.example.com";
const ownMetadata = `${origin}/.well-known/oauth-authorization-server`;

test.each([origin, `${origin}/`])(
  "a server without resource metadata has an authorization server at its origin: %s",
  async (issuer) => {
    const web = createWeb({ [ownMetadata]: metadataOf(origin, { issuer }) });
    expect(await find(web, `${server}/#x`, "Bearer")).toMatchObject({
      issuer,
      resource: server,
      scopesSupported: undefined,
      isAssumed: false,
    });
  },
);

test("metadata at the origin of a server that are of another issuer are not used", async () => {
  const honest = metadataOf("https://honest.example.com");
  const { error } = await failure({ [ownMetadata]: honest });
  expect(error.message).toContain(
    'has the issuer "https://honest.example.com"',
  );
});

test("a server without any metadata has its endpoints where the first ones had them", async () => {
  const { server: found, ...rest } = await find(createWeb({}), server, null);
  expect(found).toEqual({
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    code_challenge_methods_supported: ["S256"],
    endpoints_are_assumed: true,
  });
  expect(rest).toMatchObject({
    issuer: origin,
    resource: server,
    isAssumed: true,
  });
});

const unclear: readonly (readonly [string, Page])[] = [
  ["too many requests", 429],
  ["a redirect elsewhere", redirect],
];

test.each(unclear)(
  "%s says nothing of whether there are metadata: no endpoint is assumed",
  async (_, page) => {
    for (const where of [prm, ownMetadata]) {
      const { error } = await failure({ [where]: page });
      expect(error.message).toMatch(
        /has no metadata that name an authorization server/,
      );
    }
  },
);

test("metadata that name no authorization server leave the one at the origin, and nothing assumed", async () => {
  const pages = { [prm]: { resource: server, authorization_servers: [] } };
  const web = createWeb({ ...pages, [ownMetadata]: metadataOf(origin) });
  expect((await find(web)).issuer).toBe(origin);
  const { error } = await failure(pages);
  expect(error.message).toMatch(/name no authorization server/);
});

test("the MCP server, and nobody else, is told which revision is spoken", async () => {
  const web = createWeb({ ...known, [prm]: listed });
  const fetch = createSafeFetch({ fetch: web.fetch });
  const revision = "2025-03-26";
  await discover({ url: server, challenge: undefined, fetch, revision });
  const told = web.requests.map(({ init }) =>
    new Headers(init.headers).get("mcp-protocol-version"),
  );
  expect(told).toEqual([revision, revision, null]);
});

test("who authorizes is found within a minute, or not at all", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const issuers = [1, 2, 3, 4, 5].map((i) => `https://a${i}.example.com`);
  const fetch = createSafeFetch({
    fetch: async (url) => {
      if (url.startsWith("https://mcp."))
        return Response.json({ ...listed, authorization_servers: issuers });
      return await new Promise(() => {});
    },
  });
  const asked = { url: server, challenge: undefined, fetch };
  const result = discover(asked).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await result).toMatchObject({
    reason: "unreachable",
    message: `no authorization server of ${server} was found within 60000 ms`,
  });
  expect(vi.getTimerCount()).toBe(0);
});

test("whoever closes the transport ends the search", async () => {
  const abort = new AbortController();
  const reason = new Error("closed");
  const issuers = [as, "https://other.example.com"];
  const asked: string[] = [];
  const fetch = createSafeFetch({
    fetch: async (url) => {
      asked.push(url);
      if (url.startsWith("https://mcp."))
        return Response.json({ ...listed, authorization_servers: issuers });
      abort.abort(reason);
      return await new Promise(() => {});
    },
  });
  const { signal } = abort;
  const search = { url: server, challenge: undefined, fetch, signal };
  await expect(discover(search)).rejects.toBe(reason);
  await new Promise(setImmediate);
  expect(asked).toEqual([`${prm}/mcp`, asMetadata]);
});
