import { ByteCollector } from "../shared/byte-collector.ts";

const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a whole body as text. Throws an Error when it breaks off, is longer than
 * `maxBytes`, or is not UTF-8; the rest is not read then.
 */
export async function readText(
  { body }: Response,
  maxBytes: number,
): Promise<string> {
  if (!body) return "";
  const reader = body.getReader();
  try {
    const collector = new ByteCollector();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return decoder.decode(collector.take());
      collector.add(value);
      if (collector.length > maxBytes)
        throw new Error(`the answer is longer than ${maxBytes} bytes`);
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  }
}

/** Reads no more of a body that nobody needs. */
export function drop({ body }: Cancellable): void {
  if (body && !body.locked) body.cancel().catch(() => {});
}

/** A response; its bytes have other types with other versions of the platform's. */
interface Cancellable {
  readonly body: {
    readonly locked: boolean;
    cancel(): Promise<void>;
  } | null;
}
