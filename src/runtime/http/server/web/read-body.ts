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

const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });

interface Chunk {
  readonly done: boolean;
  readonly value?: Uint8Array | undefined;
}

/** Reads a body, within its limits, and tells it once: or that the client is gone. */
export function readWebBody(
  request: Request,
  exchange: HttpExchange,
  { maxBodyBytes, bodyTimeoutMs, counter }: BodyLimits,
  tell: (body: Body) => void,
  gone: (error: unknown) => void,
): void {
  const length = Number(request.headers.get("content-length") ?? 0);
  if (length > maxBodyBytes) return tell(bodyTooLarge(maxBodyBytes));
  const { body } = request;
  if (body === null) return tell({ kind: "text", text: "" });
  if (body.locked) return tell(bodyAlreadyRead);

  const reader = body.getReader();
  let collector = new ByteCollector();
  let over = false;
  let counted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const finish = (found: Body): void => {
    over = true;
    stop();
    // What is left of it is not read.
    if (found.kind === "refused") reader.cancel().catch(() => {});
    tell(found);
  };
  const unfinished: Evictable = {
    activeAt: 0,
    evict: () => finish(bodyEvicted),
  };
  const stop = (): void => {
    clearTimeout(timer);
    if (!counted) return;
    // What has come of a body that is refused is not kept.
    collector = new ByteCollector();
    counter.onEnd(exchange, unfinished);
  };
  const count = (): void => {
    counted = true;
    unfinished.activeAt = now();
    const { capacity } = collector;
    const refusal = counter.onBytes(exchange, capacity, unfinished);
    if (refusal) finish(refusal);
  };
  const watch = async (): Promise<void> => {
    // A body that is at hand is read within a few turns, and needs no timer.
    for (let turn = 0; turn < 8 && !over; turn++) await undefined;
    if (over) return;
    const promptMs = Math.min(promptBodyMs, bodyTimeoutMs);
    timer = setTimeout(() => {
      twoStepTimeout(
        bodyTimeoutMs - promptMs,
        (next) => (timer = next),
        () => finish(bodyTimeout),
      );
      count();
    }, promptMs);
  };
  // Callbacks cost less than a loop that waits.
  const read = (): void => void reader.read().then(take, fail);
  const take = ({ done, value }: Chunk): void => {
    if (over) return;
    if (done || !value) return finish(decode(collector.take()));
    collector.add(value);
    if (collector.length > maxBodyBytes)
      return finish(bodyTooLarge(maxBodyBytes));
    if (counted || collector.length > promptBodyBytes) count();
    if (!over) read();
  };
  const fail = (error: unknown): void => {
    if (over) return;
    over = true;
    stop();
    gone(error);
  };
  read();
  void watch();
}

function decode(bytes: Uint8Array | undefined): Body {
  try {
    return { kind: "text", text: decoder.decode(bytes) };
  } catch {
    return notUtf8;
  }
}
