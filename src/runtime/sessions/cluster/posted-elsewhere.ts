import { objectOf } from "../../protocol/message.ts";
import type { Received } from "../../protocol/received.ts";
import type { Posted } from "../../http/server/posted.ts";
import type { Replica } from "./session/replica.ts";

/** Message for another process. */
export interface ForOther {
  readonly value: unknown;
  /** Process that sent the request that this answers; undefined for all processes. */
  readonly process: string | undefined;
}

/** Posted messages, by the process that handles them. */
export interface Sorted {
  /** Messages for this process; undefined if there are none. */
  readonly here: Posted | undefined;
  readonly others: readonly ForOther[];
}

/** Separates the messages that other processes handle. */
export function sortPosted(
  posted: Posted,
  replica: Replica,
  name: string,
): Sorted {
  if (posted.kind === "message") {
    const other = forOther(posted.received, posted.value, replica, name);
    if (!other) return { here: posted, others: [] };
    // A cancellation is handled here too, as the request may be on its way.
    const isMore = other.process === undefined;
    return { here: isMore ? posted : undefined, others: [other] };
  }
  const others: ForOther[] = [];
  const value: unknown[] = [];
  const received: Received[] = [];
  for (const [at, one] of posted.received.entries()) {
    const other = forOther(one, posted.value[at], replica, name);
    if (other) others.push(other);
    if (other?.process !== undefined) continue;
    value.push(posted.value[at]);
    received.push(one);
  }
  if (others.length === 0) return { here: posted, others };
  const here = value.length > 0 ? { ...posted, value, received } : undefined;
  return { here, others };
}

function forOther(
  received: Received,
  value: unknown,
  replica: Replica,
  name: string,
): ForOther | undefined {
  switch (received.kind) {
    case "result":
    case "error":
      return forAsker(received.id, value, name);
    case "invalid":
      return received.isAnswer ? forAsker(received.id, value, name) : undefined;
    case "notification":
      return forTold(received.method, received.params, value, replica, name);
    case "request":
      return undefined;
    default:
      return received satisfies never;
  }
}

function forTold(
  method: string,
  params: unknown,
  value: unknown,
  replica: Replica,
  name: string,
): ForOther | undefined {
  const { progressToken, requestId } = objectOf(params);
  if (method === "notifications/progress")
    return forAsker(progressToken, value, name);
  const isTakenBack = method === "notifications/cancelled";
  return isTakenBack && !replica.works(requestId)
    ? { value, process: undefined }
    : undefined;
}

/** Finds the process of a request id: ids of requests of a process begin with its name. */
function forAsker(
  id: unknown,
  value: unknown,
  name: string,
): ForOther | undefined {
  if (typeof id !== "string") return undefined;
  const [process = "", ...rest] = id.split(":");
  const isOther = rest.length === 2 && process !== "" && process !== name;
  return isOther ? { value, process } : undefined;
}
