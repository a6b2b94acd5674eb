import { ByteCollector } from "../../shared/byte-collector.ts";
import {
  notUtf8,
  readBefore,
  tooLarge,
  tooSlow,
  type Body,
  type BodyLimits,
} from "../refusal.ts";

const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });

interface Chunk {
  readonly done: boolean;
  readonly value?: Uint8Array | undefined;
}

/** Reads a body, within its limits, and tells it once: or that the client is gone. */
export function readWebBody(
  request: Request,
  { maxBodyBytes, bodyTimeoutMs }: BodyLimits,
  tell: (body: Body) => void,
  gone: (error: unknown) => void,
): void {
  const length = Number(request.headers.get("content-length") ?? 0);
  if (length > maxBodyBytes) return tell(tooLarge(maxBodyBytes));
  const { body } = request;
  if (body === null) return tell({ kind: "text", text: "" });
  if (body.locked) return tell(readBefore);

  const reader = body.getReader();
  const collector = new ByteCollector();
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const finish = (found: Body): void => {
    over = true;
    clearTimeout(timer);
    // What is left of it is not read.
    if (found.kind === "refused") reader.cancel().catch(() => {});
    tell(found);
  };
  const late = (): void => finish(tooSlow);
  const watch = async (): Promise<void> => {
    // A body that is at hand is read within a few turns, and needs no timer.
    for (let turn = 0; turn < 8 && !over; turn++) await undefined;
    if (!over) timer = setTimeout(late, bodyTimeoutMs);
  };
  // Callbacks cost less than a loop that waits.
  const read = (): void => void reader.read().then(take, fail);
  const take = ({ done, value }: Chunk): void => {
    if (over) return;
    if (done || !value) return finish(decode(collector.take()));
    collector.add(value);
    if (collector.length > maxBodyBytes) finish(tooLarge(maxBodyBytes));
    else read();
  };
  const fail = (error: unknown): void => {
    if (over) return;
    over = true;
    clearTimeout(timer);
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
