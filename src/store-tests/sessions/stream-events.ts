import { requireEqual, requireThat, requireThere } from "../support/expect.ts";
import type { Trials } from "../support/store-test.ts";
import { twoOf } from "../support/trial.ts";
import { utf8Length } from "../../runtime/protocol/weigh.ts";
import type { StreamStore } from "../../runtime/sessions/stream-store.ts";
import { strangers } from "./sample-session.ts";
import {
  appendAll,
  awkwardTexts,
  readAll,
  sampleStream,
  someReader,
} from "./sample-stream.ts";

/** Tests of events. */
export const streamEventTrials: Trials<StreamStore> = {
  "events are read by every process in their order, as they were told": async (
    trial,
  ) => {
    const [first, second] = await twoOf(trial.stores(2));
    const facts = sampleStream();
    await first.open(facts);
    let sequence = 0;
    for (const data of awkwardTexts)
      requireEqual(
        "an event gets the next number",
        (await first.append(facts.stream, { data }))?.sequence,
        ++sequence,
      );
    const expected = awkwardTexts.map((data, at) => ({
      sequence: at + 1,
      data,
    }));
    for (const store of [first, second])
      for (const after of [0, 1, 4, sequence])
        requireEqual(
          `the events behind ${after} are those with a higher number, in their order`,
          await store.read(facts.stream, facts.principal, after),
          { events: expected.slice(after), isFinished: false },
        );
  },

  "an event is kept when that is said, whatever becomes of its process": async (
    trial,
  ) => {
    const dying = await trial.process();
    const facts = sampleStream();
    await dying.store.open(facts);
    await appendAll(dying.store, facts.stream, ["one", "two"]);
    await dying.kill();
    requireEqual(
      "events outlive the process that wrote them",
      await readAll(await trial.store(), facts),
      ["one", "two"],
    );
  },

  "a stream that has begun stays as it is": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const facts = sampleStream();
    await first.open(facts);
    await appendAll(first, facts.stream, ["one"]);
    await second.open({
      ...facts,
      principal: "bob",
      process: "p9",
      requests: [],
      needs: [],
    });
    const { stream, principal } = facts;
    requireEqual(
      "to begin again changes nothing",
      (await second.attach(stream, principal, someReader))?.state,
      { ...facts, last: 1, delivered: 0, isFinished: false },
    );
    requireEqual(
      "to begin again forgets nothing",
      await readAll(second, facts),
      ["one"],
    );
    requireEqual(
      "to begin again gives it to nobody else",
      await second.read(stream, "bob", 0),
      undefined,
    );
  },

  "what several processes write has one order": async (trial) => {
    const stores = await trial.stores(4);
    const [first, second] = await twoOf(Promise.resolve(stores));
    const facts = sampleStream({ process: undefined });
    await first.open(facts);
    const sequences = await Promise.all(
      stores.map(async (store, of) => {
        const own: number[] = [];
        for (let count = 0; count < 15; count++) {
          const data = `${of}:${count}`;
          own.push((await store.append(facts.stream, { data }))?.sequence ?? 0);
        }
        return own;
      }),
    );
    const all = sequences.flat().sort((one, other) => one - other);
    requireEqual(
      "each event has a number of its own, and there is no gap",
      all,
      all.map((_, at) => at + 1),
    );
    const texts = await readAll(second, facts);
    const expected = sequences.flatMap((own, of) =>
      own.map((sequence, count) => ({ sequence, data: `${of}:${count}` })),
    );
    requireEqual(
      "events are read at the numbers that they were given",
      texts,
      expected
        .sort((one, other) => one.sequence - other.sequence)
        .map(({ data }) => data),
    );
  },

  "an event that is told twice is kept once": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const facts = sampleStream();
    const { stream, principal } = facts;
    await first.open(facts);
    await first.attach(stream, principal, someReader);
    for (const sequence of [1, 2])
      await first.append(stream, { sequence, data: `${sequence}` });
    for (const store of [first, second])
      requireEqual(
        "one that is told again has the number that it was told with, and its reader",
        await store.append(stream, { sequence: 2, data: "again" }),
        { sequence: 2, reader: someReader },
      );
    await Promise.all(
      [first, second].map((store) =>
        store.append(stream, { sequence: 3, data: "3" }),
      ),
    );
    requireEqual(
      "one that is told again is there once, as it was first told",
      await readAll(second, facts),
      ["1", "2", "3"],
    );
    requireEqual(
      "the next number is the one behind",
      (await second.append(stream, { data: "4" }))?.sequence,
      4,
    );
  },

  "a gap is not passed over": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const { stream, principal, ...facts } = sampleStream();
    await first.open({ stream, principal, ...facts });
    for (const sequence of [1, 2, 4, 5])
      await first.append(stream, { sequence, data: `${sequence}` });
    const before = await second.read(stream, principal, 0);
    requireEqual(
      "events before one that was never kept can be read",
      before?.events.map(({ sequence }) => sequence),
      [1, 2],
    );
    requireEqual(
      "those behind it are not read as if nothing was missing",
      await second.read(stream, principal, 2),
      undefined,
    );
    requireEqual(
      "who has read it elsewhere reads on",
      (await second.read(stream, principal, 3))?.events.map(
        ({ sequence }) => sequence,
      ),
      [4, 5],
    );
  },

  "nothing is kept of a stream that is not there": async (trial) => {
    const store = await trial.store();
    const { stream, principal } = sampleStream();
    const none = async (): Promise<void> => {
      requireEqual(
        "nothing is appended",
        await store.append(stream, { data: "x" }),
        undefined,
      );
      requireEqual(
        "nothing is appended by its number",
        await store.append(stream, { sequence: 1, data: "x" }),
        undefined,
      );
      requireEqual("nothing ends", await store.finish(stream), undefined);
      requireEqual(
        "nobody reads",
        await store.attach(stream, principal, someReader),
        undefined,
      );
      requireEqual(
        "nothing is read",
        await store.read(stream, principal, 0),
        undefined,
      );
      requireEqual(
        "nobody ends reading",
        await store.detach(stream, someReader),
        false,
      );
    };
    await none();
    await store.fail(stream, "p1", 0, ["x"]);
    await none();
  },

  "a stream of another principal's is not read": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    for (const [principal, stranger] of strangers) {
      const facts = sampleStream({ principal });
      const { stream } = facts;
      await first.open(facts);
      await appendAll(first, stream, ["secret"]);
      const who = `${String(stranger)} does not read what is ${String(principal)}'s`;
      for (const store of [first, second]) {
        requireEqual(who, await store.read(stream, stranger, 0), undefined);
        requireEqual(who, await store.read(stream, stranger, 1), undefined);
      }
      requireEqual(
        "its own principal reads it",
        await readAll(second, facts, 0),
        ["secret"],
      );
    }
  },

  "many events are read by pages of bytes": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const facts = sampleStream();
    const { stream, principal } = facts;
    await first.open(facts);
    // Each letter takes two bytes.
    const texts = Array.from(
      { length: 40 },
      (_, at) => `${at}${"é".repeat(500)}`,
    );
    await appendAll(first, stream, texts);
    await first.finish(stream);
    const maxBytes = 8_192;
    const found: string[] = [];
    let pages = 0;
    for (let isFinished = false; !isFinished && pages < 100; pages++) {
      const page = requireThere(
        "a page can be read",
        await second.read(stream, principal, found.length, maxBytes),
      );
      const bytes = page.events.reduce(
        (sum, { data }) => sum + utf8Length(data),
        0,
      );
      requireThat(
        `a page has about ${maxBytes} bytes, and one event more at most`,
        bytes <= 1.1 * maxBytes + 1_000,
        bytes,
      );
      requireThat(
        "a page has one event at least",
        page.events.length > 0,
        page.events.length,
      );
      found.push(...page.events.map(({ data }) => data));
      ({ isFinished } = page);
      requireEqual(
        "a page says that nothing comes behind it when it is the last one",
        isFinished,
        found.length === texts.length,
      );
    }
    requireEqual("all pages together are all events", found, texts);
    requireThat("pages are not needlessly small", pages <= 12, pages);
    requireEqual(
      "an event that is larger than a page is given alone",
      (await second.read(stream, principal, 3, 10))?.events.map(
        ({ sequence }) => sequence,
      ),
      [4],
    );
  },
};
