import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { quote } from "../../../http/shared/quote.ts";
import { toError } from "../../../protocol/errors.ts";

/** Status codes of responses without a body. */
const bodiless: ReadonlySet<number | undefined> = new Set([204, 205, 304]);

/** Converts a Node response to a `Response` with a streamed body. */
export function responseOf(
  answer: IncomingMessage,
  request: Request,
  signal: AbortSignal | null | undefined,
): Response {
  const abort = (): void => void answer.destroy(toError(signal?.reason));
  signal?.addEventListener("abort", abort);
  answer.once("close", () => signal?.removeEventListener("abort", abort));
  // Handles errors of a body that is never read.
  answer.on("error", () => {});
  try {
    return readHead(answer, request);
  } catch (error) {
    answer.destroy();
    throw error;
  }
}

function readHead(answer: IncomingMessage, request: Request): Response {
  const { statusCode = 0, statusMessage = "" } = answer;
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const encoding = headers.get("content-encoding") ?? "identity";
  // No compression was requested, and a small compressed body may expand
  // without limit.
  if (encoding.toLowerCase() !== "identity")
    throw new TypeError(
      `fetch failed: the response is compressed, although no compression was requested: ${quote(encoding)}`,
    );
  const hasBody = request.method !== "HEAD" && !bodiless.has(statusCode);
  if (!hasBody) answer.resume();
  const body = hasBody ? webStream(answer) : null;
  const init = { status: statusCode, statusText: statusMessage, headers };
  const response = new Response(body, init);
  return Object.defineProperty(response, "url", { value: request.url });
}

function webStream(answer: IncomingMessage): ReadableStream<Uint8Array> {
  // Node declares its own type for the same stream.
  return Readable.toWeb(answer) as ReadableStream<Uint8Array>;
}
