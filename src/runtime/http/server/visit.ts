import { PARSE_ERROR } from "../../wire/errors.ts";
import type { CallPlace } from "./visit-list.ts";
import type { HttpRequest, HttpResponse } from "../shared/exchange.ts";

/** One HTTP request and the way to its answer, as a face of the transport makes them. */
export interface HttpCall extends HttpRequest, HttpResponse {
  /** Where it stands among the calls that have no whole answer yet. */
  place: CallPlace | undefined;
  /** What is wrong with the request as HTTP, if anything. */
  problem(maxHeaderBytes: number): Refusal | undefined;
  /** Reads the body as a whole, and tells it once; nothing when the client is gone. */
  readBody(limits: BodyLimits, tell: (body: Body) => void): void;
  /** Ends the answer at once, whole or not. */
  cut(reason: Error): void;
}

export interface BodyLimits {
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMs: number;
}

/** A body as text, or parsed by whom the face is mounted in, or why there is none. */
export type Body =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly value: unknown }
  | Refusal;

/** Why a request is not served. */
export interface Refusal {
  readonly kind: "refused";
  readonly status: number;
  readonly reason: string;
  /** The code of the JSON-RPC error, where it is not the usual one. */
  readonly code?: number;
  readonly headers?: { readonly [name: string]: string };
}

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

export function tooLarge(maxBodyBytes: number): Refusal {
  return refuse(413, `The body is longer than ${maxBodyBytes} bytes`);
}

export function refuse(
  status: number,
  reason: string,
  headers?: Refusal["headers"],
): Refusal {
  return headers === undefined
    ? { kind: "refused", status, reason }
    : { kind: "refused", status, reason, headers };
}
