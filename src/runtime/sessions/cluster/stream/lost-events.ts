import { INTERNAL_ERROR } from "../../../protocol/errors.ts";
import { isObject, type RequestId } from "../../../protocol/message.ts";
import type { StoredEvent } from "../../../http/server/events/event-store.ts";

/** Maximum number of lost events to remember per stream; resuming before older ones is rejected. */
const maxLost = 1_000;

/**
 * Events of a stream that could not be stored. A short replacement is stored later, so that a
 * resuming client gets an error instead of a missing response.
 */
export class LostEvents {
  readonly #instead = new Map<number, string>();

  /** Adds a lost event with the error message for the responses in it. */
  add({ sequence, data }: StoredEvent, message: string): void {
    this.#instead.set(sequence, insteadOf(data, message));
    const [oldest = sequence] = this.#instead.keys();
    if (this.#instead.size > maxLost) this.#instead.delete(oldest);
  }

  /** Returns the replacements to store before an event, in order. */
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

/** Returns an error for each response in an event; an empty string without responses. */
function insteadOf(data: string, message: string): string {
  const errors = answeredBy(data).map((id) => errorFor(id, message));
  if (errors.length < 2) return errors[0] ?? "";
  // The responses were one event, so the errors stay one event: the neighbouring numbers are
  // taken.
  return `[${errors.join()}]`;
}

/** Returns the error response for a request whose response is lost, as JSON. */
export function errorFor(id: RequestId, message: string): string {
  const error = { code: INTERNAL_ERROR, message };
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}

/** Returns the ids of the requests that an event answers. */
export function answeredBy(data: string): RequestId[] {
  if (data === "") return [];
  const value: unknown = JSON.parse(data);
  return [value].flat().flatMap((one) => {
    const isAnswer = isObject(one) && !("method" in one);
    // The server wrote this response itself, so its id is a request id.
    return isAnswer ? [one["id"] as RequestId] : [];
  });
}
