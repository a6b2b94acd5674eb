import type {
  StreamFacts,
  StreamReader,
  StreamState,
  StreamStore,
} from "../../../../src/runtime/cluster.ts";
import type { Model } from "./histories.ts";
import { fc } from "../../../support/random.ts";

export type StreamOperation = { readonly at: number } & (
  | { readonly kind: "open" }
  | {
      readonly kind: "append";
      readonly sequence: number | undefined;
      readonly data: string;
    }
  | { readonly kind: "finish" }
  | {
      readonly kind: "attach";
      readonly by: string;
      readonly reader: StreamReader;
      readonly ifFree: boolean;
    }
  | { readonly kind: "detach"; readonly reader: StreamReader }
  | { readonly kind: "read"; readonly by: string; readonly after: number }
  | {
      readonly kind: "fail";
      readonly process: string;
      readonly after: number;
    }
  | { readonly kind: "delete session" }
);

interface KeptStream {
  readonly events: readonly string[];
  readonly delivered: number;
  readonly isFinished: boolean;
  readonly reader: StreamReader | undefined;
  /** Whom the reader displaced. */
  readonly displaced: StreamReader | undefined;
}

type Streams = Readonly<Record<string, KeptStream>>;

const at = fc.nat({ max: 2 });
const by = fc.constantFrom("alice", "alice", "alice", "bob");
const name = fc.constantFrom("p", "q");
const reader = fc.record({ process: name, id: fc.constantFrom("1", "2") });
const place = fc.nat({ max: 6 });

function kind<Kind extends string>(of: Kind): fc.Arbitrary<Kind> {
  return fc.constant(of);
}

const operation: fc.Arbitrary<StreamOperation> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: kind("open"), at }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kind("append"),
      at,
      sequence: fc.constantFrom(undefined, undefined, 1, 2, 3),
      data: fc.constantFrom("", "x", "é"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind("finish"), at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind("attach"),
      at,
      by,
      reader,
      ifFree: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind("detach"), at, reader }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: kind("read"), at, by, after: place }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind("fail"),
      at,
      process: name,
      after: fc.constant(0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind("delete session"), at }) },
);

/** The first two are of one session. */
function sessionOf(names: string, at: number): string {
  return `${names}${at < 2 ? "a" : "b"}.`;
}

/** Streams as they should be, far below all bounds. Names are of one history. */
export function streamModel(
  names: string,
): Model<Streams, StreamOperation, StreamStore> {
  const factsOf = (at: number): StreamFacts => ({
    stream: `${sessionOf(names, at)}pc${at}`,
    session: sessionOf(names, at),
    principal: "alice",
    client: "principal alice",
    process: "p",
    requests: [at],
    needs: [],
  });
  const nameOf = (at: number): string => factsOf(at).stream;
  return {
    start: {},
    operation,
    isAllowed: (one, before, states) =>
      isPromised(
        one,
        before,
        states.map((state) => state[nameOf(one.at)]),
      ),
    step(state, one) {
      const { [nameOf(one.at)]: stream, ...rest } = state;
      const others =
        one.kind === "delete session"
          ? withoutSession(rest, sessionOf(names, one.at))
          : rest;
      const name = nameOf(one.at);
      return stepsOf(stream, one, factsOf(one.at)).map(([next, answer]) => [
        next ? { ...others, [name]: next } : others,
        answer,
      ]);
    },
    act: (store, one) => actOn(store, one, factsOf(one.at)),
  };
}

/** A name is of one stream; and who writes by numbers leaves none out. */
function isPromised(
  one: StreamOperation,
  before: readonly StreamOperation[],
  streams: readonly (KeptStream | undefined)[],
): boolean {
  const isSame = (other: StreamOperation): boolean =>
    other.at === one.at ||
    (other.kind === "delete session" && other.at < 2 && one.at < 2);
  if (one.kind === "open")
    return !before.some(
      (other) => other.kind === "delete session" && isSame(other),
    );
  const { sequence = 1 } = one.kind === "append" ? one : {};
  return streams.every(
    (stream) => sequence <= (stream?.events.length ?? 0) + 1,
  );
}

