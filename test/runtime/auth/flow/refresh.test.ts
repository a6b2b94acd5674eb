import { expect, test, vi } from "vitest";
import {
  AuthorizationError,
  memoryStore,
  oauth,
} from "../../../../src/runtime/auth/index.ts";
import {
  followLogin,
  startAuthorizationServer,
  startResource,
  type AuthorizationServerOptions,
} from "../../../support/auth/index.ts";
import { connected, whoami, type TestClient } from "./setting.ts";

async function loggedIn(options: AuthorizationServerOptions = {}) {
  const server = await startAuthorizationServer(options);
  const resource = await startResource({ authorizationServers: [server] });
  const login = followLogin();
  const store = memoryStore();
  const settings = { login, store, allowLoopback: true };
  const auth = oauth(settings);
  const client = await connected(resource.url, auth);
  return { server, resource, login, store, settings, client };
}

function many(client: TestClient): Promise<PromiseSettledResult<string>[]> {
  const calls = [...Array(16).keys()].map(() => whoami(client));
  return Promise.allSettled(calls);
}

test("programs that share a store refresh once, and go on with what is new", async () => {
  const { server, resource, login, settings, client } = await loggedIn();
  const other = await connected(resource.url, oauth(settings));
  server.expireTokens();
  const results = [...(await many(client)), ...(await many(other))];
  for (const { status } of results) expect(status).toBe("fulfilled");
  expect(server.granted("refresh_token").length).toBe(1);
  expect(login.visits.length).toBe(1);
});

test("two programs that notice at once refresh once", async () => {
  const { server, resource, login, settings, client } = await loggedIn();
  const other = await connected(resource.url, oauth(settings));
  server.expireTokens();
  await Promise.all([many(client), many(other)]);
  expect(server.granted("refresh_token").length).toBe(1);
  expect(login.visits.length).toBe(1);
});

test("a grant that was taken back asks the person once, and not once a call", async () => {
  const { server, login, client } = await loggedIn();
  server.revokeGrants();
  for (const { status } of await many(client)) expect(status).toBe("fulfilled");
  expect(login.visits.length).toBe(2);
});

test("where the person says no then, all calls say so, and nobody is asked twice", async () => {
  const { server, login, client } = await loggedIn();
  server.revokeGrants();
  server.answers.authorize = ({ url }) =>
    server.back(url, { error: "access_denied" });
  for (const result of await many(client))
    expect(result).toMatchObject({ reason: { reason: "denied" } });
  expect(login.visits.length).toBe(2);
});

test.each([
  ["fails", () => ({ status: 503 })],
  ["is busy", () => ({ status: 429, body: {} })],
])(
  "an authorization server that %s is an error of the call, and no login",
  async (_, answer) => {
    const { server, login, client } = await loggedIn();
    server.expireTokens();
    server.answers.token = answer;
    for (const result of await many(client)) {
      expect(result.status).toBe("rejected");
      const { reason } = result as PromiseRejectedResult;
      expect(reason).toBeInstanceOf(AuthorizationError);
    }
    expect(login.visits.length).toBe(1);
    delete server.answers.token;
    expect(await whoami(client)).toContain("ada");
    expect(login.visits.length).toBe(1);
  },
);

test.each([200, 500])(
  "a grant that is over asks the person, also where that is said with %i",
  async (status) => {
    const { server, login, client } = await loggedIn();
    server.expireTokens();
    server.answers.token = ({ form }, usual) =>
      form.has("refresh_token")
        ? { status, body: { error: "invalid_grant" } }
        : usual();
    for (const result of await many(client))
      expect(result.status).toBe("fulfilled");
    expect(login.visits.length).toBe(2);
  },
);

test("an authorization server that is gone is an error of the call, and no login", async () => {
  const { server, login, client } = await loggedIn();
  server.expireTokens();
  await server.stop();
  await expect(whoami(client)).rejects.toBeInstanceOf(AuthorizationError);
  expect(login.visits.length).toBe(1);
  await server.start();
  expect(await whoami(client)).toContain("ada");
  expect(login.visits.length).toBe(1);
});

test("a token is renewed before its time is over", async () => {
  const { server, resource, client } = await loggedIn({ expiresIn: 600 });
  const refused = () =>
    resource.calls().filter(({ headers }) => !headers["authorization"]).length;
  const before = refused();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 545_000 });
  try {
    await whoami(client);
    expect(server.granted("refresh_token").length).toBe(1);
    await whoami(client);
    expect(server.granted("refresh_token").length).toBe(1);
    expect(refused()).toBe(before);
  } finally {
    vi.useRealTimers();
  }
});

test("a token that is good for now is used where it cannot be renewed for now", async () => {
  const { server, login, client } = await loggedIn({ expiresIn: 600 });
  await server.stop();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 545_000 });
  try {
    expect(await whoami(client)).toContain("ada");
    vi.setSystemTime(Date.now() + 60_000);
    await expect(whoami(client)).rejects.toMatchObject({
      reason: "unreachable",
    });
  } finally {
    vi.useRealTimers();
  }
  expect(login.visits.length).toBe(1);
});

test("what was rotated is kept before it is used", async () => {
  const { server, resource, client, store } = await loggedIn();
  const before = resource.calls().length;
  server.expireTokens();
  const set = store.set.bind(store);
  store.set = async (key, value) => {
    if (key.startsWith("tokens")) throw new Error("the disk is full");
    return set(key, value);
  };
  await expect(whoami(client)).rejects.toMatchObject({
    reason: "store",
    message: expect.stringContaining("the disk is full"),
  });
  // The new token went nowhere.
  expect(resource.calls().length).toBe(before + 1);
});

test("without a refresh token the person is asked again", async () => {
  const { server, login, client } = await loggedIn({ refreshTokens: false });
  server.expireTokens();
  for (const { status } of await many(client)) expect(status).toBe("fulfilled");
  expect(login.visits.length).toBe(2);
});

test("a refresh token that did not change is kept", async () => {
  const { server, login, client } = await loggedIn({ rotation: false });
  for (const _ of [1, 2]) {
    server.expireTokens();
    await whoami(client);
  }
  expect(server.granted("refresh_token").length).toBe(2);
  expect(login.visits.length).toBe(1);
});

test("a token that is refused as soon as it is given is not asked for again, until a while later", async () => {
  const { server, resource, login, client } = await loggedIn();
  resource.answers.mcp = () => ({
    status: 401,
    headers: { "www-authenticate": "Bearer" },
  });
  for (const result of await many(client))
    expect(result).toMatchObject({ reason: { status: 401 } });
  expect(login.visits.length).toBe(2);
  expect(server.granted("refresh_token").length).toBe(1);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 180_000 });
  try {
    delete resource.answers.mcp;
    server.revokeGrants();
    expect(await whoami(client)).toContain("ada");
  } finally {
    vi.useRealTimers();
  }
  expect(login.visits.length).toBe(3);
});
