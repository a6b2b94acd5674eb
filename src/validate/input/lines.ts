import { isAscii } from "node:buffer";

const lineFeed = 10;

/** What is read of the input: a line, or that there is one that cannot be read. */
export interface LineHandlers {
  /** A line without its end. `isLast` when the input ends before the line does. */
  line(text: string, number: number, isLast: boolean): void;
  tooLong(number: number): void;
  notUtf8(number: number): void;
  /** The input ends within a character. */
  cutOff(number: number): void;
}

export interface LineReader {
  /** Takes the next of the parts that the input is cut into by `partsOf`. */
  push(part: Buffer): void;
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
  const teller = createLineTeller(limit, handlers);
  let kept: Buffer = Buffer.alloc(0);
  /** Of the unfinished line, as far as it is kept. */
  let length = 0;
  let isSkipping = false;

  function keep(part: Buffer): void {
    if (isSkipping) return;
    const needed = length + part.length;
    if (needed > limit) {
      isSkipping = true;
      return teller.tooLong();
    }
    if (needed > kept.length) kept = grown(kept, needed, limit);
    kept.set(part, length);
    length = needed;
  }

  /** The unfinished line ends here. */
  function finish(isLast: boolean): void {
    if (!isSkipping) teller.one(kept.subarray(0, length), isLast);
    if (kept.length > mostKept) kept = Buffer.alloc(0);
    length = 0;
    isSkipping = false;
    teller.next();
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
      if (rest > start) teller.all(chunk.subarray(start, rest));
      keep(chunk.subarray(Math.max(start, rest)));
    },
    end() {
      if (length > 0) finish(true);
    },
  };
}

/** Tells of lines one after the other, by their numbers. */
interface LineTeller {
  /** Whole lines, each with its end. */
  all(lines: Buffer): void;
  /** A line without its end; `next` follows. */
  one(line: Buffer, isLast: boolean): void;
  tooLong(): void;
  next(): void;
}

function createLineTeller(limit: number, handlers: LineHandlers): LineTeller {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let number = 1;

  /** Decoded at once: that is faster than each line by itself. */
  function all(lines: Buffer): void {
    // Only a line by itself is larger than other parts.
    if (lines.length > partSize) return whole(lines.subarray(0, -1));
    const text = lines.length > limit ? undefined : decoded(lines);
    if (text === undefined) return each(lines);
    let start = 0;
    for (;;) {
      const end = text.indexOf("\n", start);
      if (end === -1) break;
      handlers.line(text.slice(start, end), number++, false);
      start = end + 1;
    }
  }

  function each(lines: Buffer): void {
    let start = 0;
    for (;;) {
      const end = lines.indexOf(lineFeed, start);
      if (end === -1) break;
      whole(lines.subarray(start, end));
      start = end + 1;
    }
  }

  function whole(line: Buffer): void {
    if (line.length > limit) handlers.tooLong(number);
    else one(line, false);
    number++;
  }

  function one(line: Buffer, isLast: boolean): void {
    const text = decoded(line);
    if (text !== undefined) handlers.line(text, number, isLast);
    else if (isLast && isBeginning(line)) handlers.cutOff(number);
    else handlers.notUtf8(number);
  }

  function decoded(bytes: Buffer): string | undefined {
    // Most traffic is ASCII, which is a copy: decoding would take as long as parsing.
    if (isAscii(bytes)) return bytes.toString("latin1");
    try {
      return decoder.decode(bytes);
    } catch {
      return undefined;
    }
  }

  return {
    all,
    one,
    tooLong: () => handlers.tooLong(number),
    next: () => void number++,
  };
}

/** Whether bytes could go on as UTF-8. */
function isBeginning(bytes: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** A buffer that is no larger serves the next line too. */
const mostKept = 1024 * 1024;

/** Doubles, so that a line may come byte by byte. */
function grown(kept: Buffer, needed: number, limit: number): Buffer {
  const size = Math.min(limit, Math.max(needed, 2 * kept.length));
  const larger = Buffer.allocUnsafeSlow(size);
  larger.set(kept);
  return larger;
}

/**
 * Cuts a chunk into parts of limited size, so that few findings wait to be taken. They
 * end where lines do: a line that is longer is a part by itself, and is not copied.
 */
export function* partsOf(chunk: Uint8Array | string): Generator<Buffer> {
  const bytes = bufferOf(chunk);
  for (let start = 0; start < bytes.length;) {
    const end = endOfPart(bytes, start);
    yield bytes.subarray(start, end);
    start = end;
  }
}

function endOfPart(bytes: Buffer, start: number): number {
  const most = start + partSize;
  if (most >= bytes.length) return bytes.length;
  const first = bytes.indexOf(lineFeed, start);
  if (first === -1) return bytes.length;
  return (first < most ? bytes.lastIndexOf(lineFeed, most - 1) : first) + 1;
}

/** A buffer finds line ends many times as fast as other arrays of bytes do. */
function bufferOf(chunk: Uint8Array | string): Buffer {
  if (typeof chunk === "string") return Buffer.from(chunk);
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
}

/** Texts above 128 KiB are allocated one by one, which takes longer than copying them. */
const partSize = 64 * 1024;
