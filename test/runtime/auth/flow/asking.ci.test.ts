import { afterEach, expect, test, vi } from "vitest";
import { memoryStore, oauth } from "../../../../src/runtime/auth/index.ts";
import {
  followLogin,
  startAuthorizationServer,
  startResource,
  type FollowedLogin,
} from "../../../support/auth/index.ts";
import { connected, whoami } from "./setting.ts";
import { patient } from "../../wait.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** A login that a person takes their time for. */
function slowLogin() {
  let release = (): void => {};
  let begun = (): void => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const login: FollowedLogin = followLogin({
    onReturn: async (callback) => {
      begun();
      await gate;
      return callback;
    },
  });
  return { login, isBegun, release };
}

/** Nobody knows how long a person takes: half a day is more than any limit. */
const long = 43_200_000;

async function patiently(
  { isBegun, release }: ReturnType<typeof slowLogin>,
  work: () => Promise<unknown>,
): Promise<void> {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "performance", "setInterval"],
  });
  const result = work();
  result.catch(() => {});
  await isBegun;
  await vi.advanceTimersByTimeAsync(long);
  release();
  await result;
}

const limits = { timeout: 1_000, totalTimeout: 2_000 };

test.each([["2026-07-28"], ["2025-11-25"]])(
  "no call is late while a person is asked: neither for silence nor in all (%s)",
  async (revision) => {
    const server = await startAuthorizationServer({ refreshTokens: false });
    const resource = await startResource({ authorizationServers: [server] });
    const store = memoryStore();
    const first = followLogin();
    const settings = { store, allowLoopback: true };
    await connected(resource.url, oauth({ ...settings, login: first }));
    const slow = slowLogin();
    const client = await connected(
      resource.url,
      oauth({ ...settings, login: slow.login }),
      { revisions: [revision], ...limits },
    );
    server.revokeGrants();
    await patiently(slow, async () => {
      expect(await whoami(client)).toContain("ada");
    });
    // From then on silence is what it was.
    resource.answers.mcp = () => () => {};
    const late = whoami(client);
    late.catch(() => {});
    await vi.advanceTimersByTimeAsync(1_001);
    await expect(late).rejects.toMatchObject({ kind: "timeout" });
  },
);

test("neither the probe nor the connection is late while a person is asked", async () => {
  const server = await startAuthorizationServer();
  const resource = await startResource({ authorizationServers: [server] });
  const slow = slowLogin();
  const auth = oauth({ login: slow.login, allowLoopback: true });
  await patiently(slow, async () => {
    const client = await connected(resource.url, auth, limits);
    expect(client.protocolVersion).toBe("2026-07-28");
  });
});

test("what is told in a session waits for the person as well", async () => {
  const server = await startAuthorizationServer({ refreshTokens: false });
  const resource = await startResource({ authorizationServers: [server] });
  const store = memoryStore();
  const settings = { store, allowLoopback: true };
  await connected(resource.url, oauth({ ...settings, login: followLogin() }));
  const slow = slowLogin();
  const client = await connected(
    resource.url,
    oauth({ ...settings, login: slow.login }),
    { revisions: ["2025-11-25"] },
  );
  server.revokeGrants();
  await patiently(slow, async () => {
    await client.notify.rootsListChanged();
  });
  vi.useRealTimers();
  const told = () =>
    resource
      .calls("notifications/roots/list_changed")
      .map(({ headers: { authorization = "" } }) => authorization.slice(7));
  await vi.waitFor(
    () => expect(told().filter((token) => server.active(token)).length).toBe(1),
    patient,
  );
});
