const lineFeed = 10;
const carriageReturn = 13;

export interface LineHandlers {
  /** One line without its end; empty lines are not told. */
  line(text: string): void;
  /** A line was longer than the limit, and is skipped. */
  overflow(): void;
}

/**
 * Cuts chunks of bytes into lines of UTF-8 text. Chunks may end anywhere;
 * those of an unfinished line are kept apart and joined once.
 */
export function createLineSplitter(
  limit: number,
  handlers: LineHandlers,
): (chunk: Uint8Array) => void {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let parts: Uint8Array[] = [];
  let length = 0;

  function keep(part: Uint8Array): void {
    length += part.length;
    if (length <= limit) parts.push(part);
    else parts = [];
  }

  function finish(part: Uint8Array): void {
    keep(part);
    if (length > limit) handlers.overflow();
    else emit(parts.length === 1 ? part : join(parts, length));
    parts = [];
    length = 0;
  }

  function emit(line: Uint8Array): void {
    const end = line.at(-1) === carriageReturn ? line.length - 1 : line.length;
    if (end > 0) handlers.line(decoder.decode(line.subarray(0, end)));
  }

  return (chunk) => {
    let start = 0;
    let end = chunk.indexOf(lineFeed);
    while (end !== -1) {
      finish(chunk.subarray(start, end));
      start = end + 1;
      end = chunk.indexOf(lineFeed, start);
    }
    if (start < chunk.length) keep(chunk.subarray(start));
  };
}

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const line = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    line.set(part, offset);
    offset += part.length;
  }
  return line;
}
