import { expect, test } from "vitest";
import { memoryStore, oauth } from "../../../../src/runtime/auth/index.ts";
import {
  authorizationServer,
  browse,
  createNet,
  enter,
  failureOf,
  person,
  protectedServer,
  redirect,
  type Answers,
} from "./net.ts";

const honest = "https://as.example";
const evil = "https://evil.example";
const mcp = "https://mcp.example/mcp";
const evilMcp = "https://evil-mcp.example/mcp";
const redirectUri = "https://app.example/callback";

/** A server that somebody trusts, and one that nobody should, each with its authorization server. */
function world(answers: Answers = {}, says: object = {}) {
  const good = authorizationServer(honest);
  const bad = authorizationServer(evil, { answers, says });
  const net = createNet({
    "as.example": good.host,
    "evil.example": bad.host,
    "mcp.example": protectedServer(mcp, good),
    "evil-mcp.example": protectedServer(evilMcp, bad),
  });
  return { net, good, bad };
}

function noSecretsAt(host: string, net: ReturnType<typeof createNet>): void {
  const said = net
    .to(host)
    .map(({ url, text, headers }) =>
      [url.href, text, headers.get("authorization")].join(" "),
    );
  expect(said.join("\n")).not.toMatch(
    /secret-(code|token|refresh)-https:\/\/as\.example/,
  );
}

test("a code of an honest server, for which another sent the person there, is told nobody", async () => {
  // It asks the honest one in the person's name, as a client that is known there.
  const { net } = world({
    "/authorize": ({ url }) => redirect(`${honest}/authorize${url.search}`),
  });
  const login = person(net);
  const auth = oauth({ login, fetch: net.fetch });
  expect(await failureOf(enter(auth, evilMcp, net))).toMatch(/iss/);
  expect(login.visits).toHaveLength(1);
  expect(net.to("evil.example").map(({ url }) => url.pathname)).not.toContain(
    "/token",
  );
  noSecretsAt("evil.example", net);
});

test("a server that names the page of an honest one, and its own token endpoint, gets no code", async () => {
  const { net } = world({}, { authorization_endpoint: `${honest}/authorize` });
  const auth = oauth({ login: person(net), fetch: net.fetch });
  expect(await failureOf(enter(auth, evilMcp, net))).toMatch(/iss/);
  noSecretsAt("evil.example", net);
});

test("a server that says it is an honest one is not believed, and gets nothing that is the honest one's", async () => {
  const good = authorizationServer(honest);
  const bad = authorizationServer(evil, { says: { issuer: honest } });
  const says = { authorization_servers: [evil] };
  const net = createNet({
    "as.example": good.host,
    "evil.example": bad.host,
    "evil-mcp.example": protectedServer(evilMcp, bad, { says }),
  });
  const client = { id: "known", secret: "hush-hush", issuer: honest };
  const auth = oauth({ login: person(net), fetch: net.fetch, client });
  const told = await failureOf(enter(auth, evilMcp, net));
  expect(told).toMatch(/has the issuer .*as\.example/);
  expect(told).not.toContain("hush-hush");
  const asked = net.to("evil.example");
  expect(asked.every(({ method }) => method === "GET")).toBe(true);
});

test("a resource that names an honest server gets a token for itself, and for no other", async () => {
  const good = authorizationServer(honest);
  const net = createNet({
    "as.example": good.host,
    "mcp.example": protectedServer(mcp, good),
    "evil-mcp.example": protectedServer(evilMcp, good, {
      says: { resource: mcp },
    }),
  });
  const auth = oauth({ login: person(net), fetch: net.fetch });
  expect(await enter(auth, mcp, net)).toBe(200);
  expect(await failureOf(enter(auth, evilMcp, net))).toMatch(
    /no token is requested for another/,
  );
  noSecretsAt("evil-mcp.example", net);
});

test("a token goes to the server that it is for: not to its neighbour, nor to who asks later", async () => {
  const good = authorizationServer(honest);
  const other = "https://mcp.example/other";
  const hosts = [protectedServer(mcp, good), protectedServer(other, good)];
  const net = createNet({
    "as.example": good.host,
    "mcp.example": (asked) => {
      const [first, second] = hosts;
      const isOther = asked.url.pathname.endsWith("/other");
      return (isOther ? second : first)?.(asked) ?? new Response();
    },
  });
  const auth = oauth({ login: person(net), fetch: net.fetch });
  expect(await enter(auth, mcp, net)).toBe(200);
  expect(await enter(auth, other, net)).toBe(200);
  const shown = net
    .to("mcp.example")
    .map(({ url, headers }) => [url.pathname, headers.get("authorization")]);
  expect(shown.filter(([, token]) => token !== null)).toEqual([
    ["/mcp", `Bearer secret-token-${honest}-0`],
    ["/other", `Bearer secret-token-${honest}-1`],
  ]);
  expect(good.issued.map(({ resource }) => resource)).toEqual([mcp, other]);
});

