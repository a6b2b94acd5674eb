import { requireEqual, requireThat, requireThere } from "../support/expect.ts";
import type { Trials } from "../support/store-test.ts";
import type { StoreTestTimes } from "../support/times.ts";
import { pause, twoOf } from "../support/trial.ts";
import { utf8Length } from "../../runtime/protocol/weigh.ts";
import type {
  StreamFacts,
  StreamStore,
} from "../../runtime/sessions/stream-store.ts";
import { appendAll, readAll, sampleStream } from "./sample-stream.ts";

/** Tests with the limits of their store. */
interface Bounded {
  readonly bounds: (times: StoreTestTimes) => {
    readonly maxStreamBytes?: number;
    readonly maxClientBytes?: number;
    readonly maxBytes?: number;
    readonly streamIdleMs?: number;
  };
  readonly trials: Trials<StreamStore>;
}

const small = 65_536;

/** Tolerance of approximate limits. */
const about = 1.15;

const ofOneStream: Trials<StreamStore> = {
  "of a stream that is too large, the oldest events are forgotten": async (
    trial,
  ) => {
    const [first, second] = await twoOf(trial.stores(2));
    const facts = sampleStream();
    await first.open(facts);
    const texts = textsOf("own", 120);
    await appendAll(first, facts.stream, texts);
    const kept = await keptOf(second, facts, texts);
    requireBytes("of one stream", kept, small);
    requireEqual(
      "who wants what is forgotten is told so",
      await second.read(facts.stream, facts.principal, 0),
      undefined,
    );
    requireEqual(
      "numbers go on",
      (await second.append(facts.stream, { data: "x" }))?.sequence,
      texts.length + 1,
    );
    await first.fail(facts.stream, facts.process ?? "", 0, ["error"]);
    requireEqual(
      "the last event is there",
      (await readAll(second, facts, texts.length + 1)).at(-1),
      "error",
    );
  },

  "what several processes write of a stream is bounded as well": async (
    trial,
  ) => {
    const stores = await trial.stores(3);
    const [first] = stores;
    const facts = sampleStream({ process: undefined });
    await first?.open(facts);
    await Promise.all(
      stores.map((store, at) =>
        appendAll(store, facts.stream, textsOf(`${at}`, 50)),
      ),
    );
    if (!first) return;
    const texts = await suffixOf(first, facts, 150);
    requireBytes("of one stream", texts, small);
  },
};

const ofOneClient: Trials<StreamStore> = {
  "of a client that has too much, the largest stream forgets": async (
    trial,
  ) => {
    const [first, second] = await twoOf(trial.stores(2));
    const client = "principal greedy";
    const [large, little] = [
      sampleStream({ client }),
      sampleStream({ client }),
    ];
    const other = sampleStream();
    for (const facts of [large, little, other]) await first.open(facts);
    const fewTexts = textsOf("few", 5);
    await appendAll(first, other.stream, fewTexts);
    await appendAll(second, little.stream, fewTexts);
    const texts = textsOf("many", 120);
    await appendAll(first, large.stream, texts);
    const kept = await keptOf(second, large, texts);
    const few = await readAll(first, little);
    requireBytes("of one client", [...kept, ...few], small);
    requireEqual("its small stream is whole", few, fewTexts);
    requireEqual(
      "what another client has is whole",
      await readAll(second, other),
      fewTexts,
    );
  },

  "of a client with many streams no more is kept than of one": async (
    trial,
  ) => {
    const stores = await trial.stores(2);
    const [first, second] = await twoOf(Promise.resolve(stores));
    const streams = Array.from({ length: 12 }, () =>
      sampleStream({ client: "principal greedy" }),
    );
    const texts = textsOf("each", 12);
    for (const [at, facts] of streams.entries()) {
      const store = at % 2 === 0 ? first : second;
      await store.open(facts);
      await appendAll(store, facts.stream, texts);
    }
    const kept: string[] = [];
    for (const facts of streams)
      kept.push(...(await suffixOf(first, facts, texts.length)));
    requireBytes("of one client", kept, small);
  },
};

