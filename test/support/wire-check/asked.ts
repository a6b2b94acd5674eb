import type { Judge, Problem } from "./judge.ts";
import type { JsonObject } from "./read.ts";

/** A request that waits for its answer. */
export interface Pending {
  readonly id: unknown;
  readonly method: string;
  readonly judge: Judge | undefined;
  readonly progressToken: unknown;
  progress: number;
  isCancelled: boolean;
}

/** What one of the two has asked so far. */
export interface Asked {
  readonly pending: Map<unknown, Pending[]>;
  readonly usedIds: Set<unknown>;
  /** How many of its messages can be answered by an error alone. */
  junk: number;
}

/** Progress belongs to a request in flight, and rises. */
export function progressProblems(
  asked: readonly Pending[],
  { progressToken, progress }: JsonObject,
): Problem[] {
  const pending = asked.find(
    (request) =>
      request.progressToken !== undefined &&
      request.progressToken === progressToken,
  );
  if (!pending) return [wrong("no request in flight has this token")];
  if (pending.isCancelled) return [wrong("the request was cancelled")];
  if (typeof progress !== "number") return [];
  const rises = progress > pending.progress;
  pending.progress = progress;
  return rises ? [] : [wrong("progress does not rise")];
}

/** In the stateless lifecycle a change is told to those who listen, and says to whom. */
export function subscriptionProblems(
  asked: readonly Pending[],
  method: string,
  meta: JsonObject,
): Problem[] {
  if (method === "notifications/message") return [];
  const id = meta["io.modelcontextprotocol/subscriptionId"];
  const isOpen = asked.some(
    (request) =>
      request.method === "subscriptions/listen" &&
      request.id === id &&
      !request.isCancelled,
  );
  return isOpen ? [] : [wrong("nobody listens under this id")];
}

export function nothingAsked(): Asked {
  return { pending: new Map(), usedIds: new Set(), junk: 0 };
}

export function wrong(reason: string): Problem {
  return { by: "table", reason };
}
