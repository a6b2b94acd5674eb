import { isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import process from "node:process";
import { ByteCollector } from "../../shared/byte-collector.ts";
import { now } from "../../../protocol/timers/deadlines.ts";
import type { Evictable } from "../limits/client-usage.ts";
import {
  promptBodyBytes,
  promptBodyMs,
  twoStepTimeout,
} from "../limits/slow-reader.ts";
import {
  notUtf8,
  bodyAlreadyRead,
  bodyEvicted,
  bodyTooLarge,
  bodyTimeout,
  type Body,
} from "../replies.ts";
import type { BodyLimits, HttpExchange } from "../exchange.ts";

/** Hears of a body once. */
export interface BodyListener extends HttpExchange {
  read(body: Body): void;
  /** The client is gone, and with it the rest of the body. */
  gone(): void;
}

/** Reads a body by its events: what is too long or too slow is not read on. */
export function readNodeBody(
  request: IncomingMessage,
  limits: BodyLimits,
  listener: BodyListener,
): void {
  const { maxBodyBytes } = limits;
  const declared = Number(request.headers["content-length"]);
  if (declared > maxBodyBytes) return listener.read(bodyTooLarge(maxBodyBytes));
  if (request.readableEnded) return listener.read(bodyAlreadyRead);
  if (request.destroyed) return listener.gone();
  const reader = new BodyReader(request, limits, listener);
  // No closure for each body: there is one for each request.
  process.nextTick(BodyReader.watch, reader, declared);
}

class BodyReader implements Evictable {
  readonly #request: IncomingMessage;
  readonly #limits: BodyLimits;
  readonly #listener: BodyListener;
  /** All of most bodies. */
  #first: Uint8Array | undefined;
  #more: ByteCollector | undefined;
  #isOver = false;
  /** Whether it is long, or did not come soon. */
  #isCounted = false;
  /** On the clock of `now`. */
  activeAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    request: IncomingMessage,
    limits: BodyLimits,
    listener: BodyListener,
  ) {
    this.#request = request;
    this.#limits = limits;
    this.#listener = listener;
    request.on("data", (chunk: Uint8Array) => this.#add(chunk));
    request.on("end", () => {
      if (!this.#isOver)
        this.#finish(decode(this.#more?.take() ?? this.#first));
    });
  }

  /**
   * Limits the time of the rest. Most bodies arrive together with their headers, and
   * cannot be late. Node runs this after the first chunk, before it reports the end.
   *
   * @param declared The `Content-Length`; NaN without one.
   */
  static watch(this: void, reader: BodyReader, declared: number): void {
    const request = reader.#request;
    const isWhole = reader.#first?.byteLength === declared;
    if (reader.#isOver || isWhole || request.complete) return;
    if (request.destroyed) return reader.#leave();
    request.on("close", () => reader.#leave());
    const { bodyTimeoutMs } = reader.#limits;
    const promptMs = Math.min(promptBodyMs, bodyTimeoutMs);
    reader.#timer = setTimeout(() => {
      twoStepTimeout(
        bodyTimeoutMs - promptMs,
        (timer) => (reader.#timer = timer),
        () => reader.#finish(bodyTimeout),
      );
      reader.#count();
    }, promptMs);
  }

  evict(): void {
    this.#finish(bodyEvicted);
  }

  #add(chunk: Uint8Array): void {
    if (this.#isOver) return;
    const { maxBodyBytes } = this.#limits;
    let length = chunk.byteLength;
    if (this.#first === undefined) this.#first = chunk;
    else {
      this.#more ??= collected(this.#first);
      this.#more.add(chunk);
      length = this.#more.length;
    }
    if (length > maxBodyBytes) this.#finish(bodyTooLarge(maxBodyBytes));
    else if (this.#isCounted || length > promptBodyBytes) this.#count();
  }

  #count(): void {
    this.#isCounted = true;
    const bytes = this.#more?.capacity ?? this.#first?.byteLength ?? 0;
    this.activeAt = now();
    const { counter } = this.#limits;
    const refusal = counter.onBytes(this.#listener, bytes, this);
    if (refusal) this.#finish(refusal);
  }

  #finish(body: Body): void {
    this.#isOver = true;
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    if (this.#isCounted) this.#stopCounting();
    this.#listener.read(body);
  }

  #leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    if (this.#isCounted) this.#stopCounting();
    this.#listener.gone();
  }

  #stopCounting(): void {
    // What has come of a body that is refused is not kept.
    this.#first = this.#more = undefined;
    this.#limits.counter.onEnd(this.#listener, this);
  }
}

function collected(chunk: Uint8Array): ByteCollector {
  const collector = new ByteCollector();
  collector.add(chunk);
  return collector;
}

/** The text of a whole body. */
export function decode(bytes: Uint8Array = new Uint8Array()): Body {
  const { buffer, byteOffset, byteLength } = bytes;
  // Another view of the bytes takes longer to make than to read.
  const view = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(buffer, byteOffset, byteLength);
  const text = view.toString();
  // What is not UTF-8 is replaced by this sign, which can also be sent.
  return text.includes("\ufffd") && !isUtf8(bytes)
    ? notUtf8
    : { kind: "text", text };
}

/** How long the rest of a refused body is read and dropped, in milliseconds. */
const lingerMs = 1_000;

/** Whether so much of a body is still to come that its connection is closed instead. */
export function hasMuchToCome(
  { headers }: IncomingMessage,
  maxBodyBytes: number,
): boolean {
  const isChunked = headers["transfer-encoding"] !== undefined;
  return isChunked || Number(headers["content-length"] ?? 0) > maxBodyBytes;
}

/**
 * Ends an answer that has gone out as a whole, and its connection, when the
 * client has stopped sending or after a while. A connection that is closed
 * before may take the answer with it.
 */
export function endAfterBody(
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, lingerMs);
  request.once("close", end).once("end", end).resume();
}
