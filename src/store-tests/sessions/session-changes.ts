import { requireEqual } from "../support/expect.ts";
import type { Trials } from "../support/store-test.ts";
import { twoOf } from "../support/trial.ts";
import type {
  SessionChange,
  SessionStore,
} from "../../runtime/sessions/session-store.ts";
import { sampleBounds, sampleSession } from "./sample-session.ts";

/** Tests of changes. */
export const sessionChangeTrials: Trials<SessionStore> = {
  "a change is seen by every process when it is done": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const session = sampleSession();
    const { id, principal } = session;
    await first.create(session, sampleBounds());
    let expected = session;
    const changes: readonly (readonly [SessionChange, object])[] = [
      [{ kind: "ready" }, { isReady: true }],
      [{ kind: "log level", level: "warning" }, { logLevel: "warning" }],
      [{ kind: "log level", level: "debug" }, { logLevel: "debug" }],
      [{ kind: "subscribed", uri: "x:é {1}" }, { resources: ["x:é {1}"] }],
      [{ kind: "keeper", from: "nobody", to: "me" }, { keeper: "me" }],
      [{ kind: "unsubscribed", uri: "x:é {1}" }, { resources: [] }],
    ];
    for (const [change, difference] of changes) {
      requireEqual(
        `a change is done (${change.kind})`,
        await second.update(id, principal, change),
        "done",
      );
      expected = { ...expected, ...difference };
      for (const store of [first, second])
        requireEqual(
          `a change is seen, and nothing else is changed (${change.kind})`,
          await store.use(id, principal),
          expected,
        );
    }
  },

  "a change is kept when that is said, whatever becomes of its process": async (
    trial,
  ) => {
    const session = sampleSession();
    const { id, principal } = session;
    const [store, dying] = [await trial.store(), await trial.process()];
    await store.create(session, sampleBounds());
    await dying.store.update(id, principal, { kind: "subscribed", uri: "x:y" });
    await dying.kill();
    requireEqual(
      "a change outlives the process that made it",
      (await store.use(id, principal))?.resources,
      ["x:y"],
    );
  },

  "a subscription is there once, however often it is made": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const session = sampleSession();
    const { id, principal } = session;
    await first.create(session, sampleBounds());
    for (const store of [first, second, first])
      requireEqual(
        "a repeated subscription is done",
        await store.update(id, principal, { kind: "subscribed", uri: "x:1" }),
        "done",
      );
    requireEqual(
      "a repeated subscription is there once",
      (await first.use(id, principal))?.resources,
      ["x:1"],
    );
    await second.update(id, principal, { kind: "unsubscribed", uri: "x:1" });
    requireEqual(
      "to end a subscription that there is not is done",
      await first.update(id, principal, { kind: "unsubscribed", uri: "x:1" }),
      "done",
    );
    requireEqual(
      "an ended subscription is not there",
      (await second.use(id, principal))?.resources,
      [],
    );
  },

  "a URI is what it is, letter by letter": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const session = sampleSession();
    const { id, principal } = session;
    await first.create(session, sampleBounds());
    const uris = ["x:a", "x:A", "x:a "];
    for (const uri of uris)
      await first.update(id, principal, { kind: "subscribed", uri });
    requireEqual(
      "URIs that differ are two",
      [...((await second.use(id, principal))?.resources ?? [])].sort(),
      [...uris].sort(),
    );
    await second.update(id, principal, { kind: "unsubscribed", uri: "x:A" });
    requireEqual(
      "the end of one is not the end of another",
      [...((await first.use(id, principal))?.resources ?? [])].sort(),
      ["x:a", "x:a "],
    );
  },

  "of changes at once none is lost": async (trial) => {
    const stores = await trial.stores(4);
    const [first] = stores;
    for (let round = 0; round < 10; round++) {
      const session = sampleSession({ resources: ["x:old"] });
      const { id, principal } = session;
      await first?.create(session, sampleBounds());
      const uris = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => `x:${at}`);
      const changes: SessionChange[] = uris.map((uri) => ({
        kind: "subscribed",
        uri,
      }));
      changes.splice(2, 0, { kind: "ready" });
      changes.splice(5, 0, { kind: "log level", level: "error" });
      changes.push({ kind: "unsubscribed", uri: "x:old" });
      changes.push({ kind: "keeper", from: session.keeper, to: "new" });
      await Promise.all(
        changes.map((change, at) =>
          stores[at % stores.length]?.update(id, principal, change),
        ),
      );
      const record = await first?.use(id, principal);
      requireEqual(
        "what several processes change at once is all changed",
        {
          ...record,
          resources: [...(record?.resources ?? [])].sort(),
        },
        {
          ...session,
          resources: uris,
          isReady: true,
          logLevel: "error",
          keeper: "new",
        },
      );
    }
  },

  "of several that want to keep a session at once, one does": async (trial) => {
    const stores = await trial.stores(4);
    const [first] = stores;
    for (let round = 0; round < 10; round++) {
      const session = sampleSession({ keeper: "dead" });
      const { id, principal } = session;
      await first?.create(session, sampleBounds());
      const results = await Promise.all(
        stores.map((store, at) =>
          store.update(id, principal, {
            kind: "keeper",
            from: "dead",
            to: `new${at}`,
          }),
        ),
      );
      requireEqual(
        "one becomes the keeper, and the others are told that another is",
        [...results].sort(),
        ["done", "gone", "gone", "gone"],
      );
      const winner = results.indexOf("done");
      requireEqual(
        "who keeps it already may say so again",
        await stores[winner]?.update(id, principal, {
          kind: "keeper",
          from: "dead",
          to: `new${winner}`,
        }),
        "done",
      );
      requireEqual(
        "who was told so is the keeper",
        (await first?.use(id, principal))?.keeper,
        `new${winner}`,
      );
    }
  },

  "nobody takes a session from a keeper that was not meant": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const session = sampleSession({ keeper: "alive" });
    const { id, principal } = session;
    await first.create(session, sampleBounds());
    requireEqual(
      "a session is not taken from who does not keep it",
      await second.update(id, principal, {
        kind: "keeper",
        from: "dead",
        to: "thief",
      }),
      "gone",
    );
    requireEqual(
      "its keeper stays",
      (await first.use(id, principal))?.keeper,
      "alive",
    );
  },
};
