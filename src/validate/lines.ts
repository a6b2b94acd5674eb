import { isAscii } from "node:buffer";

const lineFeed = 10;

/** What is read of the input: a line, or that there is one that cannot be read. */
export interface LineHandlers {
  /** A line without its end. `isLast` when the input ends before the line does. */
  line(text: string, number: number, isLast: boolean): void;
  tooLong(number: number): void;
  notUtf8(number: number): void;
}

export interface LineReader {
  push(chunk: Uint8Array): void;
  /** What has come since the last line end is a line too. */
  end(): void;
}

/**
 * Cuts chunks of bytes into lines of UTF-8 text and counts them from 1. At most
 * `limit` bytes of a line are kept: one that goes on beyond is told at once, for its
 * end may never come, and skipped.
 */
export function createLineReader(
  limit: number,
  handlers: LineHandlers,
): LineReader {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let number = 1;
  let kept: Uint8Array = new Uint8Array();
  /** Of the unfinished line, as far as it is kept. */
  let length = 0;
  let isSkipping = false;

  function keep(part: Uint8Array): void {
    if (isSkipping) return;
    const needed = length + part.length;
    if (needed > limit) {
      isSkipping = true;
      return handlers.tooLong(number);
    }
    if (needed > kept.length) kept = grown(kept, needed, limit);
    kept.set(part, length);
    length = needed;
  }

  /** The unfinished line ends here. */
  function finish(isLast: boolean): void {
    if (!isSkipping) readOne(kept.subarray(0, length), isLast);
    if (kept.length > mostKept) kept = new Uint8Array();
    length = 0;
    isSkipping = false;
    number++;
  }

  /** Whole lines, decoded at once: that is faster than each by itself. */
  function readAll(lines: Uint8Array): void {
    const text = lines.length > limit ? undefined : decoded(lines);
    if (text === undefined) return readEach(lines);
    let start = 0;
    for (;;) {
      const end = text.indexOf("\n", start);
      if (end === -1) break;
      handlers.line(text.slice(start, end), number++, false);
      start = end + 1;
    }
  }

  function readEach(lines: Uint8Array): void {
    let start = 0;
    for (;;) {
      const end = lines.indexOf(lineFeed, start);
      if (end === -1) break;
      const line = lines.subarray(start, end);
      if (line.length > limit) handlers.tooLong(number);
      else readOne(line, false);
      number++;
      start = end + 1;
    }
  }

  function readOne(line: Uint8Array, isLast: boolean): void {
    const text = decoded(line);
    if (text === undefined) handlers.notUtf8(number);
    else handlers.line(text, number, isLast);
  }

  function decoded(bytes: Uint8Array): string | undefined {
    // Most traffic is ASCII, which is a copy: decoding takes as long as parsing.
    if (isAscii(bytes)) return asciiOf(bytes);
    try {
      return decoder.decode(bytes);
    } catch {
      return undefined;
    }
  }

  return {
    push(chunk) {
      let start = 0;
      if (length > 0 || isSkipping) {
        const end = chunk.indexOf(lineFeed);
        keep(end === -1 ? chunk : chunk.subarray(0, end));
        if (end === -1) return;
        finish(false);
        start = end + 1;
      }
      const rest = chunk.lastIndexOf(lineFeed) + 1;
      if (rest > start) readAll(chunk.subarray(start, rest));
      keep(chunk.subarray(Math.max(start, rest)));
    },
    end() {
      if (length > 0 || isSkipping) finish(true);
    },
  };
}

/** A buffer that is no larger serves the next line too. */
const mostKept = 1024 * 1024;

/** Doubles, so that a line may come byte by byte. */
function grown(kept: Uint8Array, needed: number, limit: number): Uint8Array {
  const size = Math.min(limit, Math.max(needed, 2 * kept.length));
  const larger = new Uint8Array(size);
  larger.set(kept);
  return larger;
}

function asciiOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString("latin1");
}
