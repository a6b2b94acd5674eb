import { describe, expect, test } from "vitest";
import { memoryStore, oauth } from "../../../../src/runtime/auth/index.ts";
import { browserLogin } from "../../../support/auth/browser.ts";
import {
  startProvider,
  type RealProvider,
} from "../../../support/auth/provider.ts";
import { connected, lifecycles, passing } from "./life.ts";
import { notesScopes, startNotes, type FaceName, type Notes } from "./notes.ts";

/** A real provider, and a server of ours that it gives tokens for. */
async function world(face?: FaceName): Promise<{
  provider: RealProvider;
  notes: Notes;
  another: () => Promise<RealProvider>;
}> {
  const known: Record<string, readonly string[]> = {};
  const another = (): Promise<RealProvider> =>
    startProvider({ resources: () => known });
  const provider = await another();
  const notes = await startNotes(provider, face);
  known[notes.url] = notesScopes;
  return { provider, notes, another };
}

/** What the provider gave tokens for since a moment. */
function since(provider: RealProvider): () => string[] {
  const before = provider.grants.length;
  return () => provider.grants.slice(before);
}

describe.each([
  ["handshake", "Node"],
  ["stateless", "web"],
] as const)(
  "a client of the %s lifecycle, a server on the %s face, and oidc-provider",
  (lifecycle, face) => {
    test("live a whole life: login, refresh, step-up, a grant that is taken back, a move", async () => {
      const pass = passing();
      const { provider, notes, another } = await world(face);
      const login = browserLogin();
      const auth = oauth({ login, allowLoopback: true });
      const client = await connected(lifecycle, notes.url, auth);
      expect(await client.call("whoami")).toContain("ada");
      expect(login.browser.sent).toEqual(["login", "consent"]);
      const asked = login.visits[0]?.searchParams;
      expect(asked?.get("resource")).toBe(notes.url);
      // It lasts, where the provider says how: with consent that is asked for.
      expect(asked?.get("scope")?.split(" ").sort()).toEqual([
        "notes:read",
        "offline_access",
      ]);
      expect(asked?.get("prompt")).toBe("consent");

      // The tokens last a minute.
      pass(90);
      let given = since(provider);
      const calls = Array.from({ length: 64 }, () => client.call("whoami"));
      const answers = await Promise.all(calls);
      expect(new Set(answers).size).toBe(1);
      expect(given()).toEqual(["refresh_token"]);
      pass(90);
      await client.call("whoami");
      expect(given()).toEqual(["refresh_token", "refresh_token"]);
      expect(login.visits).toHaveLength(1);

      given = since(provider);
      expect(await client.call("write")).toBe("written");
      expect(login.visits).toHaveLength(2);
      const wider = login.visits[1]?.searchParams.get("scope")?.split(" ");
      expect(wider?.sort()).toEqual([...notesScopes, "offline_access"]);
      expect(given()).toEqual(["authorization_code"]);

      provider.revokeGrants();
      pass(90);
      given = since(provider);
      const more = Array.from({ length: 16 }, () => client.call("whoami"));
      await Promise.all(more);
      expect(given()).toEqual([
        "error: InvalidGrant: invalid_grant",
        "authorization_code",
      ]);
      expect(login.visits).toHaveLength(3);
      // What was allowed before is asked for again, at once.
      expect(await client.call("write")).toBe("written");
      expect(login.visits).toHaveLength(3);

      const next = await another();
      await notes.move(next);
      given = since(provider);
      await Promise.all(Array.from({ length: 8 }, () => client.call("whoami")));
      expect(given()).toEqual([]);
      expect(next.grants).toEqual(["authorization_code"]);
      expect(login.visits).toHaveLength(4);
      const moved = login.visits[3];
      expect(moved?.origin).toBe(next.issuer);
      expect(moved?.searchParams.get("client_id")).not.toBe(
        asked?.get("client_id"),
      );
      expect([...provider.problems, ...next.problems]).toEqual([]);
    });
  },
);

