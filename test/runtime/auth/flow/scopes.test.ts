import { expect, test } from "vitest";
import { oauth } from "../../../../src/runtime/auth/index.ts";
import { chooseScopes } from "../../../../src/runtime/auth/client/scopes.ts";
import {
  followLogin,
  startAuthorizationServer,
  startResource,
  type AuthorizationServerOptions,
  type ResourceOptions,
} from "../../../support/auth/index.ts";
import { connected, said, whoami } from "./setting.ts";

async function started(
  { scopes, ...options }: Partial<ResourceOptions> & { scopes?: string[] },
  ofServer: AuthorizationServerOptions = {},
) {
  const server = await startAuthorizationServer(ofServer);
  const resource = await startResource({
    authorizationServers: [server],
    ...options,
  });
  const login = followLogin();
  const auth = oauth({ login, allowLoopback: true, ...(scopes && { scopes }) });
  return { server, resource, login, auth };
}

const perTool = {
  challengedScopes: ["read"],
  needs: ({ params }: { params?: { name?: string } }) =>
    params?.name === "write" ? ["write"] : ["read"],
};

test("a step up asks for what was asked before and what is needed now, on the same transport", async () => {
  const { server, resource, login, auth } = await started(perTool);
  const client = await connected(resource.url, auth);
  expect(await whoami(client)).toContain("read");
  const write = () => client.callTool({ name: "write", arguments: {} });
  const results = await Promise.all([write(), write(), write()]);
  expect(JSON.stringify(results)).toContain("written");
  await whoami(client);
  expect(said(server.asked("authorize"), "scope")).toEqual([
    "read",
    "write read",
  ]);
  expect(login.visits.length).toBe(2);
});

test("a step up after another has all of them, after a refresh too", async () => {
  const { server, resource, auth } = await started({
    challengedScopes: ["a"],
    needs: ({ params }) => (params?.name === "write" ? ["b"] : ["a"]),
  });
  const client = await connected(resource.url, auth);
  await client.callTool({ name: "write", arguments: {} });
  server.revokeGrants();
  await whoami(client);
  expect(said(server.asked("authorize"), "scope")).toEqual(["a", "b a", "a b"]);
});

test("calls at once that need each something else are answered after two logins at most", async () => {
  const { server, resource, login, auth } = await started({
    needs: ({ params = {} }) => {
      const { n } = (params as { arguments?: { n?: string } }).arguments ?? {};
      return n === undefined ? [] : [`s${n}`];
    },
  });
  const client = await connected(resource.url, auth);
  const call = (n: number) =>
    client.callTool({ name: "write", arguments: { n: String(n) } });
  const results = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(call));
  expect(results.length).toBe(8);
  // And one to connect.
  expect(login.visits.length).toBeLessThanOrEqual(3);
  const last = said(server.asked("authorize"), "scope").at(-1);
  expect(last?.split(" ").sort().join(" ")).toBe("s1 s2 s3 s4 s5 s6 s7 s8");
});

test("a step up need not say again where the metadata are", async () => {
  const { server, resource, auth } = await started({
    ...perTool,
    metadata: ["elsewhere"],
  });
  const client = await connected(resource.url, auth);
  resource.answers.mcp = async ({ headers, text }, usual) => {
    const [, token = ""] = (headers["authorization"] ?? "").split(" ");
    const isLacking =
      text.includes("write") && !server.active(token)?.scopes.includes("write");
    const challenge = 'Bearer error="insufficient_scope", scope="write"';
    return isLacking
      ? { status: 403, headers: { "www-authenticate": challenge } }
      : usual();
  };
  await client.callTool({ name: "write", arguments: {} });
  expect(server.asked("authorize").length).toBe(2);
});

test("addresses of one resource do not take each other's scopes away", async () => {
  const { server, resource, login, auth } = await started({
    needs: ({ params }) =>
      params?.name ? [params.name === "write" ? "b" : "a"] : [],
  });
  const one = await connected(`${resource.url}?team=one`, auth);
  const other = await connected(`${resource.url}?team=other`, auth);
  const write = () => other.callTool({ name: "write", arguments: {} });
  await whoami(one);
  await write();
  server.expireTokens();
  await whoami(one);
  await write();
  expect(said(server.asked("authorize"), "scope")).toEqual([null, "a", "b a"]);
  expect(login.visits.length).toBe(3);
});

