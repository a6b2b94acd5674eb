import { toError, TransportError } from "../../protocol/errors.ts";
import type { HttpLink } from "./transport-context.ts";
import type { FetchLike } from "./options.ts";
import { ByteCollector } from "../shared/byte-collector.ts";

/** What is sent; `redirect` is not the caller's choice. */
export interface OutgoingRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** By their names in lower case; those of the options go along. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Low where nobody waits for the answer. */
  readonly priority?: "low";
  readonly signal: AbortSignal;
}

const maxRedirects = 5;

/**
 * Sends an HTTP request, and follows where the same origin sends it: nobody else
 * sees the message, or the headers that prove who sends it. Rejects with a
 * TransportError when there is no answer.
 */
export async function fetchAnswer(
  { options, fetch }: HttpLink,
  call: OutgoingRequest,
  url: URL = options.url,
): Promise<Response> {
  const init: RequestInit = {
    ...call,
    headers: { ...options.headers, ...call.headers },
    redirect: "manual",
  };
  let target = url;
  for (let count = 0; ; count++) {
    const response = await send(fetch, target, init).catch((error: unknown) => {
      throw noAnswer(call, url, target, error);
    });
    const { status } = response;
    // A browser tells no more of a redirection than that there was one.
    if (response.type !== "opaqueredirect" && (status < 300 || status > 399))
      return response;
    drop(response);
    target = nextTarget(response, call, target, url);
    if (count === maxRedirects)
      throw redirected(call, url, `it is redirected more than ${count} times`);
  }
}

/** A fetch of the user's may throw at once. */
async function send(
  fetch: FetchLike,
  target: URL,
  init: RequestInit,
): Promise<Response> {
  return await fetch(target.href, init);
}

/** Errors name the address that was asked for: where it led may hold secrets. */
function nextTarget(
  response: Response,
  call: OutgoingRequest,
  from: URL,
  url: URL,
): URL {
  const { status, headers } = response;
  const location = headers.get("location");
  const to = location === null ? undefined : parseUrl(location, from);
  if (!to) throw redirected(call, url, `HTTP ${status} to nowhere`);
  // A fetch would refuse it, with an error that shows them.
  if (to.username !== "" || to.password !== "")
    throw redirected(
      call,
      url,
      `HTTP ${status} to an address with credentials, which is not followed`,
    );
  if (to.origin !== from.origin)
    throw redirected(
      call,
      url,
      `HTTP ${status} to ${to.origin}: another origin is not followed`,
    );
  // Any other status lets a POST become a GET.
  if (status !== 307 && status !== 308)
    throw redirected(call, url, `HTTP ${status} is not followed`);
  return to;
}

function parseUrl(text: string, base: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

function redirected(
  call: OutgoingRequest,
  url: URL,
  reason: string,
): TransportError {
  return new TransportError(`${describeRequest(call, url)}: ${reason}`);
}

function noAnswer(
  call: OutgoingRequest,
  url: URL,
  target: URL,
  error: unknown,
): TransportError {
  if (error instanceof TransportError) return error;
  const { message, cause } = toError(error);
  // What `fetch` says of itself is that it failed.
  const why = cause instanceof Error ? reasonOf(cause) : "";
  const told = why === "" ? message : `${message}: ${why}`;
  const request = describeRequest(call, url);
  // Some say which address failed, whose query may hold secrets.
  return target.search !== "" && told.includes(target.search)
    ? new TransportError(`${request}: the request failed`)
    : new TransportError(`${request}: ${told}`, { cause: error });
}

/** Of several addresses that did not answer, Node tells a code and no message. */
function reasonOf(error: Error): string {
  if (error.message !== "" || !("code" in error)) return error.message;
  return String(error.code);
}

/** `POST https://example.com/mcp`: a query may hold secrets. */
export function describeRequest(
  { method }: Pick<OutgoingRequest, "method">,
  { origin, pathname }: URL,
): string {
  return `${method} ${origin}${pathname}`;
}

/** What requests were sent with that were refused, by the headers of the answer. */
const sent = /* @__PURE__ */ new WeakMap<Headers, string>();

/** How short a text is a word of its own, and no credential, in characters. */
const leastSecret = 8;

/** A fetch that remembers what a refused request was sent with, so that no error shows it. */
export function rememberCredentials(fetch: FetchLike): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init);
    const { status, headers } = response;
    if (status === 401 || status === 403) {
      const credentials = new Headers(init.headers).get("authorization") ?? "";
      const secret = credentials.slice(credentials.indexOf(" ") + 1);
      if (secret.length >= leastSecret) sent.set(headers, secret);
    }
    return response;
  };
}

/** What a server says, without what it was sent: some repeat a token. */
export function withoutCredentials(text: string, headers: Headers): string {
  const secret = sent.get(headers);
  return secret === undefined ? text : text.replaceAll(secret, "…");
}

const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a whole body as text. Throws an Error when it breaks off, is longer than
 * `maxBytes`, or is not UTF-8; the rest is not read then.
 */
export async function readText(
  { body }: Response,
  maxBytes: number,
): Promise<string> {
  if (!body) return "";
  const reader = body.getReader();
  try {
    const collector = new ByteCollector();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return decoder.decode(collector.take());
      collector.add(value);
      if (collector.length > maxBytes)
        throw new Error(`the answer is longer than ${maxBytes} bytes`);
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  }
}

/** Reads no more of a body that nobody needs. */
export function drop({ body }: Cancellable): void {
  if (body && !body.locked) body.cancel().catch(() => {});
}

/** A response; its bytes have other types with other versions of the platform's. */
interface Cancellable {
  readonly body: {
    readonly locked: boolean;
    cancel(): Promise<void>;
  } | null;
}
