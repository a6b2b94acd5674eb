import type {
  SessionChange,
  SessionRecord,
  SessionStore,
} from "../../../../src/runtime/cluster.ts";
import {
  sampleBounds,
  sampleSession,
} from "../../../../src/store-tests/sessions/sample-session.ts";
import type { Model } from "./histories.ts";
import { fc } from "../../../support/random.ts";

export type SessionOperation =
  | { readonly kind: "create"; readonly at: number; readonly client: string }
  | { readonly kind: "use"; readonly at: number; readonly by: string }
  | {
      readonly kind: "update";
      readonly at: number;
      readonly by: string;
      readonly change: SessionChange;
    }
  | { readonly kind: "end"; readonly at: number; readonly by: string }
  | { readonly kind: "gone"; readonly at: number }
  | { readonly kind: "count" };

type Sessions = Readonly<Record<string, SessionRecord>>;

const bounds = sampleBounds({ max: 4, maxPerClient: 2 });

const at = fc.nat({ max: 5 });
// Whose it is, most of the time.
const by = fc.constantFrom("alice", "alice", "alice", "bob");
const word = fc.constantFrom("a", "b", "c");

const change: fc.Arbitrary<SessionChange> = fc.oneof(
  fc.constant({ kind: "ready" } as const),
  fc.record({ kind: fc.constant("log level" as const), level: word }),
  fc.record({ kind: fc.constant("subscribed" as const), uri: word }),
  fc.record({ kind: fc.constant("unsubscribed" as const), uri: word }),
  fc.record({ kind: fc.constant("keeper" as const), from: word, to: word }),
);

const operation: fc.Arbitrary<SessionOperation> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("create" as const),
      at,
      client: fc.constantFrom("one", "other"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("use" as const), at, by }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("update" as const),
      at,
      by,
      change,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("end" as const), at, by }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("gone" as const), at }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("count" as const) }) },
);

/** Sessions as they should be; none is idle, and none gives way. Names are of one history. */
export function sessionModel(
  names: string,
): Model<Sessions, SessionOperation, SessionStore> {
  const idOf = (at: number): string => `${names}-${at}`;
  const recordOf = (at: number, client: string): SessionRecord =>
    sampleSession({
      id: idOf(at),
      streams: `${names}s${at}.`,
      client,
      keeper: "a",
    });
  const stepOf = (
    state: Sessions,
    one: SessionOperation,
  ): readonly [Sessions, unknown] => {
    if (one.kind === "count") return [state, Object.keys(state).length];
    const id = idOf(one.at);
    if (one.kind === "create") {
      const record = recordOf(one.at, one.client);
      const all = Object.values(state);
      const own = all.filter(({ client }) => client === one.client);
      if (own.length >= bounds.maxPerClient)
        return [state, { kind: "full", of: "client" }];
      if (all.length >= bounds.max) return [state, { kind: "full", of: "all" }];
      return [
        { ...state, [id]: record },
        { kind: "kept", displaced: [] },
      ];
    }
    const { [id]: record, ...rest } = state;
    if (one.kind === "gone") return [state, record ? [] : [id]];
    const isThere = record !== undefined && one.by === record.principal;
    switch (one.kind) {
      case "use":
        return [state, isThere ? inOrder(record) : undefined];
      case "end":
        return [isThere ? rest : state, isThere];
      case "update": {
        const next = isThere ? changed(record, one.change) : undefined;
        return next ? [{ ...rest, [id]: next }, "done"] : [state, "gone"];
      }
    }
  };
  return {
    start: {},
    operation,
    // An id is of one session.
    isAllowed: (one, before) =>
      one.kind !== "create" ||
      !before.some((other) => other.kind === "create" && other.at === one.at),
    step: (state, one) => [stepOf(state, one)],
    async act(store, one) {
      switch (one.kind) {
        case "count":
          return store.count();
        case "create":
          return store.create(recordOf(one.at, one.client), bounds);
        case "use": {
          const record = await store.use(idOf(one.at), one.by);
          return record && inOrder(record);
        }
        case "gone":
          return store.gone([idOf(one.at)]);
        case "end":
          return store.end(idOf(one.at), one.by);
        case "update":
          return store.update(idOf(one.at), one.by, one.change);
      }
    },
  };
}

/** Subscriptions have no order. */
function inOrder(record: SessionRecord): SessionRecord {
  return { ...record, resources: [...record.resources].sort() };
}

function changed(
  record: SessionRecord,
  change: SessionChange,
): SessionRecord | undefined {
  const resources = new Set(record.resources);
  switch (change.kind) {
    case "ready":
      return { ...record, isReady: true };
    case "log level":
      return { ...record, logLevel: change.level };
    case "subscribed":
      return inOrder({ ...record, resources: [...resources.add(change.uri)] });
    case "unsubscribed":
      resources.delete(change.uri);
      return inOrder({ ...record, resources: [...resources] });
    case "keeper":
      return [change.from, change.to].includes(record.keeper)
        ? { ...record, keeper: change.to }
        : undefined;
  }
}
