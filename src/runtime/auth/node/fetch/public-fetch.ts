import { lookup as systemLookup } from "node:dns";
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { FetchLike } from "../../../http/client/options.ts";
import {
  type OptionNames,
  refuseOption,
  requireKnown,
} from "../../../protocol/sound-option.ts";
import { headerRecord } from "../../../http/shared/header-record.ts";
import { toError } from "../../../protocol/errors.ts";
import { AuthorizationError } from "../../client/errors.ts";
import { readAllowed, type Allowed } from "./allowed.ts";
import { mayReach, publicLookup, addressRefusal } from "./public-lookup.ts";
import { responseOf } from "./response-of.ts";

/** Options of `publicFetch`. */
export interface PublicFetchOptions {
  /**
   * Non-public hosts that may be reached. Exact names, with any addresses:
   * `auth.corp.example`. Addresses: `127.0.0.1`. Subnets: `10.1.0.0/16`.
   *
   * @default none
   */
  readonly allow?: readonly string[];
  /**
   * Resolves a host name.
   *
   * @default `lookup` of `node:dns`
   */
  readonly lookup?: LookupFunction;
}

const known: OptionNames<PublicFetchOptions> = { allow: true, lookup: true };

/**
 * Returns a `fetch` that only connects to public addresses, for URLs from
 * untrusted sources: `oauth({ fetch: publicFetch() })`.
 *
 * It checks the address that it connects to, for any host name or number. It
 * rejects loopback, private, link-local, shared, multicast and reserved
 * addresses, also embedded in IPv6. It rejects a name if any of its addresses
 * is one of these.
 *
 * It does not follow redirects: the response is the redirect. It requests no
 * compression, uses no proxy, and opens a connection for each request. Calls
 * reject like those of `fetch`, and with an `AuthorizationError` with the
 * reason `unsafe-address` for non-public addresses. Throws a TypeError for
 * invalid options.
 *
 * @see {@link
 * https://modelcontextprotocol.io/docs/tutorials/security/security_best_practices#server-side-request-forgery-ssrf
 * | Server-Side Request Forgery}
 */
export function publicFetch(options: PublicFetchOptions = {}): FetchLike {
  if (typeof options === "string")
    throw new TypeError(
      "publicFetch takes its options as an object: the function that it returns takes (url, init)",
    );
  requireKnown("publicFetch", options, known);
  const { allow = [], lookup = systemLookup as LookupFunction } = options;
  if (!Array.isArray(allow))
    refuseOption("allow", "a list of host names, addresses and subnets", allow);
  const allowed = readAllowed(allow);
  const reach: Reach = { allowed, lookup: publicLookup(lookup, allowed) };
  return async (url, init) => {
    if (typeof init !== "object")
      throw new TypeError(
        'publicFetch: the argument init is missing: call what publicFetch() returns with (url, init), such as { method: "GET" }',
      );
    const { signal } = init;
    signal?.throwIfAborted();
    // Request converts every kind of body and sets its content type.
    const request = new Request(httpUrl(url), {
      ...init,
      ...(init.body instanceof ReadableStream && { duplex: "half" }),
    });
    const body = request.body && Buffer.from(await request.arrayBuffer());
    const answer = await send(request, body, reach, signal);
    return responseOf(answer, request, signal);
  };
}

/** Hosts that a fetch may reach, and its lookup. */
interface Reach {
  readonly allowed: Allowed;
  readonly lookup: LookupFunction;
}

/** Validates a URL. The error of `Request` would contain the URL. */
function httpUrl(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw new TypeError("url: expected an absolute URL of http: or https:");
  if (url.username !== "" || url.password !== "")
    throw new TypeError("url: credentials belong in a header");
  return url;
}

function send(
  request: Request,
  body: Buffer | null,
  { allowed, lookup }: Reach,
  signal: AbortSignal | null | undefined,
): Promise<IncomingMessage> {
  const url = new URL(request.url);
  // Node does not call the lookup for a literal address, so it is checked here.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !mayReach(host, allowed))
    throw addressRefusal(host, host);
  const headers: Record<string, string> = {
    "user-agent": "mcp-gen",
    accept: "*/*",
    ...headerRecord(request.headers),
    "accept-encoding": "identity",
    connection: "close",
  };
  if (body) headers["content-length"] = String(body.byteLength);
  const isSecure = url.protocol === "https:";
  const start = isSecure ? httpsRequest : httpRequest;
  // A new agent: a shared one may have unchecked connections or a proxy.
  const agent = isSecure ? new HttpsAgent() : new HttpAgent();
  const { method } = request;
  const sent = start(url, { agent, headers, lookup, method });
  return new Promise((resolve, reject) => {
    const abort = (): void => void sent.destroy(toError(signal?.reason));
    signal?.addEventListener("abort", abort);
    const settle = (): void => signal?.removeEventListener("abort", abort);
    sent.once("response", (answer) => {
      settle();
      resolve(answer);
    });
    sent.on("error", (error) => {
      settle();
      reject(failure(error, signal));
    });
    sent.end(body ?? undefined);
  });
}

/**
 * Returns the error as `fetch` would reject: the reason of the signal, or a
 * TypeError with a cause.
 */
function failure(
  error: Error,
  signal: AbortSignal | null | undefined,
): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof AuthorizationError) return error;
  return new TypeError("fetch failed", { cause: error });
}
