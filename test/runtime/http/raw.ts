import { connect, type Socket } from "node:net";
import { vi } from "vitest";
import { eventReader, type StreamEvent } from "../../support/event-stream.ts";

/** The longest that anything here may take, in milliseconds: only what hangs takes longer. */
export const deadline = 30_000;

/** Looks again and again, until it throws no more. */
export function eventually<T>(
  check: () => T | Promise<T>,
  timeout = deadline,
): Promise<T> {
  return vi.waitFor(check, timeout);
}

export interface RawResponse {
  readonly status: number;
  /** Names in lower case; values of a name that comes twice are joined. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

type Header = readonly [name: string, value: string];

export interface RawRequest {
  readonly method?: string;
  readonly target?: string;
  readonly version?: string;
  readonly headers?: readonly Header[];
  readonly body?: string | Uint8Array;
}

/** The bytes of a request; a length is only told if the headers tell none. */
export function bytesOf(request: RawRequest): Buffer {
  const { method = "POST", target = "/mcp", version = "HTTP/1.1" } = request;
  const { headers = [], body = "" } = request;
  const bytes = Buffer.from(body);
  const isFramed = headers.some(([name]) =>
    ["content-length", "transfer-encoding"].includes(name.toLowerCase()),
  );
  const framed: readonly Header[] = isFramed
    ? headers
    : [...headers, ["Content-Length", String(bytes.length)]];
  const lines = framed.map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${target} ${version}\r\n${lines.join("")}\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), bytes]);
}

/** The body in chunks of a size, as `Transfer-Encoding: chunked` has it. */
export function chunked(body: string | Uint8Array, size = 7): Buffer {
  const bytes = Buffer.from(body);
  const parts: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += size) {
    const part = bytes.subarray(start, start + size);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part);
    parts.push(Buffer.from("\r\n"));
  }
  return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}

/** A connection of which each byte is the test's. */
export interface RawConnection {
  readonly socket: Socket;
  write(bytes: string | Uint8Array): void;
  /** All that has come and was not taken, as latin1. */
  readonly received: string;
  /** Whether the server has closed it. */
  readonly isClosed: boolean;
  /** Takes the next whole answer; a stream is whole when it ends. */
  next(): Promise<RawResponse>;
  /** Takes the head of the next answer alone. */
  head(): Promise<Omit<RawResponse, "body">>;
  /** Takes the next event of the stream whose head was taken. */
  event(): Promise<StreamEvent>;
  /** Takes what has come as soon as it holds the text. */
  until(text: string): Promise<string>;
  /** Resolves when the server has closed it. */
  closed(): Promise<void>;
  destroy(): void;
}

