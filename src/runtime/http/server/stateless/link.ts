import { TransportError } from "../../../protocol/errors.ts";
import type { Receiver, Sink, Transport } from "../../../peer/transport.ts";
import type { Posted } from "../posted.ts";
import { holding } from "../kept/holding.ts";
import type { HttpServices } from "../services.ts";
import type { Visit } from "../visit.ts";

/** The one connection that all clients share: each request has its own way back. */
export class SharedLink implements Transport {
  readonly via = "http";
  #receiver: Receiver | undefined;

  start(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  deliver({ value, received }: Posted, sink: Sink): void {
    this.#receiver?.message(value, sink, received);
  }

  gone(sink: Sink, reason: Error): void {
    this.#receiver?.gone?.(sink, reason);
  }

  send(): never {
    throw new TransportError("no stream takes messages of the server's own");
  }

  close(): Promise<void> {
    this.#receiver?.closed();
    return Promise.resolve();
  }
}

/** Where a notification comes from: nothing goes back there. */
export function unanswerable(
  services: HttpServices,
  visit: Visit,
  { value }: Posted,
): Sink {
  return {
    ...holding(services, visit, value),
    exclusive: true,
    send() {
      throw new TransportError("a notification has no answer");
    },
  };
}
