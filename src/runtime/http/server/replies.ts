import {
  PARSE_ERROR,
  INTERNAL_ERROR,
  INVALID_REQUEST,
} from "../../protocol/errors.ts";
import type {
  HttpHeaders,
  HttpRequest,
  HttpResponse,
} from "../shared/request-response.ts";
import type { RequestId } from "../../protocol/message.ts";
import type { ProtocolTable } from "../../protocol/revision/protocol-table.ts";
import { jsonHeaders } from "./answer/sse-format.ts";
import type { Challenge } from "../../protocol/scopes/permit.ts";
import { idOfCall, type Posted } from "./posted.ts";
import { spokenHere } from "../../protocol/revision/unsupported.ts";
import { versionHeader } from "./gate/routing.ts";

/** Why a request is not served. */
export interface Refusal {
  readonly kind: "refused";
  readonly status: number;
  readonly reason: string;
  /** The code of the JSON-RPC error, where it is not the usual one. */
  readonly code?: number;
  readonly headers?: HttpHeaders;
  /** What was asked for, of which the server's owner is told. */
  readonly requested?: string | undefined;
  /** The owner's option that decides it. */
  readonly option?: string;
}

/** A body as text, or parsed by whom the face is mounted in, or why there is none. */
export type Body =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly value: unknown }
  | Refusal;

/** Another one needs the room that its bytes take. */
export const bodyEvicted: Refusal = {
  kind: "refused",
  status: 408,
  reason: "The body was silent while others needed its room",
};

/** The body is no text at all. */
export const notUtf8: Refusal = {
  kind: "refused",
  status: 400,
  reason: "The body is not UTF-8",
  code: PARSE_ERROR,
};

/** The body was read by whom the face is mounted in. */
export const bodyAlreadyRead: Refusal = {
  kind: "refused",
  status: 400,
  reason: "The body was read before",
};

export const bodyTimeout: Refusal = {
  kind: "refused",
  status: 408,
  reason: "The body came too slowly",
};

/** More headers than any client sends. */
export const maxHeaders = 200;

export const tooManyHeaders: Refusal = {
  kind: "refused",
  status: 431,
  reason: "There are too many headers",
};

export function headerTooLong(maxHeaderBytes: number): Refusal {
  return createRefusal(431, `A header is longer than ${maxHeaderBytes} bytes`);
}

export function bodyTooLarge(maxBodyBytes: number): Refusal {
  return createRefusal(413, `The body is longer than ${maxBodyBytes} bytes`);
}

export function createRefusal(
  status: number,
  reason: string,
  headers?: HttpHeaders,
): Refusal {
  return headers === undefined
    ? { kind: "refused", status, reason }
    : { kind: "refused", status, reason, headers };
}

/** A JSON-RPC error, and how HTTP tells it. */
export interface ErrorReply {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
  readonly id?: RequestId | undefined;
  /** The revision that is spoken, where it is known. */
  readonly revision?: Pick<ProtocolTable, "errorsWithoutId"> | undefined;
  readonly headers?: HttpHeaders | undefined;
}

const none: HttpHeaders = {};

/**
 * Refuses an HTTP request with a JSON-RPC error. Without an id the error has
 * none, or JSON-RPC's null where the revision knows no error without one; where
 * the revision is not known either, it has none.
 */
export function replyError(
  response: HttpResponse,
  { status, code, message, data, id, revision, headers }: ErrorReply,
): void {
  const known = id ?? (revision?.errorsWithoutId === false ? null : undefined);
  // What is undefined has no form in JSON.
  const error = { code, message, data };
  const body = JSON.stringify({ jsonrpc: "2.0", id: known, error });
  response.reply(status, { ...jsonHeaders, ...headers }, body);
}

/** Answers without a body. */
export function replyEmpty(
  response: HttpResponse,
  status: number,
  headers: HttpHeaders = none,
): void {
  response.reply(status, headers);
}

/** Goes with what a client may try again. */
export const retryLater: HttpHeaders = { "retry-after": "1" };

/** Refuses a request: one that was posted, under the id that it has. */
export function sendRefusal(
  response: HttpResponse,
  status: number,
  message: string,
  posted?: Posted,
  more?: HttpHeaders,
): void {
  const id = posted && idOfCall(posted);
  const isBusy = status === 429 || status === 503;
  const code = isBusy ? INTERNAL_ERROR : INVALID_REQUEST;
  const headers = isBusy ? retryLater : more;
  replyError(response, { status, code, message, id, headers });
}

const challengeReasons: Readonly<Record<Challenge["status"], string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
};

/** What a challenge refuses a request with. */
export function refusalOfChallenge({
  status,
  challenge,
  headers,
}: Challenge): Refusal {
  return createRefusal(status, challengeReasons[status], {
    "www-authenticate": challenge,
    ...headers,
  });
}

/** Refuses a revision that the header names, and the server does not speak. */
export function sendUnsupportedVersion(
  exchange: Pick<HttpRequest, "header"> & HttpResponse,
  spoken: readonly ProtocolTable[],
  posted: Posted,
): void {
  const named = exchange.header(versionHeader) ?? "";
  const reason = `Unsupported protocol version: ${spokenHere(spoken, named)}`;
  sendRefusal(exchange, 400, reason, posted);
}

/** Refuses a client that comes back for events that it can not have. */
export function sendUnknownEvent(response: HttpResponse): void {
  const message = "The last event is unknown, or later ones are forgotten";
  sendRefusal(response, 400, message);
}

/** Refuses one more stream. */
export function sendTooManyStreams(
  response: HttpResponse,
  status: 429 | 503 = 503,
): void {
  sendRefusal(response, status, "Too many streams");
}
