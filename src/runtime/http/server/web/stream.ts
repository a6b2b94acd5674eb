import { TransportError } from "../../../wire/errors.ts";
import type { HttpStream } from "../../shared/request-response.ts";

export interface WebStreamEvents {
  /** All of it has been written. */
  ended(): void;
  /** Its reader is gone, or too slow. */
  gone(reason: Error): void;
}

/** An answer that goes out piece by piece, within a bound of what waits for its reader. */
export class WebStream implements HttpStream {
  readonly readable: ReadableStream<Uint8Array>;
  readonly #maxBufferedBytes: number;
  readonly #events: WebStreamEvents;
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #onDrain: (() => void) | undefined;

  constructor(maxBufferedBytes: number, events: WebStreamEvents) {
    this.#maxBufferedBytes = maxBufferedBytes;
    this.#events = events;
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (this.#controller = controller),
        // Its reader wants more, and has all there was.
        pull: () => this.#drained(),
        cancel: () => {
          this.#controller = undefined;
          events.gone(new TransportError("the client is gone"));
        },
      },
      { highWaterMark: 0, size: ({ byteLength }) => byteLength },
    );
  }

  get waiting(): number {
    // Nothing is wanted ahead, so that what is missing is what waits.
    return -(this.#controller?.desiredSize ?? 0);
  }

  onDrain(listener: () => void): void {
    if (this.waiting === 0) listener();
    else this.#onDrain = listener;
  }

  write(text: string): void {
    const controller = this.#controller;
    if (!controller) return;
    // One message may be longer than the bound.
    const { waiting } = this;
    if (waiting <= this.#maxBufferedBytes)
      return controller.enqueue(this.#encoder.encode(text));
    const reason = `the client does not read: ${waiting} bytes wait for it`;
    this.cut(new TransportError(reason));
  }

  end(text?: string): void {
    if (text !== undefined) this.write(text);
    const controller = this.#controller;
    if (!controller) return;
    this.#controller = undefined;
    controller.close();
    this.#events.ended();
  }

  /** Its reader has left: an error would be one in the log of whoever passes it on. */
  leave(): void {
    this.#controller?.close();
    this.#controller = undefined;
  }

  /** Ends it in the middle. */
  cut(reason: Error): void {
    const controller = this.#controller;
    if (!controller) return;
    this.#controller = undefined;
    controller.error(reason);
    this.#events.gone(reason);
  }

  #drained(): void {
    const listener = this.#onDrain;
    this.#onDrain = undefined;
    listener?.();
  }
}
