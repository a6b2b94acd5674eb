import * as oauth from "oauth4webapi";
import type { SafeFetch, SafeResponse } from "./safe-fetch.ts";

/** What each request of oauth4webapi is given, so that it goes through a SafeFetch. */
export interface LibraryRequestOptions {
  readonly [oauth.customFetch]: (
    url: string,
    options: oauth.CustomFetchOptions<"POST" | "GET", unknown>,
  ) => Promise<Response>;
  readonly [oauth.allowInsecureRequests]: true;
  readonly signal?: AbortSignal;
}

/**
 * Options for requests of oauth4webapi: all of them hold a secret. The library's
 * own check of https is off, because it knows no loopback: SafeFetch has it.
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
  // The text is decompressed, and all there.
  kept.delete("content-encoding");
  kept.delete("content-length");
  const isEmpty = text === "" || status === 204 || status === 304;
  return new Response(isEmpty ? null : text, { status, headers: kept });
}
