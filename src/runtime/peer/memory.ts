import { TransportError } from "../protocol/errors.ts";
import type { Message } from "../protocol/message.ts";
import type { Receiver, Transport } from "./transport.ts";

/** Two transports, each the other's peer, within one process. */
export function createMemoryPair(): [Transport, Transport] {
  const left = new MemoryTransport();
  const right = new MemoryTransport();
  left.peer = right;
  right.peer = left;
  return [left, right];
}

class MemoryTransport implements Transport {
  peer: MemoryTransport | undefined;
  #receiver: Receiver | undefined;
  #waiting: unknown[] = [];
  #closed = false;

  start(receiver: Receiver): void {
    this.#receiver = receiver;
    for (const message of this.#waiting.splice(0)) this.#deliver(message);
    if (this.#closed) queueMicrotask(() => receiver.closed());
  }

  send(message: Message | readonly Message[]): void {
    if (this.#closed) throw new TransportError("the connection is closed");
    // The peer gets what the wire would carry, and shares no object.
    const copy: unknown = JSON.parse(JSON.stringify(message));
    if (this.peer) this.peer.#arrive(copy);
  }

  close(): Promise<void> {
    this.#shut();
    // What was sent before is on its way, and arrives first.
    const { peer } = this;
    if (peer) queueMicrotask(() => peer.#shut());
    return Promise.resolve();
  }

  #arrive(message: unknown): void {
    if (this.#receiver === undefined) this.#waiting.push(message);
    else this.#deliver(message);
  }

  #deliver(message: unknown): void {
    queueMicrotask(() => {
      if (!this.#closed) this.#receiver?.message(message);
    });
  }

  #shut(): void {
    if (this.#closed) return;
    this.#closed = true;
    const receiver = this.#receiver;
    if (receiver) queueMicrotask(() => receiver.closed());
  }
}
