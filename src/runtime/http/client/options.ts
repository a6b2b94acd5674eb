import { adviceFor } from "../../protocol/options/advice.ts";
import { integerOption, requireKnown } from "../../protocol/sound-option.ts";
import {
  clientJsonLimits,
  resolveLimits,
} from "../../protocol/validation/parse-json.ts";
import { headerRecord } from "../shared/header-record.ts";
import { quote } from "../shared/quote.ts";
import { reporter } from "../../protocol/report.ts";
import type { HttpAuth, FetchLike } from "./auth.ts";
import { requireSecretUrl } from "../shared/loopback.ts";
import { sharedEras, type EraCache } from "./lifecycle-cache.ts";

export type { FetchLike } from "./auth.ts";

/** How a stream that broke is opened again. */
export interface ReconnectOptions {
  /**
   * How often in a row it is tried without a new event.
   *
   * @default 5
   */
  readonly attempts?: number;
  /**
   * The time before the first attempt, in milliseconds, where the server names
   * none.
   *
   * @default 1_000 (1 second)
   */
  readonly delayMs?: number;
  /**
   * How long that time is at most, in milliseconds, as it doubles or as the
   * server names it.
   *
   * @default 30_000 (30 seconds)
   */
  readonly maxDelayMs?: number;
}

/** Where a server is on the web, and how it is reached. */
export interface HttpTransportOptions {
  /** The address of the server: `http:` or `https:`. */
  readonly url: string | URL;
  /**
   * Headers for every request. They never go to another origin. The address is
   * `https:`, or `http:` on loopback: others could read them on their way.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * What sends the requests.
   *
   * @default `globalThis.fetch`
   */
  readonly fetch?: FetchLike;
  /**
   * Proves to the server who asks: `bearer(…)`, or `oauth(…)` of
   * `@mcp-gen/runtime/auth`.
   */
  readonly auth?: HttpAuth;
  /**
   * The longest event or JSON answer, in bytes.
   *
   * @default 33_554_432 (32 MiB)
   */
  readonly maxEventBytes?: number;
  /**
   * The deepest nesting of objects and arrays in an event or answer. A deeper one
   * is not parsed, and its call fails.
   *
   * @default 256
   */
  readonly maxDepth?: number;
  /**
   * The most values in an event or answer: objects, arrays, strings, numbers,
   * booleans and nulls. One with more is not parsed, and its call fails.
   *
   * @default 250_000
   */
  readonly maxValues?: number;
  /** How a stream that broke is opened again. */
  readonly reconnect?: ReconnectOptions;
  /**
   * Whether a stream is kept open for what a server with sessions sends on its
   * own.
   *
   * @default true
   */
  readonly standaloneStream?: boolean;
  /**
   * Remembers how each server wants to be spoken to.
   *
   * @default one for all transports of this process
   */
  readonly eras?: EraCache;
  /**
   * Hears what went wrong and was got over, such as a tool that was left out of
   * a list.
   *
   * @default the client's `onError`
   */
  readonly onWarning?: (warning: Error) => void;
}

export interface ResolvedTransportOptions {
  readonly url: URL;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: FetchLike;
  readonly auth: HttpAuth | undefined;
  readonly maxEventBytes: number;
  readonly maxDepth: number;
  readonly maxValues: number;
  readonly reconnect: Required<ReconnectOptions>;
  readonly standaloneStream: boolean;
  readonly eras: EraCache;
  readonly onWarning: ((warning: Error) => void) | undefined;
}

const MiB = 1024 * 1024;

/** Fills the defaults in. Throws a TypeError for options that make no sense. */
export function resolveTransportOptions(
  options: HttpTransportOptions,
): ResolvedTransportOptions {
  const {
    url,
    headers = {},
    fetch = (target, init) => globalThis.fetch(target, init),
    auth,
    maxEventBytes,
    reconnect = {},
    standaloneStream = true,
    eras = sharedEras,
    onWarning,
  } = options;
  if (auth && typeof auth.attach !== "function")
    throw new TypeError(
      "auth: expected an object with attach, such as bearer() gives",
    );
  const address = httpUrl(url);
  auth?.check?.(address);
  const resolved: ResolvedTransportOptions = {
    url: address,
    headers: soundHeaders(headers, address),
    fetch,
    auth,
    maxEventBytes: integerOption("maxEventBytes", maxEventBytes, 32 * MiB),
    ...resolveLimits(options, clientJsonLimits),
    reconnect: resolveReconnect(reconnect),
    standaloneStream,
    eras,
    onWarning: onWarning && reporter(onWarning),
  };
  // It has each option by its name.
  const advice = adviceFor("httpTransport");
  requireKnown("httpTransport", options, resolved, advice);
  return resolved;
}

function resolveReconnect({
  attempts,
  delayMs,
  maxDelayMs,
}: ReconnectOptions): Required<ReconnectOptions> {
  return {
    attempts: integerOption("reconnect.attempts", attempts, 5, 0),
    delayMs: integerOption("reconnect.delayMs", delayMs, 1_000, 0),
    maxDelayMs: integerOption("reconnect.maxDelayMs", maxDelayMs, 30_000, 0),
  };
}

/** Refuses what HTTP does not allow; the error of `Headers` itself repeats the value. */
function soundHeaders(
  given: Readonly<Record<string, string>>,
  url: URL,
): Record<string, string> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    try {
      headers.append(name, value);
    } catch {
      throw new TypeError(
        `headers: ${quote(name)}: HTTP does not allow this name or its value`,
      );
    }
  const first = Object.keys(given)[0]?.toLowerCase();
  // Any header may hold a secret: each service has another name for it.
  if (first !== undefined) requireSecretUrl(url, `headers: ${quote(first)}`);
  return headerRecord(headers);
}

/** The error of `URL` itself repeats what it was given. */
function parsed(given: string | URL): URL {
  try {
    return new URL(given);
  } catch {
    throw new TypeError(
      given === undefined
        ? "expected options with a url: httpTransport({ url })"
        : "url: expected an absolute URL",
    );
  }
}

function httpUrl(given: string | URL): URL {
  const url = parsed(given);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new TypeError(`url: ${url.protocol} is neither http: nor https:`);
  // A fetch refuses them later, with an error that shows them.
  if (url.username !== "" || url.password !== "")
    throw new TypeError("url: credentials belong in a header");
  url.hash = "";
  return url;
}
