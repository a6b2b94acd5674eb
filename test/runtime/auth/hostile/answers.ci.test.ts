import { expect, test } from "vitest";
import {
  oauth,
  type OAuthOptions,
} from "../../../../src/runtime/auth/index.ts";
import {
  authorizationServer,
  challenge,
  createNet,
  enter,
  failureOf,
  inWhole,
  no,
  person,
  protectedServer,
  redirect,
  type Answers,
  type Asked,
  type Host,
  type Net,
  type Person,
} from "./net.ts";

const issuer = "https://as.example";
const mcp = "https://mcp.example/mcp";
const wellKnown = "/.well-known/oauth-authorization-server";
const metadataPath = "/.well-known/oauth-protected-resource/mcp";

interface Cast {
  /** In place of what the authorization server answers. */
  readonly server?: Answers;
  readonly says?: object;
  /** In place of what the MCP server answers. */
  readonly resource?: Answers;
  readonly others?: Readonly<Record<string, Host>>;
  readonly options?: OAuthOptions;
}

function cast({
  server = {},
  says = {},
  resource = {},
  others = {},
  options = {},
}: Cast): {
  net: Net;
  login: Person;
  attempt: () => Promise<number>;
  signOut: () => Promise<void>;
} {
  const as = authorizationServer(issuer, { answers: server, says });
  const net = createNet({
    "as.example": as.host,
    "mcp.example": protectedServer(mcp, as, { answers: resource }),
    ...others,
  });
  const login = person(net);
  const auth = oauth({ login, fetch: net.fetch, ...options });
  return {
    net,
    login,
    attempt: () => enter(auth, mcp, net),
    signOut: () => auth.signOut(mcp),
  };
}

/** Where nobody may send anybody: addresses of a cloud, of a network, of this machine, and of no web. */
const inside = [
  "http://169.254.169.254/latest/meta-data/",
  "http://10.0.0.1/",
  "http://[fd00::1]/",
  "http://127.0.0.1:6379/",
  "http://localhost:8080/",
  "https://localhost:8080/",
  "http://as.example/",
  "file:///etc/passwd",
  "gopher://as.example/",
  "javascript:fetch('https://evil.example')",
] as const;

const bait: readonly (readonly [string, (address: string) => Cast])[] = [
  [
    "resource_metadata",
    (address) => ({
      resource: {
        "/mcp": () => challenge(`resource_metadata="${address}"`),
        [metadataPath]: no,
      },
    }),
  ],
  [
    "authorization_servers",
    (address) => ({
      resource: {
        [metadataPath]: () =>
          Response.json({ resource: mcp, authorization_servers: [address] }),
      },
    }),
  ],
  ...["authorization_endpoint", "token_endpoint", "registration_endpoint"].map(
    (name) =>
      [name, (address: string) => ({ says: { [name]: address } })] as const,
  ),
  [
    "a redirect of metadata",
    (address) => ({ server: { [wellKnown]: () => redirect(address) } }),
  ],
  [
    "a redirect of metadata by way of its own origin",
    (address) => ({
      server: {
        [wellKnown]: () => redirect("/go?to=away"),
        "/go": () => redirect(address),
      },
    }),
  ],
  [
    "a redirect of a registration",
    (address) => ({ server: { "/register": () => redirect(address, 307) } }),
  ],
  [
    "a redirect of tokens",
    (address) => ({ server: { "/token": () => redirect(address, 307) } }),
  ],
];

test.each(
  bait.flatMap(([where, of]) =>
    inside.map((address) => [where, address, of(address)] as const),
  ),
)("%s sends nobody to %s", async (_, address, scene) => {
  const visited: string[] = [];
  const trap = ({ url }: Asked): Response => {
    visited.push(url.href);
    return Response.json({});
  };
  const { hostname, protocol } = new URL(address);
  const isNamed = hostname === "as.example" || hostname === "";
  const { attempt, net, login } = cast({
    ...scene,
    options: { allowLoopback: true },
    others: isNamed ? {} : { [hostname]: trap },
  });
  await failureOf(attempt());
  expect(visited).toEqual([]);
  expect(
    net.log.filter(
      ({ url }) => url.protocol !== "https:" && url.pathname !== "/callback",
    ),
  ).toEqual([]);
  expect(
    login.visits.filter(
      (visit) => visit.protocol === protocol && protocol !== "https:",
    ),
  ).toEqual([]);
});

/** What a terminal, or a log, would do more with than show it. */
const noise =
  "\u001b]0;owned\u0007\u001b[2J\r\nAuthorization: granted\u2028\u009b31m";
// eslint-disable-next-line no-control-regex
const harmful =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]|\nAuthorization/;

