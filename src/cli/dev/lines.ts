import { InputError } from "../../base/diagnostics/error.ts";

/** The longest line that is read, in bytes. */
const limit = 64 * 1024 * 1024;

/** The lines of a stream of UTF-8, without their line feeds. Throws an InputError for one without end. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<string> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const take = (): string => {
    const line = Buffer.concat(parts).toString("utf8");
    parts = [];
    size = 0;
    return line.endsWith("\r") ? line.slice(0, -1) : line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(0x0a, start);
      const part = chunk.subarray(start, end === -1 ? chunk.length : end);
      if (part.length > 0) parts.push(part);
      size += part.length;
      if (size > limit)
        throw new InputError("too-large", "A line is longer than 64 MiB");
      if (end === -1) break;
      yield take();
      start = end + 1;
    }
  }
  if (size > 0) yield take();
}
