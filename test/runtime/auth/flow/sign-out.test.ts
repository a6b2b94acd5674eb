import { expect, test } from "vitest";
import { memoryStore, oauth } from "../../../../src/runtime/auth/index.ts";
import {
  followLogin,
  startAuthorizationServer,
  startResource,
} from "../../../support/auth/index.ts";
import { connected, whoami } from "./setting.ts";

async function loggedIn() {
  const server = await startAuthorizationServer();
  const resource = await startResource({ authorizationServers: [server] });
  const login = followLogin();
  const store = memoryStore();
  const kept = new Map<string, string>();
  const set = store.set.bind(store);
  const remove = store.delete.bind(store);
  store.set = (key, value) => {
    kept.set(key, value);
    return set(key, value);
  };
  store.delete = (key) => {
    kept.delete(key);
    return remove(key);
  };
  const auth = oauth({ login, store, allowLoopback: true });
  const client = await connected(resource.url, auth);
  return { server, resource, login, kept, auth, client };
}

test("logging out revokes both tokens, and forgets them", async () => {
  const { server, resource, login, kept, auth, client } = await loggedIn();
  await auth.signOut(resource.url);
  const hints = server
    .asked("revoke")
    .map(({ form }) => form.get("token_type_hint"));
  expect(hints).toEqual(["refresh_token", "access_token"]);
  for (const { form } of server.asked("revoke"))
    expect([...kept.values()].join()).not.toContain(form.get("token"));
  // Whoever goes on is asked again.
  expect(await whoami(client)).toContain("ada");
  expect(login.visits.length).toBe(2);
});

test("logging out of everything leaves each server, also behind one that fails", async () => {
  const { server, auth, login, client } = await loggedIn();
  const other = await startAuthorizationServer();
  const second = await startResource({ authorizationServers: [other] });
  await whoami(await connected(second.url, auth));
  server.answers.revoke = () => ({ status: 503 });
  await expect(auth.signOut()).rejects.toMatchObject({ reason: "token" });
  expect(other.asked("revoke").length).toBe(2);
  await whoami(client);
  expect(login.visits.length).toBe(3);
});

test("what cannot be revoked is forgotten all the same, and told", async () => {
  const { server, resource, login, auth, client } = await loggedIn();
  server.answers.revoke = () => ({ status: 503 });
  await expect(auth.signOut(resource.url)).rejects.toMatchObject({
    reason: "token",
    message: expect.stringContaining("503"),
  });
  await whoami(client);
  expect(login.visits.length).toBe(2);
});

test("what an authorization server gave from which the server has moved away is revoked, and forgotten", async () => {
  const { server, resource, kept, auth, client } = await loggedIn();
  const other = await startAuthorizationServer();
  resource.authorizationServers = [other];
  await whoami(client);
  await auth.signOut(resource.url);
  expect(server.asked("revoke").length).toBe(2);
  expect(other.asked("revoke").length).toBe(2);
  expect([...kept.keys()].filter((key) => /^tokens/.test(key))).toEqual([]);
});

test("a login that is under way is over, and keeps nothing", async () => {
  const server = await startAuthorizationServer();
  const resource = await startResource({ authorizationServers: [server] });
  let visited = (): void => {};
  const onVisit = new Promise<void>((resolve) => (visited = resolve));
  const login = followLogin({
    onReturn() {
      visited();
      return new Promise<never>(() => {});
    },
  });
  const auth = oauth({ login, allowLoopback: true });
  const connecting = connected(resource.url, auth);
  const refused = expect(connecting).rejects.toMatchObject({
    reason: "login-failed",
  });
  await onVisit;
  await auth.signOut(resource.url);
  await refused;
  expect(login.open).toBe(0);
});

test("who is not logged in logs out of nothing", async () => {
  const auth = oauth({ login: followLogin() });
  await auth.signOut("https://mcp.example/mcp");
  await expect(auth.signOut("nowhere")).rejects.toThrow(TypeError);
});
