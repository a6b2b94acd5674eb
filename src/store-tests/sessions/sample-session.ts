import type {
  SessionBounds,
  SessionRecord,
} from "../../runtime/sessions/session-store.ts";

/** Returns a unique name. */
export function freshName(): string {
  return crypto.randomUUID();
}

/** Returns a new session with the given properties. */
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

/** Returns limits that no test reaches, except the given ones. */
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

/** Pairs of an owner and another principal, which must not get access. */
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
  // Some databases treat an empty string as null.
  [undefined, ""],
  ["", undefined],
];