test("a server that moves to another issuer gets no secret, token or registration of the first", async () => {
  const good = authorizationServer(honest);
  const bad = authorizationServer(evil);
  let hasMoved = false;
  const stays = protectedServer(mcp, good);
  const moved = protectedServer(mcp, bad);
  const net = createNet({
    "as.example": good.host,
    "evil.example": bad.host,
    "mcp.example": (asked) => (hasMoved ? moved : stays)(asked),
  });
  const registering = oauth({ login: person(net), fetch: net.fetch });
  expect(await enter(registering, mcp, net)).toBe(200);
  hasMoved = true;
  expect(await enter(registering, mcp, net)).toBe(200);
  const told = net
    .to("evil.example")
    .map(
      ({ url, text, headers }) =>
        `${url} ${text} ${headers.get("authorization")}`,
    );
  expect(told.join()).not.toContain(`client-of-${honest}`);
  noSecretsAt("evil.example", net);

  hasMoved = false;
  const client = { id: "known", secret: "hush-hush" };
  const known = oauth({ login: person(net), fetch: net.fetch, client });
  expect(await enter(known, mcp, net)).toBe(200);
  hasMoved = true;
  const before = net.to("evil.example").length;
  expect(await failureOf(enter(known, mcp, net))).toMatch(
    /is registered at "https:\/\/as.example"/,
  );
  const after = net.to("evil.example").slice(before);
  expect(after.every(({ method }) => method === "GET")).toBe(true);
});

test("of two logins at once, whose callbacks are crossed, neither gets a token", async () => {
  const { net, good, bad } = world();
  const backs: { resolve: (back: URL) => void; back: URL }[] = [];
  const cross = (back: URL): Promise<URL> =>
    new Promise((resolve) => {
      backs.push({ resolve, back });
      const [one, other] = backs;
      if (!one || !other) return;
      one.resolve(other.back);
      other.resolve(one.back);
    });
  const auth = oauth({ login: person(net, cross), fetch: net.fetch });
  const attempts = [mcp, evilMcp].map((url) =>
    failureOf(enter(auth, url, net)),
  );
  for (const told of await Promise.all(attempts)) expect(told).toMatch(/state/);
  expect([...good.issued, ...bad.issued]).toEqual([]);
  expect(net.log.filter(({ url }) => url.pathname === "/token")).toEqual([]);
});

async function begun() {
  const scene = world();
  const { net } = scene;
  const auth = oauth({ redirectUri, fetch: net.fetch, store: memoryStore() });
  const back = async (server: string): Promise<URL> => {
    const { url } = await auth.begin(server);
    return await browse(net, new URL(url), redirectUri);
  };
  return { ...scene, auth, back };
}

test("a callback that comes twice, or at once, is worth one token", async () => {
  const { auth, back, good, net } = await begun();
  const callback = await back(mcp);
  const ends = await Promise.allSettled(
    [1, 2, 3].map(() => auth.finish(callback)),
  );
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await failureOf(auth.finish(callback))).toMatch(
    /belongs to no pending login/,
  );
  expect(good.issued).toHaveLength(1);
  expect(
    net.to("as.example").filter(({ url }) => url.pathname === "/token"),
  ).toHaveLength(1);
});

test("a code with the state of another login is worth nothing", async () => {
  const { auth, back, good, bad, net } = await begun();
  const mine = await back(mcp);
  const stolen = await back(mcp);
  const strange = await back(evilMcp);
  const crossed = new URL(mine);
  crossed.searchParams.set("code", stolen.searchParams.get("code") ?? "");
  // Of the same server: the verifier is another.
  expect(await failureOf(auth.finish(crossed))).toMatch(/invalid_grant/);
  const other = new URL(strange);
  other.searchParams.set("code", stolen.searchParams.get("code") ?? "");
  other.searchParams.set("iss", honest);
  expect(await failureOf(auth.finish(other))).toMatch(/iss/);
  expect([...good.issued, ...bad.issued]).toEqual([]);
  noSecretsAt("evil.example", net);
});

test("a callback says nothing of itself in an error, whatever is wrong with it", async () => {
  const { auth, back } = await begun();
  const callback = await back(mcp);
  for (const [name, value] of [
    ["state", "another"],
    ["iss", evil],
    ["iss", ""],
  ] as const) {
    const wrong = new URL(callback);
    wrong.searchParams.set(name, value);
    const told = await failureOf(auth.finish(wrong));
    expect(told).not.toContain("secret-code");
  }
});
