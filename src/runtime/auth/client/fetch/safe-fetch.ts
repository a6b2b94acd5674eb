import { quote } from "../../../http/shared/quote.ts";
import { drop } from "../../../http/client/fetch-answer.ts";
import type { FetchLike } from "../../../http/client/options.ts";
import { excerpt, toError } from "../../../protocol/errors.ts";
import {
  checkJson,
  JsonLimitError,
  serverJsonLimits,
} from "../../../protocol/validation/parse-json.ts";
import { AuthorizationError } from "../errors.ts";
import { inTime } from "./in-time.ts";
import { readBounded } from "./read-bounded.ts";
import { isLoopback } from "../../../http/shared/loopback.ts";
import { checkUrl, formatUrlText, formatUrl } from "./safe-url.ts";

/**
 * Sends a request to an authorization server, or for metadata, to a URL from an
 * untrusted source. Follows redirects only for a GET without a secret, and only
 * to the same origin. Limits the response in bytes, time, JSON depth and number
 * of JSON values. Rejects with an AuthorizationError; resolves for any status.
 */
export interface SafeFetch {
  (request: SafeRequest): Promise<SafeResponse>;
  /**
   * Validates a URL. Throws an AuthorizationError, whose message starts with
   * `what`, if requests to it are not allowed.
   */
  check(url: string, what: string): URL;
}

export interface SafeRequest {
  readonly url: string;
  readonly method: "GET" | "POST" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * True if the headers or the URL contain a secret. A body always counts as
   * secret.
   */
  readonly hasSecret?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface SafeResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface SafeFetchOptions {
  /** Fetch function; `globalThis.fetch` by default. */
  readonly fetch?: FetchLike | undefined;
  /** True to allow `http:` on loopback; false by default. */
  readonly allowLoopback?: boolean | undefined;
  /** Maximum length of a decompressed response in bytes; 1 MiB by default. */
  readonly maxBytes?: number;
  /**
   * Timeout of a request with its redirects and body, in milliseconds; 30,000
   * by default.
   */
  readonly timeout?: number;
}

/** Error for a redirect that is not followed. */
export class RedirectError extends AuthorizationError {
  static override readonly kin: string = "mcp-gen:RedirectError";
  constructor(message: string) {
    super("unsafe-address", message);
  }
}

const maxRedirects = 5;
const redirects: ReadonlySet<number> = /* @__PURE__ */ new Set([
  301, 302, 303, 307, 308,
]);

/** Creates a fetch that is safe for URLs from untrusted sources. */
export function createSafeFetch(options: SafeFetchOptions = {}): SafeFetch {
  const {
    allowLoopback = false,
    maxBytes = 2 ** 20,
    timeout = 30_000,
  } = options;
  const check = (url: string, what: string): URL =>
    checkUrl(url, what, allowLoopback);
  const send = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const ask = (request: SafeRequest): Promise<SafeResponse> => {
    const late = (): string =>
      `${formatUrlText(request.url)} did not answer within ${timeout} ms`;
    const bound = { timeout, late, signal: request.signal };
    return inTime(bound, (signal) =>
      follow({ request, signal, send, check, maxBytes }),
    );
  };
  return Object.assign(ask, { check });
}

/**
 * Returns a fetch that rejects loopback URLs, for URLs from a server on the
 * network: such a server has no reason to name this machine.
 */
export function withoutLoopback(fetch: SafeFetch): SafeFetch {
  const check = (url: string, what: string): URL => {
    const checked = fetch.check(url, what);
    if (!isLoopback(checked.hostname)) return checked;
    throw new AuthorizationError(
      "unsafe-address",
      `${what} is on loopback, but the server that names it is not: ${quote(formatUrl(checked))}`,
    );
  };
  const ask = async (request: SafeRequest): Promise<SafeResponse> => {
    check(request.url, "the URL");
    return await fetch(request);
  };
  return Object.assign(ask, { check });
}

interface Asked {
  readonly request: SafeRequest;
  readonly signal: AbortSignal;
  readonly send: FetchLike;
  readonly check: SafeFetch["check"];
  readonly maxBytes: number;
}

async function follow(asked: Asked): Promise<SafeResponse> {
  const { request, check } = asked;
  let url = check(request.url, "the URL");
  for (let redirect = 0; ; redirect++) {
    const response = await sendOnce(asked, url);
    const target = redirectOf(response, url);
    if (target === undefined) return await readResponse(asked, url, response);
    drop(response);
    url = followed(request, url, target, check);
    if (redirect >= maxRedirects)
      throw refused(url, `redirects more than ${maxRedirects} times`);
  }
}

async function sendOnce(
  { request, signal, send }: Asked,
  url: URL,
): Promise<Response> {
  const { method, headers = {}, body = null } = request;
  try {
    // Redirects are handled here, so that each target is checked before the
    // request.
    const init = { method, headers, body, signal, redirect: "manual" } as const;
    return await send(url.href, init);
  } catch (error) {
    throw failed(url, error);
  }
}

/**
 * Returns the target of a redirect, or an empty string if the browser hides it.
 */
function redirectOf(response: Response, url: URL): string | undefined {
  if (response.type === "opaqueredirect") return "";
  if (redirects.has(response.status))
    return response.headers.get("location") ?? undefined;
  // A custom fetch may have followed redirects itself.
  const { redirected, url: reached } = response;
  if (!redirected || !URL.canParse(reached)) return undefined;
  return new URL(reached).origin === url.origin ? undefined : reached;
}

/**
 * Returns the URL of a redirect to request next. Throws if it is not followed.
 */
function followed(
  request: SafeRequest,
  from: URL,
  location: string,
  check: SafeFetch["check"],
): URL {
  if (location === "") throw refused(from, "redirects, which is not allowed");
  if (!URL.canParse(location, from.href))
    throw refused(from, `redirects to an invalid URL: ${quote(location)}`);
  const target = new URL(location, from);
  const shown = quote(formatUrl(target));
  if (request.method !== "GET" || request.hasSecret === true)
    throw refused(
      from,
      `redirects to ${shown}: a request with a secret is not redirected`,
    );
  if (target.origin !== from.origin)
    throw refused(from, `redirects to another origin: ${shown}`);
  target.hash = "";
  return check(target.href, "the redirect");
}

async function readResponse(
  { maxBytes, signal }: Asked,
  url: URL,
  response: Response,
): Promise<SafeResponse> {
  const { status, headers } = response;
  try {
    const text = await readBounded(response, maxBytes, signal);
    checkLimits(text);
    return { status, headers, text };
  } catch (error) {
    throw failed(url, error);
  }
}

/**
 * Throws an Error if JSON exceeds a limit. Other text, such as HTML, is not
 * checked.
 */
function checkLimits(text: string): void {
  if (!/^\s*[{[]/.test(text)) return;
  try {
    checkJson(text, serverJsonLimits);
  } catch (error) {
    if (!(error instanceof JsonLimitError)) throw error;
    // The limits are not options, so the message names none.
    throw new Error(`the answer ${error.reason}`);
  }
}

function refused(url: URL, why: string): RedirectError {
  return new RedirectError(`${formatUrl(url)} ${why}`);
}

/** Returns the error for a request without a complete response. */
function failed(url: URL, cause: unknown): Error {
  const error = toError(cause);
  // For example, the program's fetch rejected the URL.
  if (error instanceof AuthorizationError) return error;
  // The platform's message is only "fetch failed"; the details are in its
  // cause.
  const inner = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  const why = excerpt(`${error.message}${inner}`, 200);
  const message = `${formatUrl(url)} cannot be read: ${why}`;
  return new AuthorizationError("unreachable", message, { cause });
}
