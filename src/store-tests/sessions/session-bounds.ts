import { requireEqual, requireThat, requireThere } from "../support/expect.ts";
import type { Trials } from "../support/store-test.ts";
import { pause, twoOf, type Trial } from "../support/trial.ts";
import { utf8Length } from "../../runtime/protocol/weigh.ts";
import type {
  SessionBounds,
  SessionKept,
  SessionRecord,
  SessionStore,
} from "../../runtime/sessions/session-store.ts";
import { sampleBounds, sampleSession } from "./sample-session.ts";

const kept: SessionKept = { kind: "kept", displaced: [] };

/** Tests of limits. */
export const sessionBoundTrials: Trials<SessionStore> = {
  "a client has as many sessions as it may have, in all processes": async (
    trial,
  ) => {
    const [first, second] = await twoOf(trial.stores(2));
    const bounds = sampleBounds({ maxPerClient: 2 });
    const own = await createAll([first, second], bounds, ["a", "a"]);
    requireEqual(
      "one more is refused where all are in use",
      await first.create(sessionOf("a"), bounds),
      { kind: "full", of: "client" },
    );
    requireEqual("what is refused is not kept", await second.count(), 2);
    requireEqual(
      "another client's is kept",
      await second.create(sessionOf("b"), bounds),
      kept,
    );
    const [one] = own;
    if (one) await second.end(one.id, one.principal);
    requireEqual(
      "one that has ended makes room",
      await first.create(sessionOf("a"), bounds),
      kept,
    );
  },

  "there are as many sessions as there may be, in all processes": async (
    trial,
  ) => {
    const [first, second] = await twoOf(trial.stores(2));
    const bounds = sampleBounds({ max: 3 });
    await createAll([first, second], bounds, ["a", "b", "c"]);
    requireEqual(
      "one more is refused where all are in use",
      await second.create(sessionOf("d"), bounds),
      { kind: "full", of: "all" },
    );
    requireEqual("what is refused is not kept", await first.count(), 3);
  },

  "of several that come at once, as many are kept as there is room for": async (
    trial,
  ) => {
    const stores = await trial.stores(4);
    const cases: readonly (readonly [Partial<SessionBounds>, string])[] = [
      [{ maxPerClient: 3 }, "client"],
      [{ max: 3 }, "all"],
    ];
    for (const [given, of] of cases) {
      const bounds = sampleBounds(given);
      // For the limit of all clients, each session has another client.
      const name = (at: number): string => (of === "all" ? `n${at}` : "same");
      const sessions = Array.from({ length: 12 }, (_, at) =>
        sessionOf(name(at)),
      );
      const results = await Promise.all(
        sessions.map((one, at) => stores[at % 4]?.create(one, bounds)),
      );
      requireEqual(
        `of twelve at once three are kept (${of})`,
        results.filter((one) => one?.kind === "kept").length,
        3,
      );
      const there = await foundOf(stores[0], sessions);
      requireEqual(
        "those are there that were said to be kept",
        there,
        results.map((one) => one?.kind === "kept"),
      );
      for (const { id, principal } of sessions)
        await stores[0]?.end(id, principal);
    }
  },

  "of a client's sessions that one gives way which was not used for longest":
    async (trial) => {
      const [first, second] = await twoOf(trial.stores(2));
      const bounds = sampleBounds({
        maxPerClient: 3,
        restMs: trial.times.shortMs,
      });
      const old = sessionOf("b");
      await first.create(old, bounds);
      const own = await createAll([first, second], bounds, ["a", "a", "a"]);
      await rested(trial);
      // Uses the first session, so that it is no longer the least recently used one.
      const [oldest] = own;
      await second.use(oldest?.id ?? "", oldest?.principal);
      const made = await second.create(sessionOf("a"), bounds);
      requireEqual(
        "the one that was not used for longest gives way, and is told",
        made,
        { kind: "kept", displaced: [own[1]?.streams] },
      );
      requireEqual(
        "one that gave way is not there, and the others are",
        await foundOf(first, [...own, old]),
        [true, false, true, true],
      );
    },

  "where all is full, one of the client with the most gives way": async (
    trial,
  ) => {
    const [first, second] = await twoOf(trial.stores(2));
    const bounds = sampleBounds({ max: 6, restMs: trial.times.shortMs });
    const sessions = await createAll([first, second], bounds, [
      "small",
      "middle",
      "middle",
      "great",
      "great",
      "great",
    ]);
    await rested(trial);
    const made = await first.create(sessionOf("new"), bounds);
    requireEqual("the client with the most gives its oldest", made, {
      kind: "kept",
      displaced: [sessions[3]?.streams],
    });
    requireEqual(
      "one that gave way is not there, and the others are",
      await foundOf(second, sessions),
      [true, true, true, false, true, true],
    );
    requireEqual("there are no more than may be", await second.count(), 6);
  },

  "a client that has as many as others gives way to itself": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const bounds = sampleBounds({ max: 4, restMs: trial.times.shortMs });
    const sessions = await createAll([first, second], bounds, [
      "a",
      "a",
      "b",
      "b",
    ]);
    await rested(trial);
    const made = await first.create(sessionOf("b"), bounds);
    requireEqual("its own that was not used for longest gives way", made, {
      kind: "kept",
      displaced: [sessions[2]?.streams],
    });
    requireEqual(
      "the others' are all there",
      await foundOf(second, [...sessions.slice(0, 2), ...sessions.slice(3)]),
      [true, true, true],
    );
  },

  "nobody gives way to a client that would have more then": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const { shortMs } = trial.times;
    const bounds = sampleBounds({ max: 3, restMs: 2 * shortMs });
    const sessions = await createAll([first, second], bounds, ["a", "a", "b"]);
    await pause(2.5 * shortMs);
    const used = sessions[2];
    await first.use(used?.id ?? "", used?.principal);
    requireEqual(
      "of two clients with three places, who has one that is in use gets no second",
      await second.create(sessionOf("b"), bounds),
      { kind: "full", of: "all" },
    );
    requireEqual("all are there", await foundOf(second, sessions), [
      true,
      true,
      true,
    ]);
  },

  "clients that nobody can tell apart have no bound of their own": async (
    trial,
  ) => {
    const [first, second] = await twoOf(trial.stores(2));
    const { shortMs } = trial.times;
    const bounds = sampleBounds({ maxPerClient: 1, max: 3, restMs: shortMs });
    const sessions = await createAll([first, second], bounds, ["", "", ""]);
    const [ready, other, opening] = sessions;
    for (const session of [ready, other])
      await first.update(session?.id ?? "", session?.principal, {
        kind: "ready",
      });
    await rested(trial);
    requireEqual(
      "of theirs, one whose client is not ready gives way",
      await second.create(sessionOf(""), bounds),
      { kind: "kept", displaced: [opening?.streams] },
    );
    requireEqual(
      "and none whose client is, which may be somebody else's",
      await second.create(sessionOf(""), bounds),
      { kind: "full", of: "all" },
    );
    requireEqual(
      "those whose clients are ready are there",
      await foundOf(
        first,
        [ready, other].flatMap((one) => one ?? []),
      ),
      [true, true],
    );
  },

  "a session grows no larger than it may, in bytes": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const maxBytes = 32_768;
    const session = sampleSession();
    const { id, principal } = session;
    await first.create(session, sampleBounds({ maxBytes }));
    const uris: string[] = [];
    let answer = "done";
    while (answer === "done" && uris.length < 200) {
      // Each letter takes two bytes.
      const uri = `x:${uris.length}${"é".repeat(500)}`;
      answer = await second.update(id, principal, { kind: "subscribed", uri });
      if (answer === "done") uris.push(uri);
    }
    requireEqual("a session that may not grow says so", answer, "full");
    const bytes = uris.reduce((sum, uri) => sum + utf8Length(uri), 0);
    requireThat(
      `of ${maxBytes} bytes a session takes no more, about, and can be filled`,
      bytes <= 1.1 * maxBytes && bytes >= maxBytes / 8,
      bytes,
    );
    requireEqual(
      "a session that is full is as it was",
      [
        ...requireThere("it is there", await first.use(id, principal))
          .resources,
      ].sort(),
      uris.sort(),
    );
    const [uri = ""] = uris;
    requireEqual(
      "what makes it smaller is done",
      await first.update(id, principal, { kind: "unsubscribed", uri }),
      "done",
    );
    requireEqual(
      "then there is room again",
      await second.update(id, principal, { kind: "subscribed", uri }),
      "done",
    );
  },
};

function sessionOf(client: string): SessionRecord {
  return sampleSession({ client, principal: `who is ${client}` });
}

/** Creates sessions one after the other, alternating between the processes. */
async function createAll(
  stores: readonly SessionStore[],
  bounds: SessionBounds,
  clients: readonly string[],
): Promise<readonly SessionRecord[]> {
  const sessions: SessionRecord[] = [];
  for (const client of clients) {
    const session = sessionOf(client);
    const result = await stores[sessions.length % stores.length]?.create(
      session,
      bounds,
    );
    requireEqual("a session for which there is room is kept", result, kept);
    sessions.push(session);
    // Makes the times of use differ by more than a millisecond.
    await pause(3);
  }
  return sessions;
}

/** Waits until sessions can be evicted. */
function rested(trial: Trial<SessionStore>): Promise<void> {
  return pause(1.25 * trial.times.shortMs);
}

async function foundOf(
  store: SessionStore | undefined,
  sessions: readonly SessionRecord[],
): Promise<boolean[]> {
  const found: boolean[] = [];
  for (const { id, principal } of sessions)
    found.push((await store?.use(id, principal)) !== undefined);
  return found;
}
