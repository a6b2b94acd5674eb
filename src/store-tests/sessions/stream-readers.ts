import { requireEqual, requireThat, requireThere } from "../support/expect.ts";
import type { Trials } from "../support/store-test.ts";
import { twoOf } from "../support/trial.ts";
import type {
  StreamReader,
  StreamStore,
} from "../../runtime/sessions/stream-store.ts";
import {
  appendAll,
  otherReader,
  readAll,
  sampleStream,
  someReader,
} from "./sample-stream.ts";

/** Tests of readers. */
export const streamReaderTrials: Trials<StreamStore> = {
  "who begins to read is told what the stream is": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    for (const facts of [
      sampleStream(),
      sampleStream({
        principal: undefined,
        process: undefined,
        requests: [],
        needs: [],
      }),
    ]) {
      const { stream, principal } = facts;
      await first.open(facts);
      requireEqual(
        "a stream without events is as it began",
        await second.attach(stream, principal, someReader),
        {
          state: { ...facts, last: 0, delivered: 0, isFinished: false },
          before: undefined,
        },
      );
      await appendAll(first, stream, ["one", "two"]);
      await first.finish(stream);
      requireEqual(
        "a stream is told as it is now, with who read it before",
        await first.attach(stream, principal, otherReader),
        {
          state: { ...facts, last: 2, delivered: 0, isFinished: true },
          before: someReader,
        },
      );
    }
  },

  "another principal does not begin to read": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    for (const [principal, stranger] of [
      ["alice", "bob"],
      ["alice", undefined],
      [undefined, "alice"],
    ] as const) {
      const facts = sampleStream({ principal });
      const { stream } = facts;
      await first.open(facts);
      await first.attach(stream, principal, someReader);
      for (const ifFree of [false, true])
        requireEqual(
          "a stream of another principal's is not there",
          await second.attach(stream, stranger, otherReader, ifFree),
          undefined,
        );
      requireEqual(
        "who reads is not displaced by another principal",
        (await first.append(stream, { data: "x" }))?.reader,
        someReader,
      );
    }
  },

  "who writes is told who reads, whatever process it is": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const facts = sampleStream();
    const { stream, principal } = facts;
    await first.open(facts);
    const reader = async (store: StreamStore): Promise<unknown> =>
      (await store.append(stream, { data: "x" }))?.reader;
    requireEqual("at first nobody reads", await reader(first), undefined);
    await second.attach(stream, principal, someReader);
    requireEqual("who reads is told", await reader(first), someReader);
    for (const ifFree of [true, false])
      requireEqual(
        "who reads already displaces nobody when it begins again",
        (await first.attach(stream, principal, someReader, ifFree))?.before,
        undefined,
      );
    requireEqual("and still reads", await reader(first), someReader);
    await second.attach(stream, principal, otherReader);
    requireEqual("the newest reads", await reader(first), otherReader);
    requireEqual(
      "one that was displaced does not end what the newest does",
      await first.detach(stream, someReader),
      false,
    );
    requireEqual("the newest still reads", await reader(second), otherReader);
    requireEqual(
      "one of the same process and of another name is another",
      await second.detach(stream, { ...otherReader, id: "r2" }),
      false,
    );
    requireEqual(
      "who reads ends that",
      await second.detach(stream, otherReader),
      true,
    );
    requireEqual("then nobody reads", await reader(first), undefined);
    await second.attach(stream, principal, someReader);
    requireEqual(
      "who reads is told of the end",
      await first.finish(stream),
      someReader,
    );
  },

  "who only reads if nobody does displaces nobody": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const facts = sampleStream();
    const { stream, principal } = facts;
    await first.open(facts);
    const free = await first.attach(stream, principal, someReader, true);
    requireEqual("where nobody reads, one begins to", free?.before, undefined);
    const taken = await second.attach(stream, principal, otherReader, true);
    requireEqual("where somebody reads, it is told", taken?.before, someReader);
    requireEqual(
      "where somebody reads, the stream is told as it is",
      taken?.state,
      { ...facts, last: 0, delivered: 0, isFinished: false },
    );
    requireEqual(
      "where somebody reads, nothing changes",
      (await second.append(stream, { data: "x" }))?.reader,
      someReader,
    );
  },

  "of several that read if nobody does, one begins to": async (trial) => {
    const stores = await trial.stores(4);
    const [first] = stores;
    for (let round = 0; round < 10; round++) {
      const facts = sampleStream();
      const { stream, principal } = facts;
      await first?.open(facts);
      const results = await Promise.all(
        stores.map((store, at) => {
          const reader: StreamReader = { process: `p${at}`, id: "r" };
          return store.attach(stream, principal, reader, true);
        }),
      );
      const winners = results.flatMap((result, at) =>
        result && !result.before ? [at] : [],
      );
      requireEqual("one of several begins to read", winners.length, 1);
      requireEqual(
        "it is who reads",
        (await first?.append(stream, { data: "x" }))?.reader,
        { process: `p${winners[0]}`, id: "r" },
      );
    }
  },

  "of several that begin to read, each but the first displaces one": async (
    trial,
  ) => {
    const stores = await trial.stores(4);
    const facts = sampleStream();
    const { stream, principal } = facts;
    await stores[0]?.open(facts);
    const results = await Promise.all(
      stores.map((store, at) =>
        store.attach(stream, principal, { process: `p${at}`, id: "r" }),
      ),
    );
    const last = (await stores[0]?.append(stream, { data: "x" }))?.reader;
    const told = [...results.map((one) => one?.before?.process), last?.process];
    requireEqual(
      "each is displaced once, or reads",
      told.map((process) => process ?? "").sort(),
      ["", "p0", "p1", "p2", "p3"],
    );
  },

  "no event is lost between the beginning and the first reading": async (
    trial,
  ) => {
    const [writer, other] = await twoOf(trial.stores(2));
    for (let round = 0; round < 25; round++) {
      const facts = sampleStream();
      const { stream, principal } = facts;
      await writer.open(facts);
      const reading = other
        .attach(stream, principal, someReader)
        .then(() => other.read(stream, principal, 0));
      const appended = await writer.append(stream, { data: "x" });
      const page = requireThere("it can be read", await reading);
      const isSeen = page.events.length === 1;
      const isTold = appended?.reader?.process === someReader.process;
      requireThat(
        "who begins to read sees an event, or its writer is told who reads",
        isSeen || isTold,
        { isSeen, isTold },
      );
    }
  },

  "no end is lost between the beginning and the first reading": async (
    trial,
  ) => {
    const [writer, other] = await twoOf(trial.stores(2));
    for (let round = 0; round < 25; round++) {
      const facts = sampleStream();
      const { stream, principal } = facts;
      await writer.open(facts);
      const reading = other
        .attach(stream, principal, someReader)
        .then(() => other.read(stream, principal, 0));
      const told = await writer.finish(stream);
      const page = requireThere("it can be read", await reading);
      requireThat(
        "who begins to read sees the end, or its writer is told who reads",
        page.isFinished || told?.process === someReader.process,
        { isSeen: page.isFinished, isTold: told },
      );
    }
  },

  "what was read to its end is known to every process": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const facts = sampleStream({ process: undefined });
    const { stream, principal } = facts;
    await first.open(facts);
    await appendAll(first, stream, ["one", "two", "three"]);
    const delivered = async (store: StreamStore): Promise<unknown> =>
      (await store.attach(stream, principal, someReader))?.state.delivered;
    await readAllOnce(second, stream, principal);
    requireEqual(
      "what is given to be read is not read to its end yet",
      await delivered(first),
      0,
    );
    await second.read(stream, principal, 2);
    requireEqual("what is before a place was read", await delivered(first), 2);
    await second.read(stream, principal, 1);
    requireEqual("that is never taken back", await delivered(first), 2);
    await second.read(stream, "bob", 3);
    requireEqual("another principal reads nothing", await delivered(first), 2);
    await second.read(stream, principal, 100);
    const known = await delivered(first);
    requireThat(
      "no more was read than there is, whatever a client says",
      typeof known === "number" && known <= 3,
      known,
    );
    await appendAll(first, stream, ["four"]);
    requireEqual(
      "what came since can be read",
      await readAll(second, facts, 3),
      ["four"],
    );
  },
};

async function readAllOnce(
  store: StreamStore,
  stream: string,
  principal: string | undefined,
): Promise<void> {
  const page = await store.read(stream, principal, 0);
  requireEqual("all events are given", page?.events.length, 3);
}
