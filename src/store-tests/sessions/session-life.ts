import { requireEqual, requireThat, requireThere } from "../support/expect.ts";
import type { Trials } from "../support/store-test.ts";
import { twoOf } from "../support/trial.ts";
import type { SessionStore } from "../../runtime/sessions/session-store.ts";
import { sampleBounds, sampleSession, strangers } from "./sample-session.ts";

/** Tests of the life of a session. */
export const sessionLifeTrials: Trials<SessionStore> = {
  "a session is found by every process, as it was told": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const told = sampleSession({
      resources: ["file:///a b", 'x:{"y"}'],
      logLevel: "info",
      isReady: true,
    });
    const none = sampleSession({ principal: undefined, peer: {} });
    for (const session of [told, none]) {
      const kept = await first.create(session, sampleBounds());
      requireEqual("a session for which there is room is kept", kept, {
        kind: "kept",
        displaced: [],
      });
      for (const store of [first, second])
        requireEqual(
          "a session is found as it was told",
          await store.use(session.id, session.principal),
          session,
        );
    }
  },

  "a session is kept when that is said, whatever becomes of its process":
    async (trial) => {
      const dying = await trial.process();
      const session = sampleSession();
      await dying.store.create(session, sampleBounds());
      await dying.kill();
      requireEqual(
        "a session outlives the process that it came to",
        await (await trial.store()).use(session.id, session.principal),
        session,
      );
    },

  "a session that is not there is not found, and nothing makes it": async (
    trial,
  ) => {
    const store = await trial.store();
    const { id } = sampleSession();
    requireEqual("nothing is used", await store.use(id, "alice"), undefined);
    requireEqual(
      "nothing is changed",
      await store.update(id, "alice", { kind: "ready" }),
      "gone",
    );
    requireEqual("nothing is ended", await store.end(id, "alice"), false);
    requireEqual("nothing is made", await store.use(id, "alice"), undefined);
    requireEqual("nothing is counted", await store.count(), 0);
  },

  "a session of another principal's is not found": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    for (const [principal, stranger] of strangers) {
      const session = sampleSession({ principal });
      await first.create(session, sampleBounds());
      const who = `a session of ${String(principal)} is not there for ${String(stranger)}`;
      for (const store of [first, second])
        requireEqual(who, await store.use(session.id, stranger), undefined);
      requireEqual(
        "its own principal finds it",
        (await second.use(session.id, principal))?.id,
        session.id,
      );
    }
  },

  "a session of another principal's is not changed": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    for (const [principal, stranger] of strangers) {
      const session = sampleSession({ principal });
      await first.create(session, sampleBounds());
      for (const change of [
        { kind: "ready" },
        { kind: "log level", level: "debug" },
        { kind: "subscribed", uri: "x:y" },
        { kind: "keeper", from: session.keeper, to: "other" },
      ] as const)
        requireEqual(
          `a change by another principal says that there is no session (${change.kind})`,
          await second.update(session.id, stranger, change),
          "gone",
        );
      requireEqual(
        "what another principal changes is not changed",
        await first.use(session.id, principal),
        session,
      );
    }
  },

  "a session of another principal's is not ended": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    for (const [principal, stranger] of strangers) {
      const session = sampleSession({ principal });
      await first.create(session, sampleBounds());
      requireEqual(
        "another principal ends nothing",
        await second.end(session.id, stranger),
        false,
      );
      requireThere(
        "a session that another principal ends is still there",
        await first.use(session.id, principal),
      );
    }
  },

  "an id is what it is, letter by letter": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const session = sampleSession();
    const { id, principal } = session;
    await first.create(session, sampleBounds());
    for (const other of [id.toUpperCase(), `${id} `, ` ${id}`]) {
      requireEqual(
        "an id that is spelled otherwise is none",
        await second.use(other, principal),
        undefined,
      );
      requireEqual(
        "an id that is spelled otherwise ends nothing",
        await second.end(other, principal),
        false,
      );
    }
    requireThere("the id itself is one", await second.use(id, principal));
  },

  "a session that has ended is there for nobody, and does not come back":
    async (trial) => {
      const [first, second] = await twoOf(trial.stores(2));
      const session = sampleSession();
      const other = sampleSession();
      await first.create(session, sampleBounds());
      await first.create(other, sampleBounds());
      requireEqual(
        "any process ends a session",
        await second.end(session.id, session.principal),
        true,
      );
      for (const store of [first, second]) {
        const { id, principal } = session;
        requireEqual(
          "an ended session is not found",
          await store.use(id, principal),
          undefined,
        );
        requireEqual(
          "an ended session is not changed",
          await store.update(id, principal, { kind: "ready" }),
          "gone",
        );
        requireEqual(
          "a session ends once",
          await store.end(id, principal),
          false,
        );
        requireEqual(
          "a change does not bring a session back",
          await store.use(id, principal),
          undefined,
        );
      }
      requireEqual("an ended session is not counted", await first.count(), 1);
      requireThere("others go on", await first.use(other.id, other.principal));
    },

  "of several that end a session at once, one does, and no change undoes it":
    async (trial) => {
      const stores = await trial.stores(3);
      for (let round = 0; round < 10; round++) {
        const { id, principal } = sampleSession();
        const session = sampleSession({ id, principal });
        await stores[0]?.create(session, sampleBounds());
        const change = (): Promise<unknown>[] =>
          stores.map((store, at) =>
            store.update(id, principal, { kind: "subscribed", uri: `x:${at}` }),
          );
        // Changes before an end and after it.
        const before = round % 2 === 0 ? change() : [];
        const ended = stores.map((store) => store.end(id, principal));
        const changed = [...before, ...change()];
        const results = await Promise.all(ended);
        await Promise.all(changed);
        requireEqual(
          "one of several ends a session",
          results.filter((isEnded) => isEnded).length,
          1,
        );
        requireEqual(
          "a change at the same time does not undo an end",
          await stores[1]?.use(id, principal),
          undefined,
        );
      }
    },

  "those that are no more are told, and only those": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const sessions = [1, 2, 3].map((at) =>
      sampleSession({ principal: at === 2 ? undefined : `who ${at}` }),
    );
    for (const session of sessions) await first.create(session, sampleBounds());
    const [one, two, three] = sessions.map(({ id }) => id);
    const never = sampleSession().id;
    const ids = [never, ...sessions.map(({ id }) => id)];
    requireEqual("of none, none are no more", await second.gone([]), []);
    requireEqual(
      "one that never was is no more, and those of all principals are there",
      await second.gone(ids),
      [never],
    );
    await second.end(one ?? "", "who 1");
    for (const store of [first, second])
      requireEqual(
        "one that has ended is no more",
        [...(await store.gone(ids))].sort(),
        [never, one].sort(),
      );
    requireEqual(
      "those that are there are not told",
      await first.gone([two ?? "", three ?? ""]),
      [],
    );
  },

  "all processes count the same sessions": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const sessions = [1, 2, 3].map(() => sampleSession());
    for (const session of sessions) await first.create(session, sampleBounds());
    await second.create(sampleSession(), sampleBounds());
    for (const store of [first, second])
      requireEqual("all sessions are counted", await store.count(), 4);
    const [one] = sessions;
    if (one) await second.end(one.id, one.principal);
    const count = await first.count();
    requireThat("an end is counted", count === 3, count);
  },
};
