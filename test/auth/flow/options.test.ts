import { expect, test } from "vitest";
import { oauth, type OAuthOptions } from "../../../src/runtime/auth/index.ts";
import { followLogin } from "../../support/auth/index.ts";

const login = followLogin();

test.each([
  ["nothing", undefined],
  ["no way to get a token", {}],
  ["two ways at once", { login, redirectUri: "https://app.example/back" }],
  ["a login that is none", { login: {} }],
  ["a redirect that is no URL", { redirectUri: "back" }],
  ["a redirect without https", { redirectUri: "http://app.example/back" }],
  ["a machine that nobody knows", { machine: { kind: "steam" } }],
  ["an option that is misspelt", { login, scope: ["read"] }],
  ["scopes as text", { login, scopes: "read write" }],
  ["a scope with a space", { login, scopes: ["read write"] }],
  ["a store that lacks a method", { login, store: { get() {} } }],
  ["a fetch that is none", { login, fetch: "fetch" }],
  ["a name that is empty", { login, name: "" }],
  ["allowLoopback as text", { login, allowLoopback: "yes" }],
  ["metadata as text", { login, metadata: "client_uri" }],
  ["dpop as text", { login, dpop: "yes" }],
  ["a client without an id", { login, client: { secret: "s3cret-value" } }],
  ["a client with two ids", { login, client: { id: "a", metadataUrl: "b" } }],
  [
    "a client's member that is misspelt",
    { login, client: { id: "a", clientSecret: "s3cret-value" } },
  ],
])("%s is refused", (_, options) => {
  const make = () => oauth(options as OAuthOptions);
  expect(make).toThrow(TypeError);
  expect(make).not.toThrow("s3cret-value");
});

test("what is misspelt is named, with what there is", () => {
  const make = () => oauth({ login, scope: [] } as never);
  expect(make).toThrow(/"scope".*scopes/);
});
