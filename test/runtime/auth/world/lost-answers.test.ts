import { expect, test } from "vitest";
import { oauth } from "../../../../src/runtime/auth/index.ts";
import {
  followLogin,
  startAuthorizationServer,
  startResource,
  type AuthorizationServer,
} from "../../../support/auth/index.ts";
import { connected } from "./life.ts";

/** The authorization server does what it is asked, once, and its answer is lost. */
function loseAnswer(server: AuthorizationServer): void {
  server.answers.token = async (_, usual) => {
    delete server.answers.token;
    await usual();
    return (response) => response.destroy();
  };
}

test("a refresh whose answer is lost fails for all that wait, and then a person is asked once", async () => {
  const server = await startAuthorizationServer();
  const resource = await startResource({ authorizationServers: [server] });
  const login = followLogin();
  const auth = oauth({ login, allowLoopback: true });
  const client = await connected("either", resource.url, auth);
  await client.call("whoami");
  server.expireTokens();
  loseAnswer(server);
  const calls = Array.from({ length: 8 }, () => client.call("whoami"));
  const ends = await Promise.allSettled(calls);
  expect(ends.map(({ status }) => status)).not.toContain("fulfilled");
  expect(server.granted("refresh_token")).toHaveLength(1);
  expect(login.visits).toHaveLength(1);
  // Nobody can know what was in it: the token that was sent is spent.
  const more = Array.from({ length: 8 }, () => client.call("whoami"));
  expect(new Set(await Promise.all(more)).size).toBe(1);
  expect(server.granted("refresh_token")).toHaveLength(2);
  expect(login.visits).toHaveLength(2);
});

test("a login whose tokens are lost can be begun anew", async () => {
  const server = await startAuthorizationServer();
  const resource = await startResource({ authorizationServers: [server] });
  const login = followLogin();
  const auth = oauth({ login, allowLoopback: true });
  loseAnswer(server);
  await expect(connected("either", resource.url, auth)).rejects.toThrow();
  const client = await connected("either", resource.url, auth);
  expect(await client.call("whoami")).toContain("ada");
  // The code that may have been traded in is not sent again.
  const codes = server
    .granted("authorization_code")
    .map(({ form }) => form.get("code"));
  expect(new Set(codes).size).toBe(2);
  expect(codes).toHaveLength(2);
  expect(login.open).toBe(0);
});
