import { InputError } from "../diagnostics/error.ts";
import { bodyTooLarge, connectionFailure, fetchFailure } from "./failure.ts";
import { hasPassword, parseAddress, publicAddress } from "./address.ts";
import { fetchThrough, type Environment, type FetchAnswer } from "./proxy.ts";

/** What an exchange may take. */
export interface FetchLimits {
  /** In milliseconds, for the whole exchange: a minute by default. */
  readonly timeout?: number;
  /** In milliseconds, until the answer begins, and between two pieces of it: 15 seconds by default. */
  readonly idleTimeout?: number;
  /** Of the body, unpacked. */
  readonly maxBytes: number;
}

/** The headers of a request. */
export type RequestHeaders = Readonly<Record<string, string>>;

/** What is fetched, and how. */
export interface GetRequest {
  readonly url: URL;
  readonly headers?: RequestHeaders;
  readonly env: Environment;
  readonly limits: FetchLimits;
  readonly signal?: AbortSignal | undefined;
  /** The headers for where a redirect leads; undefined where it must not be followed. */
  redirect(from: URL, to: URL): RequestHeaders | undefined;
}

/** What was answered, whatever the status. */
export interface GetAnswer {
  /** Where the answer came from, after redirects. */
  readonly url: URL;
  readonly status: number;
  readonly headers: FetchAnswer["headers"];
  readonly body: Uint8Array;
}

const timeout = 60_000;
const idleTimeout = 15_000;
const maxRedirects = 5;

/**
 * Sends a GET, follows redirects as far as they may be followed, and reads the body, within
 * limits. Throws an `InputError`, or what the signal was aborted with.
 */
export async function get(request: GetRequest): Promise<GetAnswer> {
  const { limits, signal } = request;
  signal?.throwIfAborted();
  const send = await fetchThrough(request.env);
  const patience = startPatience(request.url.href, limits);
  const stopped = signal
    ? AbortSignal.any([signal, patience.signal])
    : patience.signal;
  let { url } = request;
  try {
    for (
      let hops = 0, headers = request.headers;
      hops <= maxRedirects;
      hops++
    ) {
      const init = {
        headers: headers ?? {},
        redirect: "manual",
        signal: stopped,
      } as const;
      const answer = await send(url.href, init);
      patience.more();
      const location = redirectTarget(answer);
      if (location === undefined)
        return await read(url, answer, limits, patience);
      await answer.body?.cancel();
      const next = nextAddress(url, location);
      headers = request.redirect(url, next) ?? refuse(url, next);
      url = next;
    }
  } catch (thrown) {
    if (stopped.aborted) throw stopped.reason;
    throw thrown instanceof InputError
      ? thrown
      : connectionFailure(url.href, thrown);
  } finally {
    patience.end();
  }
  throw fetchFailure(
    "fetch-failed",
    request.url.href,
    "there are too many redirects",
  );
}

async function read(
  url: URL,
  answer: FetchAnswer,
  { maxBytes }: FetchLimits,
  patience: Patience,
): Promise<GetAnswer> {
  const { status, headers } = answer;
  const announced = Number(headers.get("content-length") ?? 0);
  if (announced > maxBytes) {
    await answer.body?.cancel();
    throw bodyTooLarge(url.href, maxBytes);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop by an error cancels the rest of the body.
  for await (const chunk of answer.body ?? []) {
    patience.more();
    size += chunk.byteLength;
    if (size > maxBytes) throw bodyTooLarge(url.href, maxBytes);
    chunks.push(chunk);
  }
  return { url, status, headers, body: Buffer.concat(chunks) };
}

function redirectTarget({ status, headers }: FetchAnswer): string | undefined {
  const redirects = [301, 302, 303, 307, 308].includes(status);
  return redirects ? (headers.get("location") ?? undefined) : undefined;
}

function nextAddress(from: URL, location: string): URL {
  const to = parseAddress(location, from);
  if (to && !hasPassword(to)) return to;
  const what = to ? "an address with a name or password" : "what is no address";
  throw fetchFailure("fetch-failed", from.href, `it redirects to ${what}`);
}

function refuse(from: URL, to: URL): never {
  const isHttp = /^https?:$/.test(to.protocol);
  const isDowngrade = from.protocol === "https:" && to.protocol === "http:";
  const where =
    isHttp && !isDowngrade ? publicAddress(to.href) : to.protocol.slice(0, -1);
  throw fetchFailure("fetch-failed", from.href, `it redirects to ${where}`, {
    hint:
      isHttp && !isDowngrade
        ? "if that is what you mean, give its own address"
        : undefined,
  });
}

/** Whether a redirect stays on its host, and is not less secure than what leads to it. */
export function staysOnHost(from: URL, to: URL): boolean {
  const isSecured = from.protocol === "http:" && to.protocol === "https:";
  return (
    to.hostname === from.hostname &&
    (isSecured || (to.protocol === from.protocol && to.port === from.port))
  );
}

/** How long is waited. */
interface Patience {
  readonly signal: AbortSignal;
  /** Something came: from now on is waited anew. */
  more(): void;
  end(): void;
}

function startPatience(address: string, limits: FetchLimits): Patience {
  const controller = new AbortController();
  const idleTime = limits.idleTimeout ?? idleTimeout;
  const give = (after: number): NodeJS.Timeout =>
    setTimeout(() => controller.abort(late(address, after)), after);
  const whole = give(limits.timeout ?? timeout);
  const idle = give(idleTime);
  return {
    signal: controller.signal,
    more: () => void idle.refresh(),
    end() {
      clearTimeout(whole);
      clearTimeout(idle);
    },
  };
}

function late(address: string, after: number): InputError {
  const reason = `there was no answer in time (${after / 1000} s)`;
  return fetchFailure("unreachable", address, reason);
}