const ofAll: Trials<StreamStore> = {
  "of all that is too much, the client with the most forgets": async (
    trial,
  ) => {
    const [first, second] = await twoOf(trial.stores(2));
    const modest = [1, 2].map((at) => sampleStream({ client: `modest ${at}` }));
    const fewTexts = textsOf("few", 10);
    for (const facts of modest) {
      await first.open(facts);
      await appendAll(first, facts.stream, fewTexts);
    }
    const greedy = [1, 2, 3].map(() =>
      sampleStream({ client: "principal greedy" }),
    );
    const texts = textsOf("many", 120);
    for (const facts of greedy) {
      await second.open(facts);
      await appendAll(second, facts.stream, texts);
    }
    const kept: string[] = [];
    for (const facts of greedy)
      kept.push(...(await suffixOf(first, facts, texts.length)));
    for (const facts of modest) {
      const few = await readAll(second, facts);
      requireEqual("what a modest client has is whole", few, fewTexts);
      kept.push(...few);
    }
    requireBytes("of all", kept, 4 * small);
  },

  "of many clients no more is kept than of one": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const streams = Array.from({ length: 20 }, (_, at) =>
      sampleStream({ client: at < 18 ? `client ${at}` : "" }),
    );
    const texts = textsOf("each", 25);
    await Promise.all(
      streams.map(async (facts) => {
        await first.open(facts);
        await appendAll(first, facts.stream, texts);
      }),
    );
    const kept: string[] = [];
    for (const facts of streams)
      kept.push(...(await suffixOf(second, facts, texts.length)));
    requireBytes("of all", kept, 4 * small);
  },
};

const whileUsed: Trials<StreamStore> = {
  "a stream that nobody writes or reads is forgotten by itself": async (
    trial,
  ) => {
    const [first, second] = await twoOf(trial.stores(2));
    const facts = sampleStream();
    const { stream, principal } = facts;
    await first.open(facts);
    await appendAll(first, stream, ["one"]);
    await pause(2 * trial.times.shortMs);
    requireEqual(
      "what was not used is not read",
      await second.read(stream, principal, 0),
      undefined,
    );
    requireEqual(
      "and takes nothing",
      await first.append(stream, { data: "x" }),
      undefined,
    );
  },

  "to write or to read keeps a stream on": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const { shortMs } = trial.times;
    const [written, read] = [sampleStream(), sampleStream()];
    for (const facts of [written, read]) {
      await first.open(facts);
      await appendAll(first, facts.stream, ["one"]);
    }
    await trial.steadily(2 * shortMs, shortMs / 2, async () => {
      await Promise.all([
        first.append(written.stream, { data: "more" }),
        second.read(read.stream, read.principal, 0),
      ]);
    });
    const [isWritten, isRead] = [
      await second.read(written.stream, written.principal, 0),
      await first.read(read.stream, read.principal, 0),
    ];
    requireEqual(
      "what is written is kept from its beginning on",
      isWritten?.events[0]?.data,
      "one",
    );
    requireEqual("what is read is kept", isRead?.events[0]?.data, "one");
  },
};

/** Tests of limits and idle timeouts. */
export const streamBoundTrials: readonly Bounded[] = [
  { bounds: () => ({ maxStreamBytes: small }), trials: ofOneStream },
  { bounds: () => ({ maxClientBytes: small }), trials: ofOneClient },
  {
    bounds: () => ({ maxClientBytes: 4 * small, maxBytes: 4 * small }),
    trials: ofAll,
  },
  {
    bounds: ({ shortMs }) => ({ streamIdleMs: shortMs }),
    trials: whileUsed,
  },
];

/** Returns texts of about a kilobyte each: each letter takes two bytes. */
function textsOf(name: string, count: number): readonly string[] {
  return Array.from(
    { length: count },
    (_, at) => `${name} ${at} ${"é".repeat(500)}`,
  );
}

/** Returns the remaining events of a stream: the last ones, without a gap. */
async function keptOf(
  store: StreamStore,
  facts: StreamFacts,
  texts: readonly string[],
): Promise<readonly string[]> {
  const kept = await suffixOf(store, facts, texts.length);
  requireEqual(
    "what is left of a stream are its last events",
    kept,
    texts.slice(texts.length - kept.length),
  );
  return kept;
}

/** Returns the last events of a stream: all that can be read. */
async function suffixOf(
  store: StreamStore,
  facts: StreamFacts,
  count: number,
): Promise<readonly string[]> {
  const { stream, principal } = facts;
  const pages = await Promise.all(
    Array.from({ length: count }, (_, after) =>
      store.read(stream, principal, after, 1),
    ),
  );
  const first = pages.findIndex((page) => page !== undefined);
  return first < 0 ? [] : readAll(store, facts, first);
}

/** Requires a size within the limit and not far below it. */
function requireBytes(
  whose: string,
  texts: readonly string[],
  bound: number,
): void {
  const bytes = texts.reduce((sum, text) => sum + utf8Length(text), 0);
  requireThere("something is kept", texts[0]);
  requireThat(
    `${whose} no more than ${bound} bytes are kept, about, and not a small part of that`,
    bytes <= about * bound && bytes >= bound / 4,
    bytes,
  );
}