/** Every wait rejects after the deadline, and says what has come so far. */
export function connectRaw(port: number): RawConnection {
  const socket = connect({ port, host: "127.0.0.1" });
  let received = "";
  /** What came of a stream, without the lengths of its chunks. */
  let stream = "";
  let isChunked = false;
  let isClosed = false;
  let wake: () => void = () => {};
  const woken = (): void => wake();
  socket.on("data", (data) => {
    received += data.toString("latin1");
    woken();
  });
  // A server may reset a connection that it refuses: `close` comes next.
  socket.on("error", () => {});
  socket.on("close", () => {
    isClosed = true;
    woken();
  });

  /** Asks again whenever something has come. */
  async function wait<T>(find: () => T | undefined, what: string): Promise<T> {
    const end = Date.now() + deadline;
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      const left = end - Date.now();
      if (isClosed || left <= 0) {
        const why = isClosed ? "the connection is closed" : "no answer in time";
        throw new Error(
          `${what}: ${why}; came: ${JSON.stringify(received.slice(0, 500))}`,
        );
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  const take = (length: number): string => {
    const taken = received.slice(0, length);
    received = received.slice(length);
    return taken;
  };

  return {
    socket,
    write: (bytes) => void socket.write(bytes),
    get received() {
      return received;
    },
    get isClosed() {
      return isClosed;
    },
    async next() {
      const found = await wait(
        () => readResponse(received, isClosed),
        "an answer",
      );
      take(found.length);
      return found.response;
    },
    async head() {
      const found = await wait(() => readHead(received), "a head");
      take(found.length);
      isChunked = found.headers.get("transfer-encoding") === "chunked";
      return found;
    },
    event: () =>
      wait(() => {
        const found = isChunked
          ? readParts(received)
          : { length: received.length, body: received };
        take(found.length);
        stream += found.body;
        for (;;) {
          const end = stream.indexOf("\n\n");
          if (end < 0) return undefined;
          const [event] = eventsOf(stream.slice(0, end + 2));
          stream = stream.slice(end + 2);
          // A comment is no event.
          if (event) return event;
        }
      }, "an event"),
    async until(text) {
      const end = await wait(() => {
        const at = received.indexOf(text);
        return at < 0 ? undefined : at + text.length;
      }, text);
      return take(end);
    },
    async closed() {
      await wait(() => (isClosed ? true : undefined), "an end");
    },
    destroy: () => void socket.destroy(),
  };
}

interface Head {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly length: number;
}

function readHead(text: string): Head | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  const [version, status] = first.split(" ");
  if (version !== "HTTP/1.1") throw new Error(`no status line: ${first}`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return { status: Number(status), headers, length: end + 4 };
}

interface Found {
  readonly response: RawResponse;
  readonly length: number;
}

/** Undefined while the text does not hold the whole answer. */
function readResponse(text: string, isClosed: boolean): Found | undefined {
  const head = readHead(text);
  if (!head) return undefined;
  const { status, headers } = head;
  const from = head.length;
  const found = (body: string, length: number): Found => ({
    response: {
      status,
      headers,
      body: Buffer.from(body, "latin1").toString("utf8"),
    },
    length,
  });
  if (status < 200 || status === 204 || status === 304) return found("", from);
  if (headers.get("transfer-encoding") === "chunked")
    return readChunks(text, from, found);
  const told = headers.get("content-length");
  if (told !== undefined) {
    const end = from + Number(told);
    if (text.length < end) return undefined;
    return found(text.slice(from, end), end);
  }
  return isClosed ? found(text.slice(from), text.length) : undefined;
}

function readChunks(
  text: string,
  from: number,
  found: (body: string, length: number) => Found,
): Found | undefined {
  const { body, length, isWhole } = readParts(text.slice(from));
  return isWhole ? found(body, from + length) : undefined;
}

interface Parts {
  readonly body: string;
  readonly length: number;
  /** Whether the last chunk was among them. */
  readonly isWhole: boolean;
}

/** The whole chunks that a text begins with. */
function readParts(text: string): Parts {
  let body = "";
  for (let at = 0; ;) {
    const line = text.indexOf("\r\n", at);
    if (line < 0) return { body, length: at, isWhole: false };
    const size = Number.parseInt(text.slice(at, line), 16);
    const end = line + 2 + size + 2;
    if (text.length < end) return { body, length: at, isWhole: false };
    if (size === 0) return { body, length: end, isWhole: true };
    body += text.slice(line + 2, line + 2 + size);
    at = end;
  }
}

/** Sends bytes on a connection of their own, and gives the answer to them. */
export async function send(
  port: number,
  bytes: string | Uint8Array,
): Promise<RawResponse> {
  const connection = connectRaw(port);
  try {
    connection.write(bytes);
    let answer = await connection.next();
    while (answer.status === 100) answer = await connection.next();
    return answer;
  } finally {
    connection.destroy();
  }
}

/** The messages of an answer: of a JSON body, or of the events of a stream. */
export function messagesOf({ headers, body }: RawResponse): unknown[] {
  if (body === "") return [];
  if (!headers.get("content-type")?.startsWith("text/event-stream"))
    return [JSON.parse(body)];
  return eventsOf(body).flatMap(({ data }) =>
    data === "" ? [] : [JSON.parse(data)],
  );
}

/** The whole events of a stream's text. */
function eventsOf(text: string): StreamEvent[] {
  const events: StreamEvent[] = [];
  eventReader((event) => events.push(event))(text);
  return events;
}
