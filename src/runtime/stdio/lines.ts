const lineFeed = 10;
const carriageReturn = 13;

export interface LineHandlers {
  /** Receives a line without its line end. Empty lines are skipped. */
  line(text: string): void;
  /** Reports a skipped line that is too long or not UTF-8. */
  unreadable(reason: string): void;
}

export interface LineSplitter {
  push(chunk: Uint8Array): void;
  /** Ends the input. The rest after the last line end is a line. */
  end(): void;
}

/**
 * Creates a splitter of byte chunks into lines of UTF-8 text. It buffers at most `limit`
 * bytes of an incomplete line. The buffer doubles its size, so the cost is linear even if
 * the bytes arrive one at a time.
 */
export function createLineSplitter(
  limit: number,
  handlers: LineHandlers,
): LineSplitter {
  const reader = createLineReader(limit, handlers);
  let kept: Uint8Array = new Uint8Array();
  /** Length of the incomplete line. Above the limit, its bytes are not stored. */
  let length = 0;

  function keep(part: Uint8Array): void {
    const needed = length + part.length;
    if (needed > limit) kept = new Uint8Array();
    else {
      if (needed > kept.length) kept = grow(kept, needed, limit);
      kept.set(part, length);
    }
    length = needed;
  }

  function finish(): void {
    const line = kept.subarray(0, length);
    const tooLong = length > limit;
    kept = new Uint8Array();
    length = 0;
    if (tooLong) reader.overflow();
    else reader.readAll(line);
  }

  return {
    push(chunk) {
      let start = 0;
      if (length > 0) {
        const end = chunk.indexOf(lineFeed);
        keep(end === -1 ? chunk : chunk.subarray(0, end));
        if (end === -1) return;
        finish();
        start = end + 1;
      }
      const last = chunk.lastIndexOf(lineFeed);
      if (last >= start) {
        reader.readAll(chunk.subarray(start, last));
        start = last + 1;
      }
      if (start < chunk.length) keep(chunk.subarray(start));
    },
    end: finish,
  };
}

interface LineReader {
  /** Reads complete lines, without the end of the last one. */
  readAll(lines: Uint8Array): void;
  /** Reports a line that is too long. */
  overflow(): void;
}

/** Creates a decoder for lines of bytes. */
function createLineReader(limit: number, handlers: LineHandlers): LineReader {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

  /** Decodes all lines together, which is faster than one by one. */
  function readAll(lines: Uint8Array): void {
    if (lines.length > limit) return readEach(lines);
    let text: string;
    try {
      text = decoder.decode(lines);
    } catch {
      return readEach(lines);
    }
    let start = 0;
    let end = text.indexOf("\n");
    while (end !== -1) {
      tell(text, start, end);
      start = end + 1;
      end = text.indexOf("\n", start);
    }
    tell(text, start, text.length);
  }

  function readEach(lines: Uint8Array): void {
    let start = 0;
    while (start <= lines.length) {
      const found = lines.indexOf(lineFeed, start);
      const end = found === -1 ? lines.length : found;
      readOne(lines.subarray(start, end));
      start = end + 1;
    }
  }

  function readOne(line: Uint8Array): void {
    if (line.length > limit) return overflow();
    let text: string;
    try {
      text = decoder.decode(line);
    } catch {
      return handlers.unreadable("a line is not UTF-8");
    }
    tell(text, 0, text.length);
  }

  function tell(text: string, start: number, lineEnd: number): void {
    const returns = text.charCodeAt(lineEnd - 1) === carriageReturn;
    const end = returns ? lineEnd - 1 : lineEnd;
    if (end > start) handlers.line(text.slice(start, end));
  }

  function overflow(): void {
    handlers.unreadable(`a line is longer than ${limit} bytes`);
  }

  return { readAll, overflow };
}

function grow(kept: Uint8Array, needed: number, limit: number): Uint8Array {
  const room = Math.min(limit, Math.max(needed, 2 * kept.length));
  const larger = new Uint8Array(room);
  larger.set(kept);
  return larger;
}
