import { INTERNAL_ERROR, INVALID_REQUEST } from "../errors.ts";
import { isObject, isRequestId, type RequestId } from "../message.ts";
import type { HttpExchange, HttpHeaders } from "./exchange.ts";
import { replyError } from "./replies.ts";

type Answerable = Pick<HttpExchange, "response">;

const retryLater: HttpHeaders = { "retry-after": "1" };

/** Refuses a POST, under the id of its request if it has one. */
export function refusePost(
  exchange: Answerable,
  status: number,
  value: unknown,
  message: string,
): void {
  const isBusy = status === 429 || status === 503;
  replyError(
    exchange,
    status,
    undefined,
    idOf(value),
    isBusy ? INTERNAL_ERROR : INVALID_REQUEST,
    message,
    undefined,
    isBusy ? retryLater : undefined,
  );
}

/** Refuses a client that comes back for events that it can not have. */
export function refuseCursor(response: HttpExchange["response"]): void {
  const message = "The last event is unknown, or later ones are forgotten";
  refusePost({ response }, 400, undefined, message);
}

/** Refuses one more stream. */
export function refuseStream(
  response: HttpExchange["response"],
  status: 429 | 503 = 503,
): void {
  refusePost({ response }, status, undefined, "Too many streams");
}

function idOf(value: unknown): RequestId | undefined {
  const message = isObject(value) ? value : {};
  const { id } = message;
  return Object.hasOwn(message, "method") && isRequestId(id) ? id : undefined;
}
