import type {
  ByteInput,
  ByteOutput,
} from "../../src/runtime/stdio/byte-stream.ts";
import type { Receiver } from "../../src/runtime/peer/transport.ts";

type Listener = (value: never) => void;

/** A stream that owes nothing to Node: it emits what the test says. */
export class HandInput implements ByteInput {
  paused = false;
  readonly #listeners: [event: string, listener: Listener][] = [];

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener]);
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }

  emit(event: "data" | "end" | "close" | "error", value?: unknown): void {
    for (const [name, listener] of this.#listeners) {
      if (name === event) listener(value as never);
    }
  }

  push(bytes: Uint8Array | string): void {
    const isText = typeof bytes === "string";
    this.emit("data", isText ? new TextEncoder().encode(bytes) : bytes);
  }
}

/** An output that remembers each write, and is as full as the test says. */
export class HandOutput implements ByteOutput {
  full = false;
  ended = false;
  destroyed = false;
  readonly writes: string[] = [];
  readonly #listeners: [event: string, listener: Listener][] = [];

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener]);
  }

  write(text: string): boolean {
    this.writes.push(text);
    return !this.full;
  }

  end(): void {
    this.ended = true;
  }

  destroy(): void {
    this.destroyed = true;
  }

  emit(event: "drain" | "close" | "error", value?: unknown): void {
    for (const [name, listener] of this.#listeners) {
      if (name === event) listener(value as never);
    }
  }
}

/** Remembers what a transport brings, in order. */
export interface Log extends Receiver {
  readonly heard: unknown[];
}

export function createLog(): Log {
  const heard: unknown[] = [];
  return {
    heard,
    message: (value) => heard.push({ message: value }),
    unreadable: (reason) => heard.push({ unreadable: reason }),
    ended: () => heard.push("ended"),
    closed: (error) => heard.push({ closed: error?.message }),
  };
}
