import { TransportError } from "../protocol/errors.ts";
import {
  parseJson,
  resolveLimits,
  serverJsonLimits,
  type JsonLimits,
} from "../protocol/validation/parse-json.ts";
import { isOfChange } from "../protocol/revision/changes.ts";
import { createLineSplitter } from "./lines.ts";
import type { Message } from "../protocol/message.ts";
import { receiveUnparsed } from "../peer/unparsed-message.ts";
import {
  progressGap,
  type Receiver,
  type Transport,
} from "../peer/transport.ts";

/** What is read: Node's readable streams and sockets are such. */
export interface ByteInput {
  /** Hears what arrives. */
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  /** Hears that it broke. */
  on(event: "error", listener: (error: Error) => void): unknown;
  /** Hears that it is over. */
  on(event: "end" | "close", listener: () => void): unknown;
  /** Asks for no more for now. */
  pause(): unknown;
  /** Asks for more again. */
  resume(): unknown;
}

/** What is written: Node's writable streams and sockets are such. */
export interface ByteOutput {
  /** Tells by `false` that it is full until `drain`. */
  write(text: string): boolean;
  /** Nothing more is written. */
  end(): unknown;
  /** Ends at once, and drops what is not yet written. */
  destroy?(): unknown;
  /** Hears that it broke. */
  on(event: "error", listener: (error: Error) => void): unknown;
  /** Hears that it takes more again, or is closed. */
  on(event: "drain" | "close", listener: () => void): unknown;
}

/** How messages travel over a stream of bytes. */
export interface ByteStreamOptions {
  /**
   * The longest line, in bytes. A longer one is answered with an error.
   *
   * @default 33_554_432 (32 MiB)
   */
  readonly lineLimit?: number;
  /**
   * The deepest nesting of objects and arrays in a line. A deeper one is answered
   * with an error, and is not parsed.
   *
   * @default 256
   */
  readonly maxDepth?: number;
  /**
   * The most values in a line: objects, arrays, strings, numbers, booleans and
   * nulls. A line with more is answered with an error, and is not parsed.
   *
   * @default 50_000
   */
  readonly maxValues?: number;
  /**
   * How many characters may wait for a peer that does not read. With more the
   * connection is closed.
   *
   * @default 268_435_456 (256 Mi)
   */
  readonly queueLimit?: number;
  /** When what was sent in one turn is written. */
  readonly schedule?: (flush: () => void) => void;
}

const MiB = 1024 * 1024;

/**
 * Newline-delimited JSON over a pair of byte streams, such as stdio or a socket.
 *
 * What is sent in one turn is one write, and while the output is full nothing
 * more is written to it. A server then stops reading too, so that nothing waits
 * for a slow client but answers to what was read before. A client, the end that
 * speaks first, goes on reading: two ends that both waited for the other to read
 * would wait for ever.
 */
export function createByteStreamTransport(
  input: ByteInput,
  output: ByteOutput,
  options: ByteStreamOptions = {},
): Transport {
  return new ByteStreamTransport(input, output, options);
}

class ByteStreamTransport implements Transport {
  readonly progressGap = progressGap;
  readonly #input: ByteInput;
  readonly #output: ByteOutput;
  readonly #options: ByteStreamOptions;
  readonly #limits: JsonLimits;
  #receiver: Receiver | undefined;
  #pending = "";
  /** The changes that wait for an output that is full: one says as much as many. */
  readonly #changes = new Set<string>();
  /** The output takes no more for now. */
  #full = false;
  /** Whether this end has spoken first; unknown before anybody has. */
  #leads: boolean | undefined;
  #ended = false;
  #closed = false;

  constructor(
    input: ByteInput,
    output: ByteOutput,
    options: ByteStreamOptions,
  ) {
    this.#input = input;
    this.#output = output;
    this.#options = options;
    this.#limits = resolveLimits(options, serverJsonLimits);
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
    const lines = createLineSplitter(this.#options.lineLimit ?? 32 * MiB, {
      line: (text) => this.#read(text),
      unreadable: (reason) => this.#refuse(reason),
    });
    this.#output.on("drain", () => this.#drained());
    this.#output.on("close", () => this.#shut());
    this.#output.on("error", (error) => this.#break(error));
    this.#input.on("error", (error) => this.#break(error));
    this.#input.on("close", () => {
      if (!this.#ended) this.#shut();
    });
    this.#input.on("end", () => {
      this.#ended = true;
      if (this.#closed) return;
      lines.end();
      receiver.ended();
    });
    this.#input.on("data", (chunk) => {
      this.#leads ??= false;
      if (!this.#closed) lines.push(chunk);
    });
  }

  send(message: Message | readonly Message[]): void {
    if (this.#closed) throw new TransportError("the connection is closed");
    const line = JSON.stringify(message) + "\n";
    this.#leads ??= true;
    if (this.#full && isOfChange(message)) {
      if (this.#changes.has(line)) return;
      this.#changes.add(line);
    }
    if (this.#pending === "" && !this.#full) {
      const schedule = this.#options.schedule ?? queueMicrotask;
      schedule(this.#flush);
    }
    this.#pending += line;
    if (this.#full) this.#limitQueue();
  }

  close(): Promise<void> {
    if (!this.#closed) {
      if (this.#pending !== "") this.#output.write(this.#pending);
      this.#shut();
      this.#output.end();
    }
    return Promise.resolve();
  }

  #read(text: string): void {
    if (this.#closed) return;
    let value: unknown;
    try {
      value = parseJson(text, this.#limits);
    } catch (error) {
      const receiver = this.#receiver;
      const reason = `a line is not JSON: ${beginning(text)}`;
      return receiver && receiveUnparsed(receiver, text, error, reason);
    }
    this.#receiver?.message(value);
  }

  #refuse(reason: string): void {
    if (!this.#closed) this.#receiver?.unreadable(reason);
  }

  readonly #flush = (): void => {
    const text = this.#pending;
    if (text === "" || this.#closed) return;
    this.#pending = "";
    this.#changes.clear();
    this.#full = !this.#output.write(text);
    if (this.#full && !this.#leads) this.#input.pause();
  };

  #drained(): void {
    this.#full = false;
    this.#flush();
    // In a write, an output may break or be full again.
    if (!this.#full && !this.#closed) this.#input.resume();
  }

  #limitQueue(): void {
    const waiting = this.#pending.length;
    if (waiting <= (this.#options.queueLimit ?? 256 * MiB)) return;
    const reason = `the peer does not read: ${waiting} characters wait for it`;
    this.#break(new Error(reason));
    throw new TransportError(reason);
  }

  #break(error: Error): void {
    if (this.#closed) return;
    this.#shut(error);
    this.#output.destroy?.();
  }

  #shut(error?: Error): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#pending = "";
    this.#changes.clear();
    // What still comes is read and dropped, so that the peer can end.
    this.#input.resume();
    this.#receiver?.closed(error);
  }
}

/** The beginning of a line, so that whoever printed it can be found. */
function beginning(line: string): string {
  return JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}…` : line);
}
