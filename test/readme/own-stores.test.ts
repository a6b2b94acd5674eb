import { describe, expect, test } from "vitest";
import {
  sessionStoreTests,
  type StoreTest,
} from "../../src/store-tests/index.ts";
import type { SessionStore } from "../../src/runtime/cluster.ts";
import { readPage } from "./blocks.ts";
import { programsOf } from "./programs.ts";

const load = programsOf("own-stores");

interface Sessions {
  databaseSessions(database: object): SessionStore;
}

/** The suite over the store of the page, or over what is made of it. */
async function suite(
  change: (store: SessionStore) => SessionStore = (store) => store,
): Promise<readonly StoreTest[]> {
  const { memoryDatabase } = await load<{ memoryDatabase(): object }>(
    "own-stores",
    "database",
  );
  const { databaseSessions } = await load<Sessions>("own-stores", "sessions");
  return sessionStoreTests(
    () => {
      const database = memoryDatabase();
      const store = change(databaseSessions(database));
      return { process: () => ({ store, kill() {} }), close() {} };
    },
    { shortMs: 150 },
  );
}

describe("the page of stores of one's own", () => {
  test("has a store that keeps each promise", async () => {
    const tests = await suite();
    expect(tests.length).toBeGreaterThan(20);
    const results = await Promise.allSettled(tests.map(({ run }) => run()));
    const broken = results.flatMap((result) =>
      result.status === "rejected" ? [String(result.reason)] : [],
    );
    expect(broken).toEqual([]);
  });

  test("shows what a test says that fails", async () => {
    const page = readPage("docs/guides/own-stores.md");
    const tests = await suite((store) => {
      const ends = new Map<string, number>();
      return {
        ...store,
        create(session, bounds) {
          ends.set(session.id, Date.now() + bounds.idleMs);
          return store.create(session, bounds);
        },
        use: async (id, principal) =>
          Date.now() < (ends.get(id) ?? 0)
            ? store.use(id, principal)
            : undefined,
      };
    });
    const failing = tests.find(({ name }) =>
      name.startsWith("use and changes"),
    );
    const said = await failing?.run().catch((error: Error) => error.message);
    expect(said).toBeTypeOf("string");
    expect(page).toContain(`\`${said}\``);
  });
});
