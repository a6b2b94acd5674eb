import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import process from "node:process";
import { ByteCollector } from "../../shared/byte-collector.ts";
import {
  notUtf8,
  readBefore,
  tooLarge,
  tooSlow,
  type Body,
  type BodyLimits,
} from "../refusal.ts";

/** Hears of a body once. */
export interface BodyListener {
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
  if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes)
    return listener.read(tooLarge(maxBodyBytes));
  if (request.readableEnded) return listener.read(readBefore);
  if (request.destroyed) return listener.gone();
  const reader = new BodyReader(request, limits, listener);
  // Most bodies come together with their headers: they can not be late.
  // No closure for each body: there is one for each request.
  process.nextTick(BodyReader.watch, reader);
}

class BodyReader {
  readonly #request: IncomingMessage;
  readonly #limits: BodyLimits;
  readonly #listener: BodyListener;
  /** All of most bodies. */
  #first: Uint8Array | undefined;
  #more: ByteCollector | undefined;
  #isOver = false;
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

  /** Limits the time that the rest may take. */
  static watch(this: void, reader: BodyReader): void {
    const request = reader.#request;
    if (reader.#isOver || request.complete) return;
    if (request.destroyed) return reader.#leave();
    request.on("close", () => reader.#leave());
    reader.#timer = setTimeout(
      () => reader.#finish(tooSlow),
      reader.#limits.bodyTimeoutMs,
    );
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
    if (length > maxBodyBytes) this.#finish(tooLarge(maxBodyBytes));
  }

  #finish(body: Body): void {
    this.#isOver = true;
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    this.#listener.read(body);
  }

  #leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    this.#listener.gone();
  }
}

function collected(chunk: Uint8Array): ByteCollector {
  const collector = new ByteCollector();
  collector.add(chunk);
  return collector;
}

function decode(bytes: Uint8Array = new Uint8Array()): Body {
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
