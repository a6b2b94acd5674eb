import { INTERNAL_ERROR } from "../../../protocol/errors.ts";
import { isObject, type RequestId } from "../../../protocol/message.ts";
import type { StoredEvent } from "../../../http/server/events/event-store.ts";

/** How many of one stream are remembered: who comes back for older ones is refused. */
const maxLost = 1_000;

/**
 * What could not be kept of a stream. Something short is to be kept in its place, once
 * that can be: so that who comes back misses no answer without a word.
 */
export class LostEvents {
  readonly #instead = new Map<number, string>();

  /** What was not kept, and what is said to those whose answer it was. */
  add({ sequence, data }: StoredEvent, message: string): void {
    this.#instead.set(sequence, insteadOf(data, message));
    const [oldest = sequence] = this.#instead.keys();
    if (this.#instead.size > maxLost) this.#instead.delete(oldest);
  }

  /** What is to be kept before an event, in its order. */
  before(sequence: number = Infinity): readonly StoredEvent[] {
    return [...this.#instead]
      .map(([number, data]) => ({ sequence: number, data }))
      .filter((event) => event.sequence < sequence)
      .sort((one, other) => one.sequence - other.sequence);
  }

  delete({ sequence }: StoredEvent): void {
    this.#instead.delete(sequence);
  }
}

/** An error for each answer of an event; nothing, where it has none. */
function insteadOf(data: string, message: string): string {
  const errors = answeredBy(data).map((id) => errorFor(id, message));
  if (errors.length < 2) return errors[0] ?? "";
  // They were one event, and others have its neighbours' numbers.
  return `[${errors.join()}]`;
}

/** The error that a request gets whose answer is lost, as JSON. */
export function errorFor(id: RequestId, message: string): string {
  const error = { code: INTERNAL_ERROR, message };
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}

/** The requests whose answers an event has. */
export function answeredBy(data: string): RequestId[] {
  if (data === "") return [];
  const value: unknown = JSON.parse(data);
  return [value].flat().flatMap((one) => {
    const isAnswer = isObject(one) && !("method" in one);
    // This server's own answers: what has no method has the id of a request.
    return isAnswer ? [one["id"] as RequestId] : [];
  });
}
