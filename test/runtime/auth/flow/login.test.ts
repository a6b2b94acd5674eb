import { expect, test } from "vitest";
import {
  AuthorizationError,
  memoryStore,
  oauth,
} from "../../../../src/runtime/auth/index.ts";
import {
  followLogin,
  startAuthorizationServer,
  startResource,
} from "../../../support/auth/index.ts";
import { connected, said, whoami } from "./setting.ts";

const stateful = { revisions: ["2025-11-25"] };

test("a server that asks for a login gets one, and the call is answered", async () => {
  const server = await startAuthorizationServer();
  const resource = await startResource({ authorizationServers: [server] });
  const login = followLogin();
  const client = await connected(
    resource.url,
    oauth({ login, allowLoopback: true }),
  );
  expect(await whoami(client)).toContain("ada");
  expect(login.visits.length).toBe(1);
  expect(login.open).toBe(0);
});

test("one login serves 64 calls, and all transports of one object", async () => {
  const server = await startAuthorizationServer();
  const resource = await startResource({ authorizationServers: [server] });
  const login = followLogin();
  const auth = oauth({ login, allowLoopback: true });
  const client = await connected(resource.url, auth, stateful);
  server.revokeGrants();
  const other = await connected(resource.url, auth);
  const all = [...Array(32).keys()].flatMap(() => [
    whoami(client),
    whoami(other),
  ]);
  await Promise.all(all);
  expect(login.visits.length).toBe(2);
});

test("an expired token is refreshed once for 64 calls, in the session that there is", async () => {
  const server = await startAuthorizationServer();
  const resource = await startResource({ authorizationServers: [server] });
  const login = followLogin();
  const client = await connected(
    resource.url,
    oauth({ login, allowLoopback: true }),
    stateful,
  );
  server.expireTokens();
  await Promise.all([...Array(64).keys()].map(() => whoami(client)));
  expect(server.granted("refresh_token").length).toBe(1);
  expect(login.visits.length).toBe(1);
  expect(resource.calls("initialize").length).toBe(2);
});

test("resource is sent byte for byte, with the code, for the code and with each refresh", async () => {
  const server = await startAuthorizationServer();
  const resource = await startResource({
    authorizationServers: [server],
    path: "/a%7Eb/mcp",
  });
  const client = await connected(
    resource.url,
    oauth({ login: followLogin(), allowLoopback: true }),
  );
  server.expireTokens();
  await whoami(client);
  const [authorization] = server.asked("authorize");
  expect(authorization?.url.searchParams.get("resource")).toBe(resource.url);
  const tokens = server.asked("token").map(({ form }) => form.get("resource"));
  expect(tokens).toEqual([resource.url, resource.url]);
});

test("parameters of the program's own reach the page, and replace none of the login", async () => {
  const server = await startAuthorizationServer();
  const resource = await startResource({ authorizationServers: [server] });
  const login = followLogin();
  const authorizationParameters = { audience: "api", client_id: "other" };
  const options = { login, allowLoopback: true, authorizationParameters };
  await connected(resource.url, oauth(options));
  const [visit] = login.visits;
  expect(visit?.searchParams.get("audience")).toBe("api");
  expect(visit?.searchParams.get("client_id")).not.toBe("other");
});

test("a resource that has no trailing slash does not get one", async () => {
  const server = await startAuthorizationServer();
  const resource = await startResource({
    authorizationServers: [server],
    path: "/",
  });
  const named = resource.url.slice(0, -1);
  resource.answers.metadata = () => ({
    body: { resource: named, authorization_servers: [server.issuer] },
  });
  const auth = oauth({ login: followLogin(), allowLoopback: true });
  await connected(resource.url, auth).catch(() => {});
  expect(said(server.asked("authorize"), "resource")).toContain(named);
});

test("PKCE with S256 is sent, and held by the server", async () => {
  const server = await startAuthorizationServer();
  const resource = await startResource({ authorizationServers: [server] });
  await connected(
    resource.url,
    oauth({ login: followLogin(), allowLoopback: true }),
  );
  expect(said(server.asked("authorize"), "code_challenge_method")).toEqual([
    "S256",
  ]);
  const [{ form } = { form: new URLSearchParams() }] = server.asked("token");
  expect(form.get("code_verifier")).toMatch(/^[\w-]{43}$/);
});

test.each([
  ["says nothing of PKCE", undefined],
  ["knows only plain", ["plain"]],
])(
  "an authorization server that %s is not logged in at",
  async (_, methods) => {
    const server = await startAuthorizationServer({
      metadataFields: { code_challenge_methods_supported: methods },
    });
    const resource = await startResource({ authorizationServers: [server] });
    const login = followLogin();
    const auth = oauth({ login, allowLoopback: true });
    await expect(connected(resource.url, auth)).rejects.toMatchObject({
      reason: "unsupported",
      message: expect.stringContaining("PKCE"),
    });
    expect(login.visits).toEqual([]);
  },
);

test("a server without any metadata is logged in at at the fixed paths of its origin, with PKCE all the same", async () => {
  const server = await startAuthorizationServer({ metadata: [] });
  const resource = await startResource({
    authorizationServers: [server],
    metadata: [],
  });
  const { origin } = resource;
  const login = followLogin();
  const auth = oauth({
    login,
    allowLoopback: true,
    fetch: (url, init) => fetch(url.replace(origin, server.origin), init),
  });
  await expect(connected(resource.url, auth)).rejects.toMatchObject({
    reason: "login-failed",
  });
  const [page] = login.visits;
  expect(page?.href).toContain(`${origin}/authorize?`);
  expect(page?.searchParams.get("code_challenge_method")).toBe("S256");
});

test("a page that is none of the web never reaches a browser", async () => {
  for (const page of [
    "javascript:alert(1)",
    "file:///etc/passwd",
    "http://login.example/authorize",
    "data:text/html,x",
  ]) {
    const server = await startAuthorizationServer({
      metadataFields: { authorization_endpoint: page },
    });
    const resource = await startResource({ authorizationServers: [server] });
    const login = followLogin();
    const auth = oauth({ login, allowLoopback: true });
    await expect(connected(resource.url, auth)).rejects.toBeInstanceOf(
      AuthorizationError,
    );
    expect(login.visits).toEqual([]);
  }
});

test("what the store has serves a program that is started again", async () => {
  const server = await startAuthorizationServer();
  const resource = await startResource({ authorizationServers: [server] });
  const login = followLogin();
  const store = memoryStore();
  const options = { login, store, allowLoopback: true };
  await connected(resource.url, oauth(options));
  server.expireTokens();
  const client = await connected(resource.url, oauth(options));
  expect(await whoami(client)).toContain("ada");
  expect(login.visits.length).toBe(1);
  expect(server.asked("register").length).toBe(1);
});

test("no request to another origin has the token", async () => {
  const server = await startAuthorizationServer();
  const resource = await startResource({ authorizationServers: [server] });
  const auth = oauth({ login: followLogin(), allowLoopback: true });
  await connected(resource.url, auth);
  const sent: (string | null)[] = [];
  const send = auth.attach({
    url: resource.url,
    fetch: (_, init) => {
      sent.push(new Headers(init.headers).get("authorization"));
      return Promise.resolve(new Response());
    },
    closing: new AbortController().signal,
    clock: { lost: 0 },
    warn() {},
  });
  await send(resource.url, { method: "GET" });
  await send("https://other.example/mcp", { method: "GET" });
  expect(sent).toEqual([expect.stringMatching(/^Bearer /), null]);
});
