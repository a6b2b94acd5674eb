import { TransportError } from "./errors.ts";
import { createLineSplitter } from "./lines.ts";
import type { Message } from "./message.ts";
import type { Receiver, Transport } from "./transport.ts";

/** What is read: Node's readable streams and sockets are such. */
export interface ByteInput {
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** What is written: Node's writable streams and sockets are such. */
export interface ByteOutput {
  /** Tells by `false` that it is full until `drain`. */
  write(text: string): boolean;
  end(): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "drain" | "close", listener: () => void): unknown;
}

export interface ByteStreamOptions {
  /** The longest line in bytes; a longer one is answered with an error. */
  lineLimit?: number;
  /** When what was sent in one turn is written. */
  schedule?: (flush: () => void) => void;
}

const defaultLineLimit = 64 * 1024 * 1024;

/** Newline-delimited JSON over a pair of byte streams, such as stdio or a socket. */
export function createByteStreamTransport(
  input: ByteInput,
  output: ByteOutput,
  options: ByteStreamOptions = {},
): Transport {
  return new ByteStreamTransport(input, output, options);
}

class ByteStreamTransport implements Transport {
  readonly #input: ByteInput;
  readonly #output: ByteOutput;
  readonly #lineLimit: number;
  readonly #schedule: (flush: () => void) => void;
  #receiver: Receiver | undefined;
  #pending = "";
  #closed = false;

  constructor(
    input: ByteInput,
    output: ByteOutput,
    options: ByteStreamOptions,
  ) {
    this.#input = input;
    this.#output = output;
    this.#lineLimit = options.lineLimit ?? defaultLineLimit;
    this.#schedule = options.schedule ?? queueMicrotask;
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
    const split = createLineSplitter(this.#lineLimit, {
      line: (text) => this.#read(text),
      overflow: () =>
        receiver.unreadable(`a line is longer than ${this.#lineLimit} bytes`),
    });
    this.#output.on("drain", () => this.#input.resume());
    this.#output.on("close", () => this.#shut());
    this.#output.on("error", (error) => this.#shut(error));
    this.#input.on("error", (error) => this.#shut(error));
    this.#input.on("end", () => receiver.ended());
    this.#input.on("data", split);
  }

  send(message: Message): void {
    if (this.#closed) throw new TransportError("the connection is closed");
    const line = JSON.stringify(message) + "\n";
    if (this.#pending === "") this.#schedule(() => this.#flush());
    this.#pending += line;
  }

  close(): Promise<void> {
    if (!this.#closed) {
      this.#flush();
      this.#input.pause();
      this.#output.end();
      this.#shut();
    }
    return Promise.resolve();
  }

  #read(text: string): void {
    if (this.#closed) return;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.#receiver?.unreadable("a line is not JSON");
      return;
    }
    this.#receiver?.message(value);
  }

  #flush(): void {
    const text = this.#pending;
    this.#pending = "";
    // No more is read while the peer does not read.
    if (text !== "" && !this.#output.write(text)) this.#input.pause();
  }

  #shut(error?: Error): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#receiver?.closed(error);
  }
}
