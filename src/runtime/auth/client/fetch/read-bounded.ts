import { ByteCollector } from "../../../http/shared/byte-collector.ts";

/**
 * Reads the body of a response as text, up to a number of decompressed bytes.
 * An error response that is longer is truncated; for any other response, throws
 * an Error. Invalid UTF-8 is replaced, because error pages come in any
 * encoding.
 */
export async function readBounded(
  { body, status }: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> {
  if (!body) return "";
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => {});
  // A custom fetch may not cancel the body when its signal aborts.
  signal.addEventListener("abort", cancel);
  try {
    const collector = new ByteCollector();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return textOf(collector);
      collector.add(value);
      if (collector.length <= maxBytes) continue;
      if (status >= 400) return textOf(collector);
      throw new Error(`the answer is longer than ${maxBytes} bytes`);
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

function textOf(collector: ByteCollector): string {
  return new TextDecoder().decode(collector.take());
}
