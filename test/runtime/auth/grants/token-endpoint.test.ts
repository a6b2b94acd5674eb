import * as oauth from "oauth4webapi";
import { describe, expect, test } from "vitest";
import { secretAuthentication } from "../../../../src/runtime/auth/client/credentials/authentication.ts";
import { requestToken } from "../../../../src/runtime/auth/client/token-endpoint/request-token.ts";
import type {
  SafeFetch,
  SafeRequest,
} from "../../../../src/runtime/auth/client/fetch/safe-fetch.ts";

const server = {
  issuer: "https://as.example",
  token_endpoint: "https://as.example/token",
};

interface Said {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or text as it is. */
  readonly body: unknown;
}

/** Asks a token endpoint that says one thing. */
async function ask(
  { status = 200, headers = {}, body }: Said,
  parameters: Readonly<Record<string, string>> = {},
  asked: oauth.AuthorizationServer = server,
): Promise<{
  token: oauth.TokenEndpointResponse;
  request: SafeRequest | undefined;
}> {
  let request: SafeRequest | undefined;
  const fetch: SafeFetch = Object.assign(
    (asked: SafeRequest) => {
      request = asked;
      const text = typeof body === "string" ? body : JSON.stringify(body);
      return Promise.resolve({ status, headers: new Headers(headers), text });
    },
    { check: (url: string) => new URL(url) },
  );
  const token = await requestToken(
    {
      server: asked,
      client: { client_id: "me" },
      authentication: secretAuthentication(
        "the secret+of/me",
        undefined,
        server,
      ),
      fetch,
      signal: new AbortController().signal,
    },
    "a-grant",
    parameters,
  );
  return { token, request };
}

const sound = { access_token: "t", token_type: "Bearer" };

describe("a token endpoint", () => {
  test("is asked where nobody else gets to know", async () => {
    const { request } = await ask({ body: sound }, { resource: "https://r" });
    expect(request).toMatchObject({
      url: server.token_endpoint,
      method: "POST",
      hasSecret: true,
      body: "resource=https%3A%2F%2Fr&grant_type=a-grant",
    });
  });

  test.each<[string, Said, object]>([
    [
      "a type in any case",
      { body: { ...sound, token_type: "BEARER" } },
      { token_type: "bearer" },
    ],
    ["no type", { body: { access_token: "t" } }, { token_type: "bearer" }],
    [
      "an empty text for what is absent",
      { body: { ...sound, refresh_token: "", token_type: " " } },
      { access_token: "t", token_type: "bearer" },
    ],
    [
      "null for what is absent",
      {
        body: {
          ...sound,
          refresh_token: null,
          scope: null,
          expires_in: null,
          id_token: null,
        },
      },
      { access_token: "t" },
    ],
    [
      "seconds in a text",
      { body: { ...sound, expires_in: "60" } },
      { expires_in: 60 },
    ],
    [
      "seconds that are none",
      { body: { ...sound, expires_in: "soon" } },
      { access_token: "t" },
    ],
    [
      "seconds below zero",
      { body: { ...sound, expires_in: -5 } },
      { expires_in: 0 },
    ],
    [
      "scopes in a list",
      { body: { ...sound, scope: ["a", "b"] } },
      { scope: "a b" },
    ],
    ["201", { status: 201, body: sound }, { access_token: "t" }],
    [
      "an ID token that is none",
      { body: { ...sound, id_token: "x.y" } },
      { access_token: "t" },
    ],
    [
      "another type of content",
      { headers: { "content-type": "text/plain" }, body: sound },
      { access_token: "t" },
    ],
  ])("may answer with %s", async (_, said, expected) => {
    const { token } = await ask(said);
    expect(token).toMatchObject(expected);
    expect(token).not.toHaveProperty("id_token");
  });

  test.each<[string, Said, string]>([
    ["nothing", { body: "" }, "sent no token"],
    ["no JSON", { body: "<html>" }, "sent no token"],
    ["a list", { body: [sound] }, "sent no token"],
    ["no access token", { body: { token_type: "Bearer" } }, "sent no token"],
    [
      "an access token that is no text",
      { body: { ...sound, access_token: 5 } },
      "sent no token",
    ],
    [
      "a type that nobody knows",
      { body: { ...sound, token_type: "mac" } },
      "sent no token",
    ],
    [
      "what is for an exchange alone",
      { body: { ...sound, token_type: "N_A" } },
      "sent no token",
    ],
    [
      "a redirection",
      { status: 307, headers: { location: "https://evil.example" }, body: "" },
      "answers with HTTP 307",
    ],
    [
      "a page of another server",
      { status: 502, body: "<html>" },
      "answers with HTTP 502",
    ],
    [
      "an error as a success",
      { body: { error: "bad_code" } },
      "issued no token: bad_code",
    ],
    [
      "an error that is temporary",
      { status: 503, body: { error: "temporarily_unavailable" } },
      "temporarily_unavailable",
    ],
    [
      "a challenge beside its error",
      {
        status: 401,
        headers: { "www-authenticate": 'Basic realm="x"' },
        body: { error: "invalid_client" },
      },
      "issued no token: invalid_client",
    ],
    [
      "an error of many lines",
      {
        status: 400,
        body: { error: "invalid_grant", error_description: "a\nb\u2028c" },
      },
      "invalid_grant: a\\u000ab\\u2028c",
    ],
  ])("gives no token with %s", async (_, said, message) => {
    const refused = ask(said);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toMatchObject({
      reason: "token",
      issuer: server.issuer,
      status: said.status ?? 200,
    });
  });

  const secrets = {
    assertion: "eyJhbGciOiJFUzI1NiJ9.assertion",
    code: "a code of the server",
    code_verifier: "a verifier of ours",
    refresh_token: "a refresh token",
    subject_token: "an identity of ada",
    client_secret: "a secret in the body",
  };
  test.each([
    ...Object.values(secrets),
    "the secret+of/me",
    "the+secret%2Bof%2Fme",
    btoa("me:the+secret%2Bof%2Fme"),
    secrets.refresh_token.slice(0, 13),
  ])("is not told of with what it repeats: %s", async (secret) => {
    for (const body of [
      { error: "invalid_grant", error_description: `no good: ${secret}!` },
      { error: secret },
    ]) {
      const error: unknown = await ask({ status: 400, body }, secrets).catch(
        (reason: unknown) => reason,
      );
      expect(error).toMatchObject({
        message: expect.stringContaining(
          "(hidden, because it contains a secret)",
        ),
      });
      expect(
        JSON.stringify(error, Object.getOwnPropertyNames(error)),
      ).not.toContain(secret);
    }
  });

  test("is missing at some servers, which is told", async () => {
    const { issuer } = server;
    await expect(ask({ body: sound }, {}, { issuer })).rejects.toMatchObject({
      reason: "unsupported",
      message: `the authorization server "${issuer}" has no token endpoint`,
    });
  });

  test("says at length what is no secret, up to a point", async () => {
    const body = { error: "e", error_description: "x".repeat(10_000) };
    const error = await ask({ status: 400, body }).catch(String);
    expect(error).toMatch(/x{400,500}…$/);
  });
});
