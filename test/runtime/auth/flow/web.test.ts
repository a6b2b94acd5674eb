import { expect, test, vi } from "vitest";
import { memoryStore, oauth } from "../../../../src/runtime/auth/index.ts";
import {
  follow,
  startAuthorizationServer,
  startResource,
} from "../../../support/auth/index.ts";
import { connected, said, whoami } from "./setting.ts";

const redirectUri = "https://app.example/callback";

async function application() {
  const server = await startAuthorizationServer();
  const resource = await startResource({ authorizationServers: [server] });
  const store = memoryStore();
  /** Each is another process. */
  const start = () => oauth({ redirectUri, store, allowLoopback: true });
  const come = (url: string) => follow(new URL(url), redirectUri);
  return { server, resource, store, start, come };
}

test("a login begins in one process, and ends in another", async () => {
  const { resource, start, come, server } = await application();
  const { url, state } = await start().begin(resource.url);
  expect(new URL(url).searchParams.get("state")).toBe(state);
  const back = await come(url);
  expect(await start().finish(back)).toEqual({ server: resource.url });
  const client = await connected(resource.url, start());
  expect(await whoami(client)).toContain("ada");
  expect(server.asked("register").length).toBe(1);
});

test("a call that needs a login says so, and the next goes on with the same connection", async () => {
  const { resource, start, come, server } = await application();
  const auth = start();
  const { url } = await auth.begin(resource.url);
  await auth.finish(await come(url));
  const client = await connected(resource.url, auth, {
    revisions: ["2025-11-25"],
  });
  server.revokeGrants();
  await expect(whoami(client)).rejects.toMatchObject({
    reason: "login-required",
  });
  const again = await auth.begin(resource.url);
  await start().finish(await come(again.url));
  expect(await whoami(client)).toContain("ada");
  expect(resource.calls("initialize").length).toBe(1);
});

test("a call that needs another scope says so, and the login that follows asks for it too", async () => {
  const server = await startAuthorizationServer();
  const resource = await startResource({
    authorizationServers: [server],
    challengedScopes: ["read"],
    needs: ({ method }) => (method === "tools/call" ? ["write"] : ["read"]),
  });
  const store = memoryStore();
  const start = () => oauth({ redirectUri, store, allowLoopback: true });
  const auth = start();
  const logIn = async () => {
    const { url } = await start().begin(resource.url);
    await start().finish(await follow(new URL(url), redirectUri));
  };
  await logIn();
  const client = await connected(resource.url, auth);
  await expect(whoami(client)).rejects.toMatchObject({
    reason: "login-required",
  });
  await logIn();
  expect(await whoami(client)).toContain("write");
  expect(said(server.asked("authorize"), "scope")).toEqual([
    "read",
    "write read",
  ]);
});

test("several logins may be under way, and each ends once", async () => {
  const { resource, start, come } = await application();
  const auth = start();
  const one = await auth.begin(resource.url);
  const other = await auth.begin(resource.url);
  const [back, otherBack] = [await come(one.url), await come(other.url)];
  await auth.finish(`${otherBack.pathname}${otherBack.search}`);
  await auth.finish(back);
  await expect(auth.finish(back)).rejects.toMatchObject({ reason: "mixed-up" });
});

test("a login that takes too long is over, and so is the oldest of too many", async () => {
  const { resource, start, come } = await application();
  const auth = start();
  const { url } = await auth.begin(resource.url);
  const back = await come(url);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
  try {
    await expect(auth.finish(back)).rejects.toMatchObject({
      reason: "mixed-up",
    });
  } finally {
    vi.useRealTimers();
  }
  const first = await auth.begin(resource.url);
  for (let count = 0; count < 64; count++) await auth.begin(resource.url);
  await expect(auth.finish(await come(first.url))).rejects.toMatchObject({
    reason: "mixed-up",
  });
});

test("a registration that the token endpoint does not know is made anew for the next login", async () => {
  const { resource, start, come, server } = await application();
  const auth = start();
  await auth.finish(await come((await auth.begin(resource.url)).url));
  const back = await come((await auth.begin(resource.url)).url);
  server.clients.clear();
  await expect(auth.finish(back)).rejects.toMatchObject({
    code: "invalid_client",
  });
  await auth.finish(await come((await auth.begin(resource.url)).url));
  expect(server.asked("register").length).toBe(2);
});

test("a registration that nobody comes back with is made anew, when their time is over", async () => {
  const { resource, start, come, server } = await application();
  await start().begin(resource.url);
  server.clients.clear();
  const { url } = await start().begin(resource.url);
  await expect(come(url)).rejects.toThrow("unknown client");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
  try {
    const auth = start();
    await auth.finish(await come((await auth.begin(resource.url)).url));
    await auth.finish(await come((await auth.begin(resource.url)).url));
  } finally {
    vi.useRealTimers();
  }
  expect(server.asked("register").length).toBe(2);
});

test("where a login came back with an error, its code and state are of no use to anybody", async () => {
  const { resource, start, come, server } = await application();
  const auth = start();
  const { url } = await auth.begin(resource.url);
  const back = await come(url);
  const evil = new URL(back);
  evil.searchParams.set("iss", "https://evil.example");
  await expect(auth.finish(evil)).rejects.toMatchObject({ reason: "mixed-up" });
  await expect(auth.finish(back)).rejects.toMatchObject({ reason: "mixed-up" });
  expect(server.asked("token")).toEqual([]);
});

test("a server that says only in its challenge where its metadata are is asked for it", async () => {
  const server = await startAuthorizationServer();
  const resource = await startResource({
    authorizationServers: [server],
    metadata: ["elsewhere"],
    challengedScopes: ["read"],
  });
  const auth = oauth({ redirectUri, allowLoopback: true });
  const { url } = await auth.begin(resource.url);
  expect(url).toContain(server.issuer);
  expect(new URL(url).searchParams.get("scope")).toBe("read");
});

test("begin and finish are of web applications alone", async () => {
  const auth = oauth({
    machine: { kind: "client-credentials" },
    client: { id: "me", secret: "secret" },
  });
  await expect(auth.begin("https://mcp.example")).rejects.toThrow(TypeError);
  await expect(auth.finish("https://mcp.example")).rejects.toThrow(TypeError);
});
