import type {
  SessionBounds,
  SessionRecord,
} from "../../runtime/sessions/session-store.ts";

/** A name that nobody has had. */
export function freshName(): string {
  return crypto.randomUUID();
}

/** A new session, of which some is told. */
export function sampleSession(
  given: Partial<SessionRecord> = {},
): SessionRecord {
  const name = freshName();
  return {
    id: `id-${name}`,
    streams: `${name}.`,
    principal: "alice",
    client: "principal alice",
    revision: "one",
    peer: {
      info: { name: 'a "client" of {braces}', title: "café\n茶\u{1f375}" },
      capabilities: { roots: { listChanged: true }, empty: {}, list: [] },
    },
    isReady: false,
    logLevel: undefined,
    resources: [],
    keeper: "nobody",
    ...given,
  };
}

/** Bounds that nothing comes to, but for those that are told. */
export function sampleBounds(
  given: Partial<SessionBounds> = {},
): SessionBounds {
  return {
    max: 10_000,
    maxPerClient: 10_000,
    idleMs: 60_000,
    openingMs: 60_000,
    restMs: 60_000,
    maxBytes: 262_144,
    ...given,
  };
}

/** Whose something may be, and who else may come for it. */
export const strangers: readonly (readonly [
  string | undefined,
  string | undefined,
])[] = [
  ["alice", "bob"],
  ["alice", undefined],
  ["alice", "Alice"],
  ["alice", "alice "],
  ["alice", "alice2"],
  ["alice2", "alice"],
  [undefined, "alice"],
  [undefined, "undefined"],
  ["undefined", undefined],
  [undefined, "null"],
  // Some databases take an empty text for none.
  [undefined, ""],
  ["", undefined],
];
