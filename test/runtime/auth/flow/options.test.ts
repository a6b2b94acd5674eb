import { expect, test } from "vitest";
import {
  clientCredentials,
  enterprise,
  oauth,
  type OAuthOptions,
} from "../../../../src/runtime/auth/index.ts";
import { introspection } from "../../../../src/runtime/auth/introspection.ts";
import { dpop, jwt } from "../../../../src/runtime/auth/jwt.ts";
import {
  fileStore,
  publicFetch,
  terminal,
} from "../../../../src/runtime/auth/node.ts";
import { protect } from "../../../../src/runtime/auth/server.ts";
import { followLogin } from "../../../support/auth/index.ts";

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
  ["a secret that is a number", { login, client: { id: "a", secret: 12 } }],
  ["a secret that is empty", { login, client: { id: "a", secret: "" } }],
  [
    "a secret beside a key",
    { login, client: { id: "a", secret: "s3cret-value", privateKey: {} } },
  ],
  [
    "a method that nobody knows",
    { login, client: { id: "a", secret: "s3cret-value", method: "basic" } },
  ],
  [
    "an algorithm that nobody knows",
    { login, client: { id: "a", privateKey: {}, algorithm: "HS256" } },
  ],
  [
    "an audience that is no kind of one",
    {
      login,
      client: { id: "a", privateKey: {}, audience: "https://a.example" },
    },
  ],
  [
    "a client's issuer that is no URL",
    { login, client: { id: "a", issuer: "login" } },
  ],
  [
    "a client's redirect URIs as text",
    { login, client: { id: "a", redirectUris: "https://app.example/back" } },
  ],
  [
    "a provider's client with a method that nobody knows",
    {
      client: { id: "a" },
      machine: enterprise({
        idp: {
          issuer: "https://idp.example",
          client: { id: "a", secret: "s3cret-value", method: "basic" as never },
        },
        subjectToken: () => ({ token: "t" }),
      }),
    },
  ],
])("%s is refused", (_, options) => {
  const make = () => oauth(options as OAuthOptions);
  expect(make).toThrow(TypeError);
  expect(make).not.toThrow("s3cret-value");
});

const resource = "https://mcp.example/mcp";
const issuer = "https://login.example";
const protection = {
  resource,
  authorizationServers: [issuer],
  verify: () => ({ error: "invalid_token" }),
};
const asker = { issuer, client: { id: "a", secret: "b" } };
const machine = clientCredentials();
const client = { id: "a", secret: "b" };

// Of each, options that are sound.
const makers: Readonly<
  Record<string, readonly [make: (options: never) => unknown, sound: object]>
> = {
  protect: [protect, protection],
  jwt: [jwt, { issuer }],
  introspection: [introspection, asker],
  dpop: [dpop, {}],
  terminal: [terminal, {}],
  fileStore: [(options) => fileStore("tokens.json", options), {}],
  publicFetch: [publicFetch, {}],
  oauth: [oauth, { machine, client }],
};

test.each(Object.entries(makers))(
  "%s names an option that it does not know",
  (name, [make, sound]) => {
    expect(() => make({ ...sound } as never)).not.toThrow();
    expect(() => make({ ...sound, scop: [] } as never)).toThrow(
      new RegExp(`^${name} has no option "scop": there are \\w+`),
    );
    expect(() => make("text" as never)).toThrow(
      `${name} takes its options as an object`,
    );
  },
);

test.each([
  ["audiences as text", { audiences: "api://notes" }, "audiences"],
  ["dpop as a boolean", { dpop: true }, "dpop"],
  ["metadata as text", { metadata: "resource_name" }, "metadata"],
  ["a hierarchy of text", { implies: { write: "read" } }, "implies"],
  ["a hierarchy that is a list", { implies: ["read"] }, "implies"],
])("%s protects no server", (_, options, named) => {
  const make = () => protect({ ...protection, ...options } as never);
  expect(make).toThrow(new RegExp(`^${named} is `));
});

test("an issuer's misspelt keys are not looked for elsewhere", () => {
  const make = () =>
    jwt({ issuer: [{ issuer, jkws: "https://a.example" } as never] });
  expect(make).toThrow(
    'an issuer has no option "jkws": there are issuer, jwks',
  );
});

test.each([
  ["enterprise", { scope: "read" }, {}, {}],
  ["machine.idp", {}, { url: "https://idp.example" }, {}],
  ["machine.idp.client", {}, {}, { secert: "s3cret-value" }],
])("what is misspelt of %s is named", (name, more, ofIdp, ofClient) => {
  const idp = { issuer, ...ofIdp, client: { id: "a", ...ofClient } };
  const subjectToken = () => ({ token: "t" });
  const machine = enterprise({ ...more, idp, subjectToken } as never);
  const make = () => oauth({ client, machine });
  expect(make).toThrow(`${name} has no option "`);
  expect(make).not.toThrow("s3cret-value");
});

test("proofs are required, or not", () => {
  expect(() => dpop({ required: "no" } as never)).toThrow(/^required is a /);
});

test.each([
  ["a name that is none", { name: 3 }, "name"],
  ["a program for open", { open: "firefox" }, "open"],
  ["print as text", { print: "stderr" }, "print"],
])("%s is no terminal's", (_, options, named) => {
  const make = () => terminal(options as never);
  expect(make).toThrow(new RegExp(`^${named} is `));
});

test("an option that is a function is not shown as its text", () => {
  const make = () => oauth({ login: terminal } as never);
  expect(make).toThrow(/^login is an object with start, not function$/);
});

test("an address that is none is not taken for another", async () => {
  const auth = oauth({ machine, client });
  await expect(auth.signOut("mcp.example")).rejects.toThrow(
    "url: expected the absolute URL of an MCP server",
  );
});

test("what is misspelt is named, with what there is", () => {
  const make = () => oauth({ login, scope: [] } as never);
  expect(make).toThrow(/"scope".*scopes/);
});
