import { requireEqual, requireThere } from "../support/expect.ts";
import type { Trials } from "../support/store-test.ts";
import { pause, twoOf } from "../support/trial.ts";
import type { SessionStore } from "../../runtime/sessions/session-store.ts";
import { sampleBounds, sampleSession } from "./sample-session.ts";

/** Tests of idle timeouts. */
export const sessionIdleTrials: Trials<SessionStore> = {
  "a session that nobody uses is forgotten by itself": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const { shortMs } = trial.times;
    const bounds = sampleBounds({ idleMs: shortMs, max: 1 });
    const session = sampleSession({ isReady: true });
    await first.create(session, bounds);
    await pause(2 * shortMs);
    for (const store of [second, first])
      requireEqual(
        "a session that nobody used for `idleMs` is over",
        await store.use(session.id, session.principal),
        undefined,
      );
    await trial.until(
      "a session that is over is not counted",
      async () => (await first.count()) === 0,
    );
    requireEqual(
      "a session that is over makes room",
      (await second.create(sampleSession(), bounds)).kind,
      "kept",
    );
  },

  "use and changes keep a session on, and another's attempts do not": async (
    trial,
  ) => {
    const [first, second] = await twoOf(trial.stores(2));
    const { shortMs } = trial.times;
    const bounds = sampleBounds({ idleMs: shortMs });
    const sessions = [1, 2, 3].map(() => sampleSession({ isReady: true }));
    const [used = sampleSession(), changed = sampleSession(), tried] = sessions;
    for (const session of sessions) await first.create(session, bounds);
    await trial.steadily(2 * shortMs, shortMs / 2, async () => {
      await Promise.all([
        second.use(used.id, used.principal),
        second.update(changed.id, changed.principal, {
          kind: "log level",
          level: "info",
        }),
        second.use(tried?.id ?? "", "bob"),
        second.update(tried?.id ?? "", "bob", { kind: "ready" }),
      ]);
    });
    const found = await Promise.all(
      sessions.map(({ id, principal }) => first.use(id, principal)),
    );
    const [isUsed, isChanged, isTried] = found.map((one) => one !== undefined);
    requireEqual("use keeps a session on", isUsed, true);
    requireEqual("a change keeps a session on", isChanged, true);
    requireEqual("another's attempt keeps nothing on", isTried, false);
  },

  "a session whose client does not get ready is forgotten sooner": async (
    trial,
  ) => {
    const [first, second] = await twoOf(trial.stores(2));
    const { shortMs } = trial.times;
    const bounds = sampleBounds({ openingMs: shortMs });
    const [opening, ready, made] = [
      sampleSession(),
      sampleSession(),
      sampleSession({ isReady: true }),
    ];
    for (const session of [opening, ready, made])
      await first.create(session, bounds);
    await second.update(ready.id, ready.principal, { kind: "ready" });
    await pause(2 * shortMs);
    requireEqual(
      "one whose client was not ready within `openingMs` is over",
      await second.use(opening.id, opening.principal),
      undefined,
    );
    for (const { id, principal } of [ready, made])
      requireThere(
        "one whose client is ready is kept for `idleMs`",
        await second.use(id, principal),
      );
  },

  "to look whether a session is no more keeps it on for nobody": async (
    trial,
  ) => {
    const [first, second] = await twoOf(trial.stores(2));
    const { shortMs } = trial.times;
    const session = sampleSession({ isReady: true });
    await first.create(session, sampleBounds({ idleMs: shortMs }));
    await trial.steadily(2 * shortMs, shortMs / 2, async () => {
      await second.gone([session.id]);
    });
    requireEqual(
      "one that is only looked at is over after `idleMs`",
      await first.gone([session.id]),
      [session.id],
    );
  },
};
