import { decodeJwt, type JWTPayload } from "jose";
import type { FetchLike } from "../../../../src/runtime/http/client/options.ts";

export interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A server that keeps what it is sent. */
export function recorder(answer: (count: number) => Response): {
  sent: Sent[];
  send: FetchLike;
} {
  const sent: Sent[] = [];
  const send: FetchLike = (url, { headers, body }) => {
    sent.push({ url, headers: new Headers(headers), body });
    return Promise.resolve(answer(sent.length));
  };
  return { sent, send };
}

export function proofOf({ headers }: Sent): JWTPayload {
  return decodeJwt(headers.get("dpop") ?? "");
}

export const url = "https://mcp.example:8443/mcp?key=secret";
