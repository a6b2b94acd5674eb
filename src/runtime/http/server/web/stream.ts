import { Alarm } from "../../../protocol/timers/alarm.ts";
import { TransportError } from "../../../protocol/errors.ts";
import { readingTime } from "../../../protocol/timers/deadlines.ts";
import { slowReaderError } from "../limits/slow-reader.ts";
import type { HttpStream } from "../../shared/request-response.ts";

export interface WebStreamEvents {
  /** All of it has been written. */
  ended(): void;
  /** Its reader is gone, or too slow. */
  gone(reason: Error): void;
}

export interface WebStreamLimits {
  /** Bytes that wait for a slow reader before it is cut off. */
  readonly maxBufferedBytes: number;
  /** How long it may take nothing of what waits, in milliseconds. */
  readonly silentMs: number;
}

/** What may wait for ever of an answer that is complete, in bytes. */
const littleLeft = 65_536;

/** An answer that goes out piece by piece, within a bound of what waits for its reader. */
export class WebStream implements HttpStream {
  readonly readable: ReadableStream<Uint8Array>;
  readonly #limits: WebStreamLimits;
  readonly #events: WebStreamEvents;
  readonly #encoder = new TextEncoder();
  /** While more can be written. */
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Until its reader has left. */
  #source: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** In bytes. */
  #written = 0;
  /** As it was looked at last. */
  #taken = 0;
  /** Whether it was looked at since. */
  #isDoubted = false;
  readonly #silence = new Alarm(() => this.#limitSilence());
  #onDrain: (() => void) | undefined;

  constructor(limits: WebStreamLimits, events: WebStreamEvents) {
    this.#limits = limits;
    this.#events = events;
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = this.#source = controller;
        },
        // Its reader wants more, and has all there was.
        pull: () => this.#drained(),
        cancel: () => {
          this.#release();
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
    const waiting = waitingIn(controller);
    if (waiting > this.#limits.maxBufferedBytes)
      return this.destroy(slowReaderError(waiting));
    const bytes = this.#encoder.encode(text);
    this.#written += bytes.byteLength;
    controller.enqueue(bytes);
    if (waitingIn(controller) > 0) this.#silence.set(this.#limits.silentMs);
  }

  end(text?: string): void {
    if (text !== undefined) this.write(text);
    const controller = this.#controller;
    if (!controller) return;
    this.#controller = undefined;
    controller.close();
    // A timer for each answer would cost more than the end of one that nobody reads.
    if (waitingIn(controller) <= littleLeft) this.#release();
    this.#events.ended();
  }

  /** Its reader has left: an error would be one in the log of whoever passes it on. */
  leave(): void {
    this.#controller?.close();
    this.#release();
  }

  /** Ends it in the middle. */
  destroy(reason: Error): void {
    const controller = this.#controller;
    if (!controller) return;
    this.#release();
    controller.error(reason);
    this.#events.gone(reason);
  }

  #drained(): void {
    const listener = this.#onDrain;
    this.#onDrain = undefined;
    listener?.();
  }

  /** Cuts off a reader that took nothing since it was looked at last, were it of what is complete. */
  #limitSilence(): void {
    const source = this.#source;
    const waiting = source ? waitingIn(source) : 0;
    if (!source || waiting === 0) return;
    const taken = this.#written - waiting;
    const { silentMs } = this.#limits;
    if (taken > this.#taken) {
      this.#taken = taken;
      this.#isDoubted = false;
      return this.#silence.set(silentMs);
    }
    this.#isDoubted = !this.#isDoubted;
    // Where this process stood still, its reader could take nothing.
    if (this.#isDoubted)
      return this.#silence.set(Math.min(readingTime, silentMs));
    if (this.#controller) return this.destroy(slowReaderError(waiting));
    this.#release();
    source.error(slowReaderError(waiting));
  }

  /** What it held can be forgotten. */
  #release(): void {
    this.#silence.stop();
    this.#controller = this.#source = undefined;
  }
}

/** Nothing is wanted ahead, so that what is missing is what waits, in bytes. */
function waitingIn({
  desiredSize,
}: ReadableStreamDefaultController<Uint8Array>): number {
  return -(desiredSize ?? 0);
}
