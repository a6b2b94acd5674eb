import type { HttpServices } from "../services.ts";

/** What is kept of all clients, in bytes, about. */
export interface KeptStatus {
  /** What is kept now, of all clients. */
  readonly bytes: number;
  /** What may be kept, of all clients. */
  readonly maxBytes: number;
  /** The clients of which something is kept. */
  readonly clients: number;
  /** What is kept of the client of which the most is. */
  readonly largestClientBytes: number;
  /** What one client may have of it. */
  readonly maxClientBytes: number;
  /** What is kept of the session of which the most is, beside its requests. */
  readonly largestSessionBytes: number;
  /** What one session may have of it. */
  readonly maxSessionBytes: number;
  /** Bodies that are not whole yet. */
  readonly unfinishedBodies: number;
  /** Answers that wait for clients that do not read them. */
  readonly unreadAnswers: number;
  /** Events for clients that come back, which have a bound of their own: 0 where the store does not tell. */
  readonly eventBytes: number;
}

export function keptStatus({
  kept: { ledger },
  options,
  eventStore,
}: HttpServices): KeptStatus {
  let largestClientBytes = 0;
  let largestSessionBytes = 0;
  let unfinishedBodies = 0;
  let unreadAnswers = 0;
  for (const { bytes, sessions, bodies, answers } of ledger.accounts) {
    largestClientBytes = Math.max(largestClientBytes, bytes);
    unfinishedBodies += bodies.size;
    unreadAnswers += answers.size;
    for (const { keptBytes } of sessions)
      largestSessionBytes = Math.max(largestSessionBytes, keptBytes);
  }
  return {
    bytes: ledger.bytes,
    maxBytes: options.maxKeptBytes,
    clients: ledger.clients,
    largestClientBytes,
    maxClientBytes: options.perClient.maxKeptBytes,
    largestSessionBytes,
    maxSessionBytes: options.sessions ? options.sessions.maxKeptBytes : 0,
    unfinishedBodies,
    unreadAnswers,
    eventBytes: bytesIn(eventStore),
  };
}

/** The store in memory tells it, and others may. */
function bytesIn(store: object | undefined): number {
  const bytes: unknown = store && "bytes" in store ? store.bytes : 0;
  return typeof bytes === "number" ? bytes : 0;
}
