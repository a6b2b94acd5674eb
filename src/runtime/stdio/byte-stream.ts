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

/** Byte source, e.g. a readable stream or socket of Node. */
export interface ByteInput {
  /** Adds a listener for data. */
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  /** Adds a listener for errors. */
  on(event: "error", listener: (error: Error) => void): unknown;
  /** Adds a listener for the end of the data. */
  on(event: "end" | "close", listener: () => void): unknown;
  /** Stops the data events. */
  pause(): unknown;
  /** Continues the data events. */
  resume(): unknown;
}

/** Byte destination, e.g. a writable stream or socket of Node. */
export interface ByteOutput {
  /** Writes text. Returns false if the buffer is full until `drain`. */
  write(text: string): boolean;
  /** Ends the output after all text is written. */
  end(): unknown;
  /** Closes immediately and drops buffered text. */
  destroy?(): unknown;
  /** Adds a listener for errors. */
  on(event: "error", listener: (error: Error) => void): unknown;
  /** Adds a listener for free space in the buffer, or for closing. */
  on(event: "drain" | "close", listener: () => void): unknown;
}

/** Options for messages over a byte stream. */
export interface ByteStreamOptions {
  /**
   * Maximum length of a line in bytes. A longer line is answered with an error.
   *
   * @default 33_554_432 (32 MiB)
   */
  readonly lineLimit?: number;
  /**
   * Maximum nesting of objects and arrays in a line. A deeper line is answered with an
   * error, without parsing it.
   *
   * @default 256
   */
  readonly maxDepth?: number;
  /**
   * Maximum number of values in a line: objects, arrays, strings, numbers, booleans and
   * nulls. A line with more is answered with an error, without parsing it.
   *
   * @default 50_000
   */
  readonly maxValues?: number;
  /**
   * Maximum number of characters in the queue for a peer that does not read. Above it, the
   * connection is closed.
   *
   * @default 268_435_456 (256 Mi)
   */
  readonly queueLimit?: number;
  /** Schedules the write of all messages of one turn. Default: `queueMicrotask`. */
  readonly schedule?: (flush: () => void) => void;
}

const MiB = 1024 * 1024;

/**
 * Creates a transport for newline-delimited JSON over a pair of byte streams, e.g. stdio or
 * a socket.
 *
 * All messages of one turn are one write. Nothing is written while the output is full. Then
 * a server also stops reading, so that only answers to earlier requests are queued for a
 * slow client. A client, the side that sends first, continues to read: otherwise both sides
 * could wait for each other forever.
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
  /** Change notifications in the queue while the output is full, to skip duplicates. */
  readonly #changes = new Set<string>();
  /** True while the output is full. */
  #full = false;
  /** True if this side sent the first message; undefined before any message. */
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
    // The write may have failed or filled the output again.
    if (!this.#full && !this.#closed) this.#input.resume();
  }

  #limitQueue(): void {
    const waiting = this.#pending.length;
    if (waiting <= (this.#options.queueLimit ?? 256 * MiB)) return;
    const reason = `the peer does not read: ${waiting} characters are queued`;
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
    // Later input is read and dropped, so that the peer can exit.
    this.#input.resume();
    this.#receiver?.closed(error);
  }
}

/** Returns the beginning of a line, which helps to find its source. */
function beginning(line: string): string {
  return JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}…` : line);
}
