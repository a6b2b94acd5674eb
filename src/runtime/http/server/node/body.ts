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
  { maxBodyBytes, bodyTimeoutMs }: BodyLimits,
  listener: BodyListener,
): void {
  if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes)
    return listener.read(tooLarge(maxBodyBytes));
  if (request.readableEnded) return listener.read(readBefore);
  if (request.destroyed) return listener.gone();

  const collector = new ByteCollector();
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const finish = (body: Body): void => {
    over = true;
    clearTimeout(timer);
    listener.read(body);
  };
  const leave = (): void => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    listener.gone();
  };
  request.on("data", (chunk: Uint8Array) => {
    if (over) return;
    collector.add(chunk);
    if (collector.length > maxBodyBytes) finish(tooLarge(maxBodyBytes));
  });
  request.on("end", () => {
    if (!over) finish(decode(collector.take()));
  });
  // Most bodies come together with their headers: they can not be late.
  process.nextTick(() => {
    if (over || request.complete) return;
    if (request.destroyed) return leave();
    request.on("close", leave);
    timer = setTimeout(() => finish(tooSlow), bodyTimeoutMs);
  });
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