const loud: readonly (readonly [string, Cast])[] = [
  [
    "a callback",
    {
      server: {
        "/authorize": ({ url: { searchParams: query } }) => {
          const back = new URL(query.get("redirect_uri") ?? "");
          for (const [name, value] of Object.entries({
            error: `access_denied${noise}`,
            error_description: noise,
            state: query.get("state") ?? "",
            iss: issuer,
          }))
            back.searchParams.set(name, value);
          return redirect(back.href);
        },
      },
    },
  ],
  ...["/token", "/register"].flatMap((path): readonly [string, Cast][] => [
    [
      `an error of ${path}`,
      {
        server: {
          [path]: () =>
            Response.json(
              {
                error: `invalid_grant${noise}`,
                error_description: noise.repeat(9_000),
                error_uri: noise,
              },
              { status: 400 },
            ),
        },
      },
    ],
    [
      `a page of ${path}`,
      {
        server: {
          [path]: () => new Response(noise.repeat(9_000), { status: 400 }),
        },
      },
    ],
  ]),
  ["an issuer", { says: { issuer: `${issuer}${noise}` } }],
  [
    "a resource",
    {
      resource: {
        [metadataPath]: () =>
          Response.json({
            resource: noise.repeat(9_000),
            authorization_servers: [issuer],
          }),
      },
    },
  ],
  [
    "a list of authorization servers",
    {
      resource: {
        [metadataPath]: () =>
          Response.json({
            resource: mcp,
            authorization_servers: [
              noise,
              `https://${noise}`,
              `https://x.example/${noise.repeat(9_000)}`,
            ],
          }),
      },
    },
  ],
  [
    "an address without end",
    {
      resource: {
        [metadataPath]: () =>
          Response.json({
            resource: mcp,
            authorization_servers: [
              `https://long.example/${"x".repeat(9_000)}`,
            ],
          }),
      },
      others: { "long.example": () => new Response(null, { status: 500 }) },
    },
  ],
  ["an endpoint", { says: { token_endpoint: `javascript:${noise}` } }],
  [
    "methods of authentication",
    { says: { token_endpoint_auth_methods_supported: [noise.repeat(9_000)] } },
  ],
  [
    "a redirect",
    {
      server: {
        "/token": () =>
          redirect(`https://evil.example/${encodeURIComponent(noise)}`, 307),
      },
    },
  ],
];

test.each(loud)(
  "%s reaches no terminal as it is, and is told shortly",
  async (_, scene) => {
    const told = await failureOf(cast(scene).attempt());
    expect(told.replace(/\n/g, " ")).not.toMatch(harmful);
    expect(told.split("\n", 1)[0]?.length).toBeLessThan(2_500);
  },
);

const tokens: readonly (readonly [string, object])[] = [
  ["breaks its header", { access_token: "secret-a\r\nx-evil: 1" }],
  [
    "has signs that no header can have",
    { access_token: "secret-\u0000\u2028é" },
  ],
  ["is no text", { access_token: { secret: "secret-a" } }],
  ["is empty", { access_token: "" }],
  [
    "is of a type that nobody knows",
    { access_token: "secret-a", token_type: "mac" },
  ],
  [
    "has a refresh token that is none",
    { access_token: "secret-a", refresh_token: ["secret-b"] },
  ],
];

test.each(tokens)(
  "a token that %s is not used, and not shown",
  async (_, answer) => {
    const { attempt, net } = cast({
      server: {
        "/token": () => Response.json({ token_type: "Bearer", ...answer }),
      },
    });
    expect(await failureOf(attempt())).not.toContain("secret-");
    expect(
      net
        .to("mcp.example")
        .filter(({ headers }) => headers.has("authorization")),
    ).toEqual([]);
  },
);

