import { expect, test } from "vitest";
import { inspect } from "node:util";
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
import { connected, whoami } from "./setting.ts";

async function loggedIn() {
  const server = await startAuthorizationServer();
  const resource = await startResource({ authorizationServers: [server] });
  const login = followLogin();
  const store = memoryStore();
  const settings = { login, store, allowLoopback: true };
  const client = await connected(resource.url, oauth(settings));
  return { server, resource, login, store, settings, client };
}

test("a server that moves to another authorization server is logged in at there, as somebody new", async () => {
  const { server, resource, login, client } = await loggedIn();
  const other = await startAuthorizationServer();
  const count = server.requests.length;
  resource.authorizationServers = [other];
  expect(await whoami(client)).toContain("ada");
  expect(login.visits.length).toBe(2);
  expect(other.asked("register").length).toBe(1);
  // Nothing that the first one gave is seen by the second, and it is asked nothing.
  expect(server.requests.length).toBe(count);
  const [before] = [...server.clients.keys()];
  expect(
    JSON.stringify(other.requests.map(({ url, text }) => [url.href, text])),
  ).not.toContain(before);
  expect(other.granted("refresh_token")).toEqual([]);
});

test("a registration that is forgotten is made anew: for a refresh, before a person meets a page that says so", async () => {
  const { server, login, client } = await loggedIn();
  server.clients.clear();
  server.expireTokens();
  expect(await whoami(client)).toContain("ada");
  expect(server.asked("register").length).toBe(2);
  expect(login.visits.length).toBe(2);
});

test("a registration that the token endpoint does not know is made anew for a code", async () => {
  const { server, resource, settings } = await loggedIn();
  server.revokeGrants();
  await settings.store.delete(
    await import("../../../../src/runtime/auth/client/account/tokens.ts").then(
      ({ storeKey }) => storeKey("server", resource.url),
    ),
  );
  let count = 0;
  server.answers.token = (_, usual) =>
    count++ === 0
      ? { status: 401, body: { error: "invalid_client" } }
      : usual();
  const login = followLogin();
  const client = await connected(resource.url, oauth({ ...settings, login }));
  expect(await whoami(client)).toContain("ada");
  expect(server.asked("register").length).toBe(2);
});

test("no error shows a code, a verifier, a token or a secret", async () => {
  const { server, resource, client, login } = await loggedIn();
  const secrets = (): string[] =>
    server
      .asked("token")
      .flatMap(({ form }) =>
        ["code", "code_verifier", "refresh_token", "client_secret"].map(
          (name) => form.get(name) ?? "",
        ),
      )
      .filter((secret) => secret !== "");
  const errors: unknown[] = [];
  const failing = async () => {
    await whoami(client).catch((error: unknown) => errors.push(error));
  };
  // An authorization server that repeats what it was sent.
  server.answers.token = ({ text }) => ({
    status: 500,
    body: { error: "server_error", error_description: text },
  });
  server.expireTokens();
  await failing();
  server.answers.token = ({ text }) => ({
    status: 400,
    body: { error: text, error_description: text, access_token: text },
  });
  await failing();
  server.answers.token = ({ text }) => ({ status: 200, body: text });
  await failing();
  server.answers.token = () => ({
    status: 200,
    body: { access_token: "the-new-token", token_type: "unheard" },
  });
  await failing();
  expect(errors.length).toBe(4);
  for (const error of errors) expect(error).toBeInstanceOf(AuthorizationError);
  const shown = errors.map((error) => inspect(error, { depth: 9 })).join("\n");
  expect(secrets().length).toBeGreaterThan(4);
  for (const secret of [...secrets(), "the-new-token"])
    expect(shown).not.toContain(secret);
  for (const { searchParams } of login.visits)
    for (const secret of secrets())
      expect(searchParams.toString()).not.toContain(secret);
  void resource;
});
