import {
  callPrinter,
  initialize,
  initialized,
  revisionOf,
  type Lifecycle,
} from "./echo-messages.ts";

/** Ids of calls begin here, so that each has as many digits as the others. */
export const firstId = 1_000_000;

/** Where requests go, and the headers that each of them has. */
export interface Destination {
  readonly port: number;
  /** Lines, each with its end. */
  readonly headers: string;
}

/** The request that opens a session. */
export function printInitialize(to: Destination): string {
  return post(to, "", initialize.trim());
}

/** The request that ends the handshake. */
export function printInitialized(to: Destination, session: string): string {
  return post(to, sessionHeaders(session), initialized.trim());
}

/** The request that ends a session. */
export function printDelete(
  { port, headers }: Destination,
  session: string,
): string {
  return `DELETE /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers}${sessionHeaders(session)}\r\n`;
}

/** Requests that call the tool, printed with the least work for each. */
export function httpCallPrinter(
  lifecycle: Lifecycle,
  to: Destination,
  session: string | undefined,
): (id: number) => string {
  const headers =
    session === undefined ? statelessHeaders : sessionHeaders(session);
  const body = callPrinter(lifecycle)(firstId).trim();
  const [before = "", after = ""] = post(to, headers, body).split(
    String(firstId),
  );
  return (id) => before + id + after;
}

function sessionHeaders(session: string): string {
  const known = session === "" ? "" : `Mcp-Session-Id: ${session}\r\n`;
  return `${known}MCP-Protocol-Version: ${revisionOf.handshake}\r\n`;
}

const statelessHeaders =
  `MCP-Protocol-Version: ${revisionOf.stateless}\r\n` +
  "Mcp-Method: tools/call\r\nMcp-Name: echo\r\n";

function post(to: Destination, headers: string, body: string): string {
  return [
    "POST /mcp HTTP/1.1",
    `Host: 127.0.0.1:${to.port}`,
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    `${to.headers}${headers}Content-Length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
}