test("names of the prototype in metadata and answers are nothing but names", async () => {
  const poison = (value: object, path: string) => (): Response =>
    new Response(
      JSON.stringify(value).replace(
        "{",
        `{"__proto__":{"${path}":"https://evil.example"},"constructor":{"prototype":{}},"hasOwnProperty":1,`,
      ),
    );
  const { metadata } = authorizationServer(issuer);
  const { registration_endpoint: _, ...rest } = metadata;
  const { attempt, net } = cast({
    server: { [wellKnown]: poison(rest, "registration_endpoint") },
    resource: {
      [metadataPath]: poison(
        { resource: mcp, authorization_servers: [issuer] },
        "resource",
      ),
    },
  });
  expect(await failureOf(attempt())).toMatch(/does not register clients/);
  const answer = { access_token: "secret-t", token_type: "Bearer" };
  const other = cast({ server: { "/token": poison(answer, "refresh_token") } });
  expect(await other.attempt()).toBe(401);
  for (const { log } of [net, other.net])
    expect(JSON.stringify(log)).not.toContain("evil.example");
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test("what a server asks for in scopes without end is cut before a browser has to carry it", async () => {
  const scopes = Array.from({ length: 40_000 }, (_, i) => `scope:${i}`);
  for (const scene of [
    {
      resource: {
        "/mcp": ({ headers }: Asked) =>
          headers.has("authorization")
            ? Response.json({})
            : challenge(`scope="${scopes.slice(0, 1_500).join(" ")}"`),
      },
    },
    {
      resource: {
        [metadataPath]: () =>
          Response.json({
            resource: mcp,
            authorization_servers: [issuer],
            scopes_supported: scopes,
          }),
      },
    },
  ]) {
    const { attempt, login } = cast(scene);
    expect(await attempt()).toBe(200);
    const [visit] = login.visits;
    expect(visit?.href.length).toBeLessThan(8_000);
    expect(visit?.searchParams.get("scope")).toMatch(/^scope:0 scope:1 /);
  }
});

test("a flood of challenges keeps nobody from a login", async () => {
  const flood = [
    "Basic ".repeat(200_000),
    'Bearer x="'.padEnd(1_000_000, "\\"),
    `${'Digest a="b", '.repeat(100_000)}Bearer error="x"`,
    `Bearer ${"a=b, ".repeat(200_000)}`,
  ];
  for (const header of flood) {
    const { attempt } = cast({
      resource: {
        "/mcp": ({ headers }) =>
          headers.has("authorization")
            ? Response.json({})
            : new Response(null, {
                status: 401,
                headers: { "www-authenticate": header },
              }),
      },
    });
    expect(await attempt()).toBe(200);
  }
});

/** Where a server sends with a secret: elsewhere, or to a page of its own that sends on. */
const traps = ["https://evil.example/x", "/go"];

function trapped(
  server: Answers,
): ReturnType<typeof cast> & { caught: () => number } {
  const onward = (): Response => redirect("https://evil.example/x", 307);
  const scene = cast({
    server: { ...server, "/go": onward },
    others: { "evil.example": () => Response.json({}) },
  });
  const isCaught = ({ url }: Asked): boolean =>
    url.hostname === "evil.example" || url.pathname === "/go";
  return { ...scene, caught: () => scene.net.log.filter(isCaught).length };
}

test.each(traps)(
  "no secret follows a redirect to %s: of a code, a registration, a farewell",
  async (where) => {
    const away = (): Response => redirect(where, 307);
    for (const path of ["/token", "/register"]) {
      const { attempt, caught } = trapped({ [path]: away });
      expect(await failureOf(attempt())).not.toContain("secret-");
      expect(caught()).toBe(0);
    }
    const farewell = trapped({ "/revoke": away });
    expect(await farewell.attempt()).toBe(200);
    expect(await farewell.signOut().then(String, String)).not.toContain(
      "secret-",
    );
    expect(farewell.caught()).toBe(0);
    expect(
      farewell.net.to("as.example").map(({ url }) => url.pathname),
    ).toContain("/revoke");
  },
);

test.each(traps)("no refresh token follows a redirect to %s", async (where) => {
  const as = authorizationServer(issuer, {
    answers: { "/go": () => redirect("https://evil.example/x", 307) },
  });
  let isOver = false;
  const net = createNet({
    "as.example": (asked) =>
      asked.form.get("grant_type") === "refresh_token"
        ? redirect(where, 307)
        : as.host(asked),
    "mcp.example": protectedServer(mcp, as, {
      answers: {
        "/mcp": ({ headers }) =>
          headers.has("authorization") && !isOver
            ? Response.json({})
            : challenge(""),
      },
    }),
    "evil.example": () => Response.json({}),
  });
  const auth = oauth({ login: person(net), fetch: net.fetch });
  expect(await enter(auth, mcp, net)).toBe(200);
  isOver = true;
  const told = await enter(auth, mcp, net).then(String, inWhole);
  expect(told).not.toContain("secret-");
  expect(net.log.some(({ form }) => form.has("refresh_token"))).toBe(true);
  expect(net.to("evil.example")).toEqual([]);
  expect(net.log.map(({ url }) => url.pathname)).not.toContain("/go");
});

test("whatever goes wrong, no error shows what was sent or given", async () => {
  const echo = ({ text, headers }: Asked): Response =>
    Response.json(
      {
        error: "invalid_grant",
        error_description: `${text} ${headers.get("authorization")}`,
      },
      { status: 400 },
    );
  const broken: Answers[] = [
    { "/token": echo },
    {
      "/token": () =>
        new Response('{"access_token":"secret-token', { status: 200 }),
    },
    {
      "/token": () =>
        Response.json({
          token_type: "Bearer",
          refresh_token: "secret-refresh",
        }),
    },
    { "/token": ({ text }) => new Response(text, { status: 500 }) },
    {
      "/register": () =>
        Response.json({ client_secret: "secret-of-client" }, { status: 201 }),
    },
  ];
  for (const server of broken) {
    const { attempt, net } = cast({ server });
    const told = await failureOf(attempt());
    expect(told).not.toContain("secret-");
    const verifier = net.log
      .map(({ form }) => form.get("code_verifier"))
      .find(Boolean);
    if (verifier) expect(told).not.toContain(verifier);
  }
});
