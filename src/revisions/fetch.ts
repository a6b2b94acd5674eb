import { hasPassword, parseAddress } from "../base/fetch/address.ts";
import { fetchFailure } from "../base/fetch/failure.ts";
import {
  get,
  staysOnHost,
  type FetchLimits,
  type GetAnswer,
} from "../base/fetch/get.ts";
import type { Environment } from "../base/fetch/proxy.ts";
import { maxBytes } from "../base/read-bytes.ts";

export { isAddress, publicAddress } from "../base/fetch/address.ts";

/** How a schema is fetched. */
export interface SchemaFetch extends Partial<FetchLimits> {
  /** The environment: its proxies are used. */
  readonly env?: Environment | undefined;
  /** Stops it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fetches a schema over HTTP or HTTPS. Redirects may not leave the host that was
 * named, nor fall back from HTTPS to HTTP. Throws an `InputError`.
 */
export async function fetchSchema(
  address: string,
  { env = {}, signal, ...limits }: SchemaFetch = {},
): Promise<Uint8Array> {
  const url = schemaAddress(address);
  const answer = await get({
    url,
    env,
    signal,
    limits: { maxBytes, ...limits },
    redirect: (from, to) => (staysOnHost(from, to) ? {} : undefined),
  });
  assertSchemaAnswer(answer);
  return answer.body;
}

/** The address, if it is one that is fetched. Throws an `InputError`. */
export function schemaAddress(address: string): URL {
  const url = parseAddress(address);
  if (!url) throw fetchFailure("fetch-failed", address, "it is no address");
  assertHttp(url);
  // `fetch` would refuse it too, and repeat it in its message.
  if (!hasPassword(url)) return url;
  throw fetchFailure(
    "fetch-failed",
    url.href,
    "an address must not hold a name or password",
  );
}

function assertHttp({ href, protocol }: URL): void {
  if (protocol === "http:" || protocol === "https:") return;
  throw fetchFailure("fetch-failed", href, "only http and https are fetched", {
    hint:
      protocol === "file:"
        ? "give the path of the file"
        : "download the file, and give its path",
  });
}

function assertSchemaAnswer({ url, status, headers }: GetAnswer): void {
  if (status < 200 || status > 299) {
    throw fetchFailure("fetch-failed", url.href, `the answer is ${status}`);
  }
  const type = headers.get("content-type") ?? "";
  if (!type.startsWith("text/html")) return;
  throw fetchFailure("fetch-failed", url.href, "the answer is a web page", {
    hint: "give the address of the raw file",
  });
}
