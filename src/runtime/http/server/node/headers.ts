import type { IncomingMessage } from "node:http";
import {
  headerTooLong,
  maxHeaders,
  createRefusal,
  tooManyHeaders,
  type Refusal,
} from "../replies.ts";
import { eventHeaders, jsonHeaders } from "../answer/sse-format.ts";
import type { HttpHeaders } from "../../shared/request-response.ts";

/** The headers that may not be sent twice: two readers could take different ones. */
const single: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "host",
  "origin",
  "content-type",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "authorization",
  "last-event-id",
]);

/** What is wrong with the headers of a request, or with its version of HTTP. */
export function headerProblem(
  { rawHeaders, headers, httpVersionMajor }: IncomingMessage,
  maxHeaderBytes: number,
): Refusal | undefined {
  const { length } = rawHeaders;
  // Node drops those beyond its own bound.
  if (length > 2 * maxHeaders) return tooManyHeaders;
  for (let at = 0; at < length; at++)
    if ((rawHeaders[at]?.length ?? 0) > maxHeaderBytes)
      return headerTooLong(maxHeaderBytes);
  if (httpVersionMajor !== 1)
    return createRefusal(505, "The version has to be HTTP/1");
  const encoding = headers["transfer-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "chunked")
    return createRefusal(501, "The transfer encoding has to be chunked");
  // As many names as lines: none was sent twice.
  return Object.keys(headers).length * 2 === length
    ? undefined
    : repeated(rawHeaders);
}

function repeated(rawHeaders: readonly string[]): Refusal | undefined {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? "";
    if (seen.has(name))
      return createRefusal(400, `The header ${name} was sent twice`);
    if (single.has(name) || name.startsWith("mcp-")) seen.add(name);
  }
  return undefined;
}

/**
 * The headers of an answer of so many bytes. Literals for those of nearly all
 * answers: copies cost a tenth of the whole request.
 */
export function withLength(
  headers: HttpHeaders,
  length: number,
): Readonly<Record<string, string | number>> {
  switch (headers) {
    case jsonHeaders:
      return {
        "content-type": jsonHeaders["content-type"],
        "content-length": length,
      };
    case eventHeaders:
      return {
        "content-type": eventHeaders["content-type"],
        "cache-control": eventHeaders["cache-control"],
        "x-accel-buffering": eventHeaders["x-accel-buffering"],
        "content-length": length,
      };
    default:
      return { ...headers, "content-length": length };
  }
}
