import {
  INTERNAL_ERROR,
  INVALID_REQUEST,
  ProtocolError,
} from "../../protocol/errors.ts";
import { isRequestId, type RequestId } from "../../protocol/message.ts";
import type { IncomingRequest } from "../incoming-request.ts";
import type { Sink } from "../transport.ts";

/** What a request in flight is known by: its id, or the sink that is its own. */
export type InFlightKey = RequestId | Sink;

/** Why nothing more is done for a peer. */
export function closing(): ProtocolError {
  return new ProtocolError(INTERNAL_ERROR, "The connection is closing");
}

/** The requests of the peer whose handlers are at work. */
export class InFlight {
  readonly #requests = new Map<InFlightKey, IncomingRequest>();
  readonly #max: number;
  #drained: Promise<void> | undefined;
  #onDrained: () => void = () => {};

  /** The bound on what one peer can make this side keep, in requests. */
  constructor(max = 10_000) {
    this.#max = max;
  }

  get size(): number {
    return this.#requests.size;
  }

  /** Throws the error that refuses another request. */
  requireFree(key: InFlightKey): void {
    if (this.#requests.has(key))
      throw new ProtocolError(INVALID_REQUEST, "The id is in use");
    if (this.#drained) throw closing();
    if (this.#requests.size >= this.#max)
      throw new ProtocolError(INTERNAL_ERROR, "Too many requests at once");
  }

  add(key: InFlightKey, request: IncomingRequest): void {
    this.#requests.set(key, request);
  }

  remove(key: InFlightKey): void {
    this.#requests.delete(key);
  }

  /** Aborts a request that its peer took back; `initialize` cannot be. */
  cancel(key: unknown, reason: Error): void {
    // An id or a sink: anything else is in no map.
    const request = this.#requests.get(key as InFlightKey);
    if (!request || request.method === "initialize") return;
    request.cancel(reason);
    this.settle();
  }

  cancelAll(reason: Error): void {
    for (const request of this.#requests.values()) request.cancel(reason);
  }

  /** Lets the handlers know that they should come to their ends. */
  stopAll(reason: Error): void {
    for (const request of this.#requests.values()) request.stop(reason);
  }

  /** Resolves when a request is taken back; undefined for one that is not here. */
  takenBack(id: unknown): Promise<void> | undefined {
    const request = isRequestId(id) ? this.#requests.get(id) : undefined;
    if (!request) return undefined;
    return new Promise((resolve) => (request.onCancel = resolve));
  }

  /** Takes no more requests; resolves once nobody waits for an answer. */
  drained(): Promise<void> {
    this.#drained ??= new Promise((resolve) => {
      this.#onDrained = resolve;
    });
    this.settle();
    return this.#drained;
  }

  /** Looks whether it is drained: of requests that were taken back, nobody waits for the answer. */
  settle(): void {
    if (!this.#drained) return;
    for (const { cancelled } of this.#requests.values()) if (!cancelled) return;
    this.#onDrained();
  }
}
