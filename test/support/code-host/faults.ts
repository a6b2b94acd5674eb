import type { IncomingMessage, ServerResponse } from "node:http";

/** What a request asks for. */
export type Endpoint =
  "commits" | "tree" | "contents" | "blob" | "raw" | "other";

/** What goes wrong with a request. */
export type Fault =
  /** The connection is lost after so many bytes of the body; before any answer without `after`. */
  | { kind: "lost"; after?: number }
  /** Nothing more comes after so many bytes of the body. */
  | { kind: "stalled"; after?: number }
  /** The body ends too early, and nothing says so. */
  | { kind: "short"; after: number }
  /** A body without an end. */
  | { kind: "endless" }
  /** Other bytes than were asked for, of the same length. */
  | { kind: "altered" }
  /** Another answer altogether. */
  | {
      kind: "answer";
      status: number;
      body?: string | Uint8Array;
      headers?: Readonly<Record<string, string>>;
    }
  /** The hour's requests are used up. */
  | { kind: "rate-limit"; reset?: number }
  /** Too much at once. */
  | { kind: "secondary-limit"; retryAfter?: string }
  /** A tree of which only so many entries come, with `truncated`. */
  | { kind: "truncated"; entries: number };

/** An answer, before it is sent. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** Sends an answer, with what goes wrong with it. */
export function send(
  response: ServerResponse<IncomingMessage>,
  answer: Answer,
  fault: Fault | undefined,
): void {
  const { status, headers, body } = applied(answer, fault);
  const whole = { ...headers, "content-length": `${body.byteLength}` };
  switch (fault?.kind) {
    case "lost":
      if (fault.after === undefined) return void response.socket?.destroy();
      response.writeHead(status, whole);
      response.flushHeaders();
      response.write(body.subarray(0, fault.after), () => {
        response.socket?.destroy();
      });
      return;
    case "stalled":
      if (fault.after === undefined) return;
      response.writeHead(status, whole);
      response.write(body.subarray(0, fault.after));
      return;
    case "short":
      // Without a length the end of the connection is the end of the body.
      response.writeHead(status, { ...headers, connection: "close" });
      response.useChunkedEncodingByDefault = false;
      response.end(body.subarray(0, fault.after));
      return;
    case "endless":
      response.writeHead(status, headers);
      return pour(response);
    default:
      response.writeHead(status, status === 304 ? headers : whole);
      response.end(status === 304 ? undefined : body);
  }
}

function pour(response: ServerResponse<IncomingMessage>): void {
  const chunk = Buffer.alloc(64 * 1024, "x");
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", more);
  more();
}

function applied(answer: Answer, fault: Fault | undefined): Answer {
  switch (fault?.kind) {
    case "altered":
      return { ...answer, body: answer.body.map((byte) => byte ^ 1) };
    case "answer":
      return {
        status: fault.status,
        headers: { "content-type": "text/plain", ...fault.headers },
        body: Buffer.from(fault.body ?? ""),
      };
    case "rate-limit":
      return refused("API rate limit exceeded", {
        "x-ratelimit-limit": "60",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": `${fault.reset ?? 4_102_444_800}`,
      });
    case "secondary-limit":
      return refused("You have exceeded a secondary rate limit", {
        "retry-after": fault.retryAfter ?? "60",
      });
    case "truncated":
      return truncated(answer, fault.entries);
    default:
      return answer;
  }
}

function refused(message: string, headers: Record<string, string>): Answer {
  const type = { "content-type": "application/json; charset=utf-8" };
  const body = Buffer.from(JSON.stringify({ message }));
  return { status: 403, headers: { ...type, ...headers }, body };
}

function truncated(answer: Answer, entries: number): Answer {
  // The stand-in's own body.
  const listing = JSON.parse(Buffer.from(answer.body).toString()) as {
    tree: unknown[];
  };
  const cut = { ...listing, tree: listing.tree.slice(0, entries) };
  const body = Buffer.from(JSON.stringify({ ...cut, truncated: true }));
  return { ...answer, body };
}
