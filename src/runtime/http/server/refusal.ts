import { PARSE_ERROR } from "../../protocol/errors.ts";
import type { HttpHeaders } from "../shared/request-response.ts";

/** Why a request is not served. */
export interface Refusal {
  readonly kind: "refused";
  readonly status: number;
  readonly reason: string;
  /** The code of the JSON-RPC error, where it is not the usual one. */
  readonly code?: number;
  readonly headers?: HttpHeaders;
  /** What was asked for, of which the server's owner is told. */
  readonly asked?: string | undefined;
  /** The owner's option that decides it. */
  readonly option?: string;
}

/** A body as text, or parsed by whom the face is mounted in, or why there is none. */
export type Body =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly value: unknown }
  | Refusal;

/** Another one needs the room that its bytes take. */
export const silentTooLong: Refusal = {
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
export const readBefore: Refusal = {
  kind: "refused",
  status: 400,
  reason: "The body was read before",
};

export const tooSlow: Refusal = {
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
  return refuse(431, `A header is longer than ${maxHeaderBytes} bytes`);
}

export function tooLarge(maxBodyBytes: number): Refusal {
  return refuse(413, `The body is longer than ${maxBodyBytes} bytes`);
}

export function refuse(
  status: number,
  reason: string,
  headers?: HttpHeaders,
): Refusal {
  return headers === undefined
    ? { kind: "refused", status, reason }
    : { kind: "refused", status, reason, headers };
}
