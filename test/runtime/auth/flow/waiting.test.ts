import { expect, test, vi } from "vitest";
import {
  memoryStore,
  oauth,
  type Login,
} from "../../../../src/runtime/auth/index.ts";
import {
  followLogin,
  startAuthorizationServer,
  startResource,
} from "../../../support/auth/index.ts";
import { connected, whoami } from "./setting.ts";
import { patient } from "../../wait.ts";

/** A login that nobody comes back from until it is let. */
function gated() {
  const opened: AbortSignal[] = [];
  let ended = 0;
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const inner = followLogin();
  const login: Login = {
    async start(known, signal) {
      opened.push(signal);
      const attempt = await inner.start(known, signal);
      return {
        ...attempt,
        async visit(url) {
          await gate;
          return attempt.visit(url);
        },
        end() {
          ended++;
          attempt.end();
        },
      };
    },
  };
  return { login, opened, release, ended: () => ended };
}

async function revoked(revision = "2026-07-28") {
  const server = await startAuthorizationServer({ refreshTokens: false });
  const resource = await startResource({ authorizationServers: [server] });
  const store = memoryStore();
  const settings = { store, allowLoopback: true };
  await connected(resource.url, oauth({ ...settings, login: followLogin() }));
  const gate = gated();
  const client = await connected(
    resource.url,
    oauth({ ...settings, login: gate.login }),
    { revisions: [revision] },
  );
  await whoami(client);
  server.revokeGrants();
  return { server, resource, client, ...gate };
}

test("a call that is cancelled ends at once, and the login goes on for the others", async () => {
  const { client, opened, release, ended } = await revoked();
  const abort = new AbortController();
  const { signal } = abort;
  const one = client.callTool({ name: "whoami", arguments: {} }, { signal });
  const other = whoami(client);
  await vi.waitFor(() => expect(opened.length).toBe(1), patient);
  abort.abort(new Error("enough"));
  await expect(one).rejects.toMatchObject({ kind: "cancelled" });
  expect(opened[0]?.aborted).toBe(false);
  release();
  expect(await other).toContain("ada");
  expect(opened.length).toBe(1);
  expect(ended()).toBe(1);
});

test("a login that nobody waits for any more is over, and the next call begins another", async () => {
  const { client, opened, release, ended } = await revoked();
  const abort = new AbortController();
  const { signal } = abort;
  const one = client.callTool({ name: "whoami", arguments: {} }, { signal });
  await vi.waitFor(() => expect(opened.length).toBe(1), patient);
  abort.abort();
  await expect(one).rejects.toMatchObject({ kind: "cancelled" });
  await vi.waitFor(() => expect(ended()).toBe(1), patient);
  expect(opened[0]?.aborted).toBe(true);
  release();
  expect(await whoami(client)).toContain("ada");
  expect(opened.length).toBe(2);
});

test("a login ends with the transport that it was for", async () => {
  const { client, opened, ended } = await revoked();
  const call = whoami(client);
  call.catch(() => {});
  await vi.waitFor(() => expect(opened.length).toBe(1), patient);
  await client.close();
  await expect(call).rejects.toMatchObject({ kind: "transport" });
  await vi.waitFor(() => expect(ended()).toBe(1), patient);
});

test("saying goodbye logs nobody in", async () => {
  const { client, opened, resource } = await revoked("2025-11-25");
  await client.close();
  const farewells = resource
    .calls()
    .filter(({ method }) => method === "DELETE");
  expect(farewells.length).toBe(1);
  expect(farewells[0]?.headers["authorization"]).toMatch(/^Bearer /);
  expect(opened).toEqual([]);
});

test("a stream that is kept open waits for who logs in for another reason", async () => {
  const { server, resource, client, opened, release } =
    await revoked("2025-11-25");
  const streams = () =>
    resource
      .calls()
      .filter(
        ({ method, headers: { authorization = "" } }) =>
          method === "GET" && server.active(authorization.slice(7)),
      ).length;
  // The stream is opened again at the server that was started again, and refused.
  await resource.stop();
  await resource.start();
  await vi.waitFor(
    () =>
      expect(resource.calls().at(-1)).toMatchObject({
        method: "GET",
      }),
    patient,
  );
  expect(opened).toEqual([]);
  expect(streams()).toBe(0);
  release();
  await whoami(client).catch(() => {});
  await vi.waitFor(() => expect(streams()).toBeGreaterThan(0), patient);
});

/** Requests of a transport of its own, which the server refuses until they have a token. */
async function refusing() {
  const server = await startAuthorizationServer();
  const resource = await startResource({ authorizationServers: [server] });
  const login = followLogin();
  const auth = oauth({ login, allowLoopback: true });
  const closing = new AbortController();
  const sent: (string | null)[] = [];
  const send = auth.attach({
    url: resource.url,
    fetch: (_, { headers }) => {
      const token = new Headers(headers).get("authorization");
      sent.push(token);
      return Promise.resolve(new Response(null, { status: token ? 200 : 401 }));
    },
    closing: closing.signal,
    clock: { lost: 0 },
    warn() {},
  });
  const { url } = resource;
  return { server, login, sent, send, url, closing };
}

test("a farewell that is refused stays so", async () => {
  const { server, login, sent, send, url } = await refusing();
  const { status } = await send(url, { method: "DELETE" });
  expect(status).toBe(401);
  expect(sent).toEqual([null]);
  expect(login.visits).toEqual([]);
  expect(server.requests).toEqual([]);
});

test("what nobody waits for begins no login, and goes on with that of others", async () => {
  const { server, login, sent, send, url, closing } = await refusing();
  const low = { method: "GET", priority: "low" };
  const stream = send(url, low);
  await vi.waitFor(
    () => expect(server.asked("metadata").length).toBe(1),
    patient,
  );
  // A login would have begun by then.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(login.visits).toEqual([]);
  expect((await send(url, { method: "POST" })).status).toBe(200);
  expect((await stream).status).toBe(200);
  expect(login.visits.length).toBe(1);
  expect(sent.length).toBe(4);
  closing.abort();
});