describe("what goes away in mid-flow and comes back", () => {
  test("is an authorization server, while a person reads its page", async () => {
    const { provider, notes } = await world();
    const login = browserLogin({
      async onPage(prompt) {
        if (prompt !== "consent") return;
        await provider.stop();
        await provider.start();
      },
    });
    const auth = oauth({ login, allowLoopback: true });
    const client = await connected("either", notes.url, auth);
    expect(await client.call("whoami")).toContain("ada");
    expect(login.browser.sent).toEqual(["login", "consent"]);
  });

  test("is an authorization server that is away when a token has to be renewed", async () => {
    const pass = passing();
    const { provider, notes } = await world();
    const login = browserLogin();
    const auth = oauth({ login, allowLoopback: true });
    const client = await connected("either", notes.url, auth);
    await client.call("whoami");
    pass(90);
    await provider.stop();
    await expect(client.call("whoami")).rejects.toThrow();
    await provider.start();
    expect(await client.call("whoami")).toContain("ada");
    // What failed was the network: nobody is asked anew for that.
    expect(login.visits).toHaveLength(1);
    expect(provider.grants).toEqual(["authorization_code", "refresh_token"]);
  });

  test.each(lifecycles)(
    "is an MCP server, while a person logs in or a token is renewed, in the %s lifecycle",
    async (lifecycle) => {
      const pass = passing();
      const { provider, notes } = await world();
      const login = browserLogin({
        onPage: () => notes.restart(),
      });
      const auth = oauth({ login, allowLoopback: true });
      const client = await connected(lifecycle, notes.url, auth);
      expect(await client.call("whoami")).toContain("ada");
      // Its sessions are gone in the middle of a step-up.
      expect(await client.call("write")).toBe("written");
      pass(90);
      await notes.restart();
      expect(await client.call("whoami")).toContain("ada");
      expect(login.visits).toHaveLength(2);
      expect(provider.grants).toEqual([
        "authorization_code",
        "authorization_code",
        "refresh_token",
      ]);
    },
  );

  test("is a web application, between sending a person off and getting them back", async () => {
    const pass = passing();
    const { provider, notes } = await world();
    const redirectUri = "https://app.example.com/callback";
    const store = memoryStore();
    const application = () =>
      oauth({ redirectUri, store, allowLoopback: true });
    const { url } = await application().begin(notes.url);
    const browser = browserLogin().browser;
    const callback = await browser.visit(new URL(url), redirectUri);
    // Another process: all that is left is in the store.
    await application().finish(callback.href);
    const client = await connected("either", notes.url, application());
    expect(await client.call("whoami")).toContain("ada");
    pass(90);
    expect(await client.call("whoami")).toContain("ada");
    expect(provider.grants).toEqual(["authorization_code", "refresh_token"]);
    // What came back once is good for nothing any more.
    await expect(application().finish(callback.href)).rejects.toThrow();
    expect(provider.grants).toHaveLength(2);
  });
});

describe("a client that the provider has forgotten registers anew", () => {
  const registrations = ({ requests }: RealProvider): number =>
    requests.filter(({ path, status }) => path === "/reg" && status === 201)
      .length;

  test("before a person is sent there, where its refresh tells", async () => {
    const pass = passing();
    const { provider, notes } = await world();
    const login = browserLogin();
    const auth = oauth({ login, allowLoopback: true });
    const client = await connected("either", notes.url, auth);
    await client.call("whoami");
    provider.forgetClients();
    pass(90);
    expect(await client.call("whoami")).toContain("ada");
    expect(login.visits).toHaveLength(2);
    expect(registrations(provider)).toBe(2);
  });

  test("after a person has come to a page that leads nowhere", async () => {
    const { provider, notes } = await world();
    const login = browserLogin();
    const auth = oauth({ login, allowLoopback: true });
    const client = await connected("either", notes.url, auth);
    await client.call("whoami");
    provider.forgetClients();
    await expect(client.call("write")).rejects.toThrow(/the login failed/);
    expect(await client.call("write")).toBe("written");
    expect(login.visits).toHaveLength(3);
    expect(registrations(provider)).toBe(2);
  });
});

test("a person who refuses is not asked once a call", async () => {
  const { provider, notes } = await world();
  const login = browserLogin({ refuses: true });
  const auth = oauth({ login, allowLoopback: true });
  const attempts = Array.from({ length: 4 }, () =>
    connected("either", notes.url, auth),
  );
  const ends = await Promise.allSettled(attempts);
  expect(ends.map(({ status }) => status)).not.toContain("fulfilled");
  expect(login.visits).toHaveLength(1);
  expect(provider.grants).toEqual([]);
});
