import { expect, test } from "vitest";
import { bearer, httpTransport } from "../../../../src/runtime/http-client.ts";
import {
  startAuthorizationServer,
  startResource,
} from "../../../support/auth/index.ts";
import { connected, whoami } from "./setting.ts";

async function world() {
  const server = await startAuthorizationServer();
  const resource = await startResource({ authorizationServers: [server] });
  const token = async () => {
    const grant = { resource: resource.url };
    return (await server.issue(grant)).access_token;
  };
  return { server, resource, token };
}

test("a token as text is sent with each request", async () => {
  const { resource, token } = await world();
  const client = await connected(resource.url, bearer(await token()));
  expect(await whoami(client)).toContain("ada");
});

test("a function is asked for each request, and once more after a 401, with what was refused", async () => {
  const { server, resource, token } = await world();
  let current = await token();
  const refused: (string | undefined)[] = [];
  const auth = bearer(async (old) => {
    refused.push(old);
    if (old !== undefined) current = await token();
    return current;
  });
  const client = await connected(resource.url, auth);
  const before = current;
  server.expireTokens();
  refused.length = 0;
  expect(await whoami(client)).toContain("ada");
  expect(refused.slice(0, 2)).toEqual([undefined, before]);
});

test("a function that has no other token is asked once more and no further", async () => {
  const { resource } = await world();
  let count = 0;
  const auth = bearer(() => {
    count++;
    return "stale";
  });
  await expect(connected(resource.url, auth)).rejects.toMatchObject({
    status: 401,
  });
  expect(count).toBe(2);
  expect(resource.calls().length).toBe(1);
});

test.each([[""], ["two words"], ["a\nb"], ["ü"]])(
  "%j is no token, and no error shows it",
  (token) => {
    expect(() => bearer(token)).toThrow(TypeError);
    if (token !== "") expect(() => bearer(token)).not.toThrow(token);
  },
);

test("a transport refuses at once what is no authorization, without showing it", () => {
  const url = "https://mcp.example/mcp";
  const make = () => httpTransport({ url, auth: "a-token" as never });
  expect(make).toThrow(
    "auth: expected an object with attach, such as bearer() gives",
  );
});

test("no token goes to another origin", async () => {
  const sent: (string | null)[] = [];
  const send = bearer("secret").attach({
    url: "https://mcp.example/mcp",
    fetch: (_, init) => {
      sent.push(new Headers(init.headers).get("authorization"));
      return Promise.resolve(new Response());
    },
    closing: new AbortController().signal,
    clock: { lost: 0 },
    warn() {},
  });
  await send("https://mcp.example/other", {});
  await send("https://evil.example/mcp", {});
  expect(sent).toEqual(["Bearer secret", null]);
});

test("a refusal says why, and never what was sent", async () => {
  const { resource, token } = await world();
  const sent = await token();
  resource.answers.mcp = () => ({
    status: 401,
    headers: {
      "www-authenticate": `Bearer error="invalid_token", error_description="${sent} is for \\"another\\" audience${"!".repeat(600)}"`,
    },
  });
  const error: unknown = await connected(resource.url, bearer(sent)).catch(
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({
    status: 401,
    message: expect.stringContaining(
      'HTTP 401: … is for "another" audience!',
    ) as string,
  });
  expect(String(error).length).toBeLessThan(700);
  expect(JSON.stringify(error)).not.toContain(sent);
});
