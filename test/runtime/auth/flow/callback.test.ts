import { describe, expect, test } from "vitest";
import { oauth } from "../../../../src/runtime/auth/index.ts";
import {
  beginLogin,
  readCallback,
  type PendingLogin,
} from "../../../../src/runtime/auth/client/code-flow/authorize.ts";
import { createSafeFetch } from "../../../../src/runtime/auth/client/fetch/safe-fetch.ts";
import {
  followLogin,
  startAuthorizationServer,
  startResource,
} from "../../../support/auth/index.ts";
import { connected } from "./setting.ts";

const issuer = "https://login.example";

function pending(isPromised: boolean): PendingLogin {
  return {
    state: "the-state",
    verifier: "the-verifier",
    server: {
      issuer,
      ...(isPromised && {
        authorization_response_iss_parameter_supported: true,
      }),
    },
    resource: "https://mcp.example/mcp",
    redirectUri: "http://127.0.0.1:1/callback",
    scopes: [],
    clientId: "client",
  };
}

function read(query: string, isPromised = false): string {
  return readCallback(pending(isPromised), new URLSearchParams(query));
}

const mixedUp = expect.objectContaining({ reason: "mixed-up" });

describe("iss", () => {
  const ours = encodeURIComponent(issuer);
  test.each([
    ["promised, there and ours", true, `&iss=${ours}`, true],
    ["promised and absent", true, "", false],
    ["not promised, there and ours", false, `&iss=${ours}`, true],
    ["not promised and absent", false, "", true],
    ["promised and another", true, "&iss=https://evil.example", false],
    ["not promised and another", false, "&iss=https://evil.example", false],
    ["empty", false, "&iss=", false],
    ["with a slash more", false, `&iss=${ours}/`, false],
    ["in capitals", false, "&iss=https://LOGIN.example", false],
    ["with its port", false, "&iss=https://login.example:443", false],
    ["escaped twice", false, `&iss=${encodeURIComponent(ours)}`, false],
    ["there twice", false, `&iss=${ours}&iss=https://evil.example`, false],
  ])("%s", (_, isPromised, iss, isTaken) => {
    const whole = `code=the-code&state=the-state${iss}`;
    if (isTaken) expect(read(whole, isPromised)).toBe("the-code");
    else expect(() => read(whole, isPromised)).toThrow(mixedUp);
    const error = `error=access_denied&error_description=told&state=the-state${iss}`;
    const denied = expect.objectContaining({ reason: "denied" });
    expect(() => read(error, isPromised)).toThrow(isTaken ? denied : mixedUp);
    if (isTaken) return;
    expect(() => read(error, isPromised)).not.toThrow(/told|access_denied/);
  });
});

test.each([
  ["another state", "code=c&state=other"],
  ["no state", "code=c"],
  ["two states", "code=c&state=the-state&state=other"],
  ["two codes", "code=c&code=d&state=the-state"],
  ["an error with another state", "error=access_denied&state=other"],
])("%s is no answer to this login", (_, query) => {
  expect(() => read(query)).toThrow(mixedUp);
});

test("what an authorization server says of an error is cut, and on one line", () => {
  const told = encodeURIComponent(`bad\n${"x".repeat(9_000)}`);
  try {
    read(`error=server_error&error_description=${told}&state=the-state`);
    expect.unreachable();
  } catch (error) {
    const { message } = error as Error;
    expect(message).toContain("server_error");
    expect(message).not.toContain("\n");
    expect(message.length).toBeLessThan(500);
  }
});

test("a login that comes back without a code has failed", () => {
  expect(() => read("state=the-state")).toThrow(
    expect.objectContaining({ reason: "login-failed" }),
  );
});

test("a code of another authorization server is sent nowhere", async () => {
  const server = await startAuthorizationServer({
    iss: "https://evil.example",
  });
  const resource = await startResource({ authorizationServers: [server] });
  const auth = oauth({ login: followLogin(), allowLoopback: true });
  await expect(connected(resource.url, auth)).rejects.toMatchObject({
    reason: "mixed-up",
  });
  expect(server.asked("token")).toEqual([]);
});

test("a person who says no is told as that, once for all that wait", async () => {
  const server = await startAuthorizationServer();
  server.answers.authorize = ({ url }) =>
    server.back(url, { error: "access_denied" });
  const resource = await startResource({ authorizationServers: [server] });
  const login = followLogin();
  const auth = oauth({ login, allowLoopback: true });
  const all = [1, 2, 3].map(() => connected(resource.url, auth));
  for (const result of await Promise.allSettled(all))
    expect(result).toMatchObject({
      status: "rejected",
      reason: { reason: "denied", code: "access_denied" },
    });
  expect(login.visits.length).toBe(1);
});

test.each([
  ["javascript:alert(1)//"],
  ["file:///etc/passwd"],
  ["http://login.example/authorize"],
  ["https://user:secret@login.example/authorize"],
  ["not a URL"],
])("a browser is not sent to %s", async (page) => {
  const { server, ...login } = pending(false);
  const begun = beginLogin({
    ...login,
    server: {
      ...server,
      authorization_endpoint: page,
      code_challenge_methods_supported: ["S256"],
    },
    fetch: createSafeFetch(),
    parameters: {},
  });
  await expect(begun).rejects.toMatchObject({ reason: "unsafe-address" });
});
