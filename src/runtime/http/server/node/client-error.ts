import type { Socket } from "node:net";
import { INVALID_REQUEST } from "../../../protocol/errors.ts";

/** Answers what Node could not read as HTTP, and closes the connection. */
export function refuseUnreadable(error: Error, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const { status, message } = describe("code" in error ? error.code : "");
  const body = JSON.stringify({
    jsonrpc: "2.0",
    error: { code: INVALID_REQUEST, message },
  });
  const head = [
    `HTTP/1.1 ${status}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ].join("\r\n");
  socket.end(`${head}\r\n\r\n${body}`);
}

function describe(code: unknown): { status: string; message: string } {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return {
        status: "431 Request Header Fields Too Large",
        message: "The headers are too long",
      };
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return {
        status: "413 Payload Too Large",
        message: "The extensions of chunks are too long",
      };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return {
        status: "408 Request Timeout",
        message: "The request came too slowly",
      };
    default:
      return { status: "400 Bad Request", message: "The request is not HTTP" };
  }
}