function withoutSession(streams: Streams, session: string): Streams {
  return Object.fromEntries(
    Object.entries(streams).filter(([name]) => !name.startsWith(session)),
  );
}

type Stepped = readonly [KeptStream | undefined, unknown];

/** Who reads already and asks again may be told once more whom it displaced. */
function stepsOf(
  stream: KeptStream | undefined,
  one: StreamOperation,
  facts: StreamFacts,
): readonly Stepped[] {
  const step = stepOf(stream, one, facts);
  if (one.kind !== "attach" || one.ifFree || one.by !== facts.principal)
    return [step];
  if (!stream?.displaced || !isSame(stream.reader, one.reader)) return [step];
  const [next, answer] = step;
  const again = { ...(answer as object), before: stream.displaced };
  return [step, [next, again]];
}

function stepOf(
  stream: KeptStream | undefined,
  one: StreamOperation,
  facts: StreamFacts,
): Stepped {
  if (one.kind === "open") return [stream ?? fresh, undefined];
  if (!stream) return [undefined, one.kind === "detach" ? false : undefined];
  const { events, reader, isFinished } = stream;
  const last = events.length;
  switch (one.kind) {
    case "append": {
      if (isFinished) return [stream, undefined];
      const sequence = one.sequence ?? last + 1;
      const isNew = sequence > last;
      const next = { ...stream, events: [...events, one.data] };
      return [isNew ? next : stream, { sequence, reader }];
    }
    case "finish":
      return [{ ...stream, isFinished: true }, reader];
    case "attach": {
      if (one.by !== facts.principal) return [stream, undefined];
      const { delivered } = stream;
      const state: StreamState = { ...facts, last, delivered, isFinished };
      const isAgain = isSame(reader, one.reader);
      const before = isAgain ? undefined : reader;
      const isTaken = one.ifFree && before !== undefined;
      const displaced = isAgain ? stream.displaced : before;
      const next = { ...stream, reader: one.reader, displaced };
      return [isTaken ? stream : next, { state, before }];
    }
    case "detach": {
      const is = isSame(reader, one.reader);
      return [
        is ? { ...stream, reader: undefined, displaced: undefined } : stream,
        is,
      ];
    }
    case "read": {
      if (one.by !== facts.principal) return [stream, undefined];
      const read = Math.min(one.after, last);
      const delivered = Math.max(stream.delivered, read);
      const rest = events.map((data, at) => ({ sequence: at + 1, data }));
      return [
        { ...stream, delivered },
        { events: rest.slice(one.after), isFinished },
      ];
    }
    case "fail":
      if (isFinished || one.process !== facts.process)
        return [stream, undefined];
      return [
        { ...stream, events: [...events, "error"], isFinished: true },
        undefined,
      ];
    case "delete session":
      return [undefined, undefined];
  }
}

function isSame(one: StreamReader | undefined, other: StreamReader): boolean {
  return one?.process === other.process && one.id === other.id;
}

const fresh: KeptStream = {
  events: [],
  delivered: 0,
  isFinished: false,
  reader: undefined,
  displaced: undefined,
};

async function actOn(
  store: StreamStore,
  one: StreamOperation,
  facts: StreamFacts,
): Promise<unknown> {
  const { stream, session } = facts;
  switch (one.kind) {
    case "open":
      return store.open(facts);
    case "append": {
      const { sequence, data } = one;
      return store.append(stream, {
        data,
        ...(sequence !== undefined && { sequence }),
      });
    }
    case "finish":
      return store.finish(stream);
    case "attach":
      return store.attach(stream, one.by, one.reader, one.ifFree);
    case "detach":
      return store.detach(stream, one.reader);
    case "read":
      return store.read(stream, one.by, one.after);
    case "fail":
      return store.fail(stream, one.process, one.after, ["error"]);
    case "delete session":
      return store.deleteSession(session);
  }
}