test("who is refused for the same scopes again is not asked again", async () => {
  const { resource, login, auth } = await started(
    {
      challengedScopes: ["read"],
      needs: ({ params }) =>
        params?.name === "write" ? ["read", "admin"] : [],
    },
    { grant: () => ["read"] },
  );
  const client = await connected(resource.url, auth);
  const write = () => client.callTool({ name: "write", arguments: {} });
  await expect(write()).rejects.toMatchObject({ status: 403 });
  expect(login.visits.length).toBe(2);
  await expect(write()).rejects.toMatchObject({ status: 403 });
  expect(login.visits.length).toBe(2);
});

test("a 403 that nobody can do anything about is told as it is", async () => {
  const { resource, login, auth } = await started({});
  const client = await connected(resource.url, auth);
  resource.answers.mcp = () => ({ status: 403, body: "no" });
  await expect(whoami(client)).rejects.toMatchObject({ status: 403 });
  expect(login.visits.length).toBe(1);
});

test("a server that always wants more is given up", async () => {
  const { resource, login, auth } = await started({ challengedScopes: ["s0"] });
  const client = await connected(resource.url, auth);
  let count = 0;
  resource.answers.mcp = () => ({
    status: 403,
    headers: {
      "www-authenticate": `Bearer error="insufficient_scope", scope="s${++count}"`,
    },
  });
  await expect(whoami(client)).rejects.toMatchObject({ status: 403 });
  expect(login.visits.length).toBe(3);
});

test("what the challenge names is asked for rather than all that the resource lists", async () => {
  const metadataFields = { scopes_supported: ["read", "write"] };
  const one = await started({ metadataFields, challengedScopes: ["read"] });
  await connected(one.resource.url, one.auth);
  expect(said(one.server.asked("authorize"), "scope")).toEqual(["read"]);
  const other = await started({ metadataFields, scopes: ["mine"] });
  await connected(other.resource.url, other.auth);
  expect(said(other.server.asked("authorize"), "scope")).toEqual([
    "read write mine",
  ]);
  const none = await started({});
  await connected(none.resource.url, none.auth);
  expect(said(none.server.asked("authorize"), "scope")).toEqual([null]);
});

test.each([
  [
    "is listed",
    ["read", "offline_access"],
    ["read"],
    [],
    "offline_access read",
  ],
  ["is not listed", ["read"], ["read"], [], "read"],
  [
    "is not listed, though the resource names it",
    ["read"],
    ["read", "offline_access"],
    [],
    "read",
  ],
  [
    "is listed, and nothing else is asked for",
    ["offline_access"],
    undefined,
    [],
    "",
  ],
  [
    "is not listed, but wanted",
    undefined,
    ["read"],
    ["offline_access"],
    "read offline_access",
  ],
])("offline_access where it %s", (_, known, supported, wanted, scopes) => {
  const sources = {
    challenged: undefined,
    supported,
    wanted,
    before: [],
    known,
  };
  const chosen = chooseScopes({ ...sources, isLasting: true });
  expect(chosen.join(" ")).toBe(scopes);
});

test("who asks for offline_access asks for consent, without which servers ignore it", async () => {
  const { server, resource, auth } = await started(
    { challengedScopes: ["read"] },
    { scopesSupported: ["read", "offline_access"] },
  );
  await connected(resource.url, auth);
  expect(said(server.asked("authorize"), "prompt")).toEqual(["consent"]);
});

test("a server cannot make the list of scopes grow without end", () => {
  const before = Array.from({ length: 2_000 }, (_, index) => `scope-${index}`);
  const chosen = chooseScopes({
    challenged: ["one"],
    supported: undefined,
    wanted: [],
    before,
    known: undefined,
    isLasting: true,
  });
  expect(chosen[0]).toBe("one");
  expect(chosen.join(" ").length).toBeLessThan(5_000);
});
