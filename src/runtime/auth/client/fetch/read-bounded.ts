import { ByteCollector } from "../../../http/shared/byte-collector.ts";

/**
 * The body of an answer as text, of so many bytes at most after it is decompressed.
 * The rest of what a server says of an error is left unread; of anything else that
 * is too long an Error is thrown. What is no UTF-8 is replaced: pages of errors come
 * in any encoding.
 */
export async function readBounded(
  { body, status }: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> {
  if (!body) return "";
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => {});
  // A fetch of the program's own need not end the body with its signal.
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
