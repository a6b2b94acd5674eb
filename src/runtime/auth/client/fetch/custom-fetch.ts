import * as oauth from "oauth4webapi";
import type { SafeFetch, SafeResponse } from "./safe-fetch.ts";

/** Options of oauth4webapi that send each request through a SafeFetch. */
export interface LibraryRequestOptions {
  readonly [oauth.customFetch]: (
    url: string,
    options: oauth.CustomFetchOptions<"POST" | "GET", unknown>,
  ) => Promise<Response>;
  readonly [oauth.allowInsecureRequests]: true;
  readonly signal?: AbortSignal;
}

/**
 * Returns request options for oauth4webapi. Every request is marked as secret.
 * The https check of oauth4webapi is disabled, because it does not allow
 * loopback; SafeFetch checks URLs instead.
 */
export function libraryOptions(
  fetch: SafeFetch,
  signal?: AbortSignal,
): LibraryRequestOptions {
  return {
    [oauth.customFetch]: async (
      url,
      { method, headers, body, signal: aborts },
    ) => {
      const response = await fetch({
        url,
        method,
        headers,
        hasSecret: true,
        signal: aborts,
        ...(body == null ? {} : { body: String(body) }),
      });
      return toResponse(response);
    },
    [oauth.allowInsecureRequests]: true,
    ...(signal && { signal }),
  };
}

function toResponse({ status, headers, text }: SafeResponse): Response {
  const kept = new Headers(headers);
  // The text is already decompressed and complete.
  kept.delete("content-encoding");
  kept.delete("content-length");
  const isEmpty = text === "" || status === 204 || status === 304;
  return new Response(isEmpty ? null : text, { status, headers: kept });
}
