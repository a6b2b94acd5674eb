/** What stands between two blank lines of an event stream, if it is anything. */
export interface ServerEvent {
  /** `message` where the event names none. */
  readonly type: string;
  /** Empty where there is none: then only the id or the time to wait counts. */
  readonly data: string;
  /** Absent where this event has none; empty where it takes back an earlier one. */
  readonly id: string | undefined;
  /** How long to wait before coming back, in milliseconds. */
  readonly retry: number | undefined;
}

/**
 * Reads an event stream, however its text is cut. What has no end is held back:
 * an event that the stream breaks off is none. A parser of our own spares copied
 * runtimes a package, and tells how much waits for the end of its event.
 *
 * @see {@link https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation | Server-sent events}
 */
export class EventParser {
  readonly #hear: (event: ServerEvent) => void;
  /** The beginning of a line whose end has not come. */
  readonly #line = new TextCollector();
  /** The last sign was a carriage return: a line feed would belong to it. */
  #afterReturn = false;
  #type = "";
  readonly #data = new TextCollector();
  #hasData = false;
  #id: string | undefined;
  #retry: number | undefined;
  /** The length of what the event has gathered from lines before. */
  #gathered = 0;

  constructor(hear: (event: ServerEvent) => void) {
    this.#hear = hear;
  }

  /** The number of characters that wait for the end of their event. */
  get waiting(): number {
    return this.#line.length + this.#gathered;
  }

  push(text: string): void {
    let start = 0;
    if (this.#afterReturn && text !== "") {
      this.#afterReturn = false;
      if (text.charCodeAt(0) === lineFeed) start = 1;
    }
    let feed = text.indexOf("\n", start);
    let back = text.indexOf("\r", start);
    while (feed !== -1 || back !== -1) {
      const isFeed = back === -1 || (feed !== -1 && feed < back);
      const end = isFeed ? feed : back;
      this.#read(this.#lineTo(text.slice(start, end)));
      start = end + 1;
      if (!isFeed) {
        if (start === text.length) this.#afterReturn = true;
        else if (text.charCodeAt(start) === lineFeed) start++;
      }
      if (feed !== -1 && feed < start) feed = text.indexOf("\n", start);
      if (back !== -1 && back < start) back = text.indexOf("\r", start);
    }
    if (start < text.length) this.#line.add(text.slice(start));
  }

  /** A whole line, whose end most often comes with its beginning. */
  #lineTo(end: string): string {
    if (this.#line.length === 0) return end;
    this.#line.add(end);
    return this.#line.take();
  }

  #read(line: string): void {
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    // A comment, such as a server's sign of life.
    if (colon === 0) return;
    this.#gathered += line.length + 1;
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1);
    this.#take(name, value.startsWith(" ") ? value.slice(1) : value);
  }

  #take(name: string, value: string): void {
    switch (name) {
      case "data":
        if (this.#hasData) this.#data.add("\n");
        this.#data.add(value);
        this.#hasData = true;
        return;
      case "event":
        this.#type = value;
        return;
      case "id":
        if (!value.includes("\0")) this.#id = value;
        return;
      case "retry":
        if (/^\d+$/.test(value)) this.#retry = Number(value);
    }
  }

  #dispatch(): void {
    const type = this.#type === "" ? "message" : this.#type;
    const id = this.#id;
    const retry = this.#retry;
    const isEvent = this.#hasData || id !== undefined || retry !== undefined;
    const data = this.#data.take();
    this.#type = "";
    this.#hasData = false;
    this.#id = undefined;
    this.#retry = undefined;
    this.#gathered = 0;
    if (isEvent) this.#hear({ type, data, id, retry });
  }
}

const lineFeed = 10;

/** How many pieces are kept before they are joined. */
const maxPieces = 1_000;

/**
 * Puts pieces of text together. Very many of them would take thirty times their
 * length, and each may hold on to the text that it was cut from: so they are
 * joined into blocks.
 */
export class TextCollector {
  #length = 0;
  #pieces: string[] = [];
  readonly #blocks: string[] = [];

  get length(): number {
    return this.#length;
  }

  add(piece: string): void {
    this.#length += piece.length;
    if (this.#pieces.push(piece) < maxPieces) return;
    this.#blocks.push(this.#pieces.join(""));
    this.#pieces = [];
  }

  /** All of it, once. */
  take(): string {
    const text = this.#blocks.join("") + this.#pieces.join("");
    this.#length = 0;
    this.#pieces = [];
    this.#blocks.length = 0;
    return text;
  }
}
