import { requireEqual, requireThat } from "../support/expect.ts";
import type { Trials } from "../support/store-test.ts";
import { twoOf } from "../support/trial.ts";
import type {
  StreamFacts,
  StreamStore,
} from "../../runtime/sessions/stream-store.ts";
import {
  appendAll,
  readAll,
  sampleStream,
  someReader,
} from "./sample-stream.ts";

/** Tests of the end of a stream. */
export const streamEndTrials: Trials<StreamStore> = {
  "a stream that is finished takes nothing more, and can be read": async (
    trial,
  ) => {
    const [first, second] = await twoOf(trial.stores(2));
    const facts = sampleStream();
    const { stream, principal } = facts;
    await first.open(facts);
    await appendAll(first, stream, ["one", "two"]);
    await first.finish(stream);
    for (const store of [first, second]) {
      for (const event of [{ data: "x" }, { sequence: 3, data: "x" }])
        requireEqual(
          "an event behind the end is not kept",
          await store.append(stream, event),
          undefined,
        );
      requireEqual(
        "what was kept before the end is read, and that it is the end",
        await store.read(stream, principal, 1),
        { events: [{ sequence: 2, data: "two" }], isFinished: true },
      );
      requireEqual(
        "the end is told behind the last event, too",
        await store.read(stream, principal, 2),
        { events: [], isFinished: true },
      );
      requireEqual(
        "to begin it again does not undo its end",
        await store.open(facts).then(() => store.append(stream, { data: "x" })),
        undefined,
      );
      requireEqual("it ends again", await store.finish(stream), undefined);
    }
  },

  "a stream whose process is gone ends with its last events, in one step":
    async (trial) => {
      const [first, second] = await twoOf(trial.stores(2));
      const facts = sampleStream({ process: "dead" });
      const { stream, principal } = facts;
      await first.open(facts);
      await appendAll(first, stream, ["one", "two"]);
      await second.fail(stream, "dead", 0, ["error of 7", "error of seven"]);
      requireEqual(
        "its last events stand behind those that it had, and it has ended",
        await first.read(stream, principal, 0),
        {
          events: ["one", "two", "error of 7", "error of seven"].map(
            (data, at) => ({ sequence: at + 1, data }),
          ),
          isFinished: true,
        },
      );
      requireEqual(
        "nothing comes behind them",
        await first.append(stream, { data: "x" }),
        undefined,
      );
    },

  "the last events stand behind the place that was read": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const facts = sampleStream({ process: "dead" });
    const { stream, principal } = facts;
    await first.open(facts);
    await appendAll(first, stream, ["one"]);
    // The dead process had sent more events than it could store.
    await second.fail(stream, "dead", 4, ["error"]);
    requireEqual(
      "who has read more than was kept reads on",
      await first.read(stream, principal, 4),
      { events: [{ sequence: 5, data: "error" }], isFinished: true },
    );
    requireEqual(
      "who has not is told that some is missing",
      await first.read(stream, principal, 1),
      undefined,
    );
  },

  "a stream ends so once, and not where its process is another": async (
    trial,
  ) => {
    const stores = await trial.stores(3);
    const [first, second] = await twoOf(Promise.resolve(stores));
    const facts = sampleStream({ process: "dead" });
    await first.open(facts);
    await appendAll(first, facts.stream, ["one"]);
    await Promise.all(
      stores.map((store) => store.fail(facts.stream, "dead", 0, ["error"])),
    );
    await second.fail(facts.stream, "dead", 0, ["error"]);
    requireEqual(
      "of several that end it at once, one does",
      await readAll(first, facts),
      ["one", "error"],
    );
    for (const process of ["alive", undefined]) {
      const other = sampleStream({ process });
      await first.open(other);
      await second.fail(other.stream, "dead", 0, ["error"]);
      await appendAll(first, other.stream, ["one"]);
      requireEqual(
        `one that ${process ?? "any process"} writes is left alone`,
        await first.read(other.stream, other.principal, 0),
        { events: [{ sequence: 1, data: "one" }], isFinished: false },
      );
    }
    const done = sampleStream({ process: "dead" });
    await first.open(done);
    await appendAll(first, done.stream, ["all"]);
    await first.finish(done.stream);
    await second.fail(done.stream, "dead", 0, ["error"]);
    requireEqual(
      "one that is finished is left alone",
      await readAll(first, done),
      ["all"],
    );
  },

  "an end for a dead process and its last event do not tear each other": async (
    trial,
  ) => {
    const [writer, other] = await twoOf(trial.stores(2));
    for (let round = 0; round < 15; round++) {
      const facts = sampleStream({ process: "dead" });
      const { stream } = facts;
      await writer.open(facts);
      const [appended] = await Promise.all([
        writer.append(stream, { data: "last" }),
        other.fail(stream, "dead", 0, ["error 1", "error 2"]),
      ]);
      requireEqual(
        "an event is before the end, or it is not kept",
        await readAll(other, facts),
        [...(appended ? ["last"] : []), "error 1", "error 2"],
      );
    }
  },

  "all streams of a session are forgotten, and no other's": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const own = sampleStream();
    const { session } = own;
    const streams = [
      own,
      { ...own, stream: `${session}p2c1`, process: "p2" },
      { ...own, stream: `${session}s`, process: undefined },
    ];
    const others = [`x${session}`, `${session}x.`, session.slice(1)].map(
      (name) => sampleStream({ session: name }),
    );
    for (const [at, facts] of [...streams, ...others].entries()) {
      const store = at % 2 === 0 ? first : second;
      await store.open(facts);
      await appendAll(store, facts.stream, ["one"]);
    }
    await second.deleteSession(session);
    for (const facts of streams) await requireForgotten(first, facts);
    for (const facts of others)
      requireEqual(
        "streams of other sessions are there, whatever their names",
        await readAll(first, facts),
        ["one"],
      );
  },
};

async function requireForgotten(
  store: StreamStore,
  { stream, principal }: StreamFacts,
): Promise<void> {
  const found = await store.read(stream, principal, 0);
  requireThat("what is forgotten is not read", found === undefined, found);
  requireEqual(
    "nothing is added to what is forgotten",
    await store.append(stream, { data: "x" }),
    undefined,
  );
  requireEqual(
    "nobody ends reading what is forgotten",
    await store.detach(stream, someReader),
    false,
  );
  requireEqual(
    "nobody begins to read what is forgotten",
    await store.attach(stream, principal, someReader),
    undefined,
  );
}
