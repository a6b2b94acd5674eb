import {
  integerOption,
  type OptionNames,
  refuseOption,
  requireKnown,
} from "../../protocol/sound-option.ts";
import type { FetchLike } from "../../http/client/options.ts";
import { duration } from "../../protocol/timers/time-limits.ts";
import { isObject } from "../../protocol/message.ts";
import {
  requireCredential,
  type KeyCredential,
  type SecretMethod,
} from "../client/credentials/authentication.ts";
import { createSafeFetch, type SafeFetch } from "../client/fetch/safe-fetch.ts";
import type { ClaimReaders, TokenInfo } from "../verify/claims.ts";
import { requireUrl } from "../verify/issuer-metadata.ts";
import { textList } from "../verify/text-list.ts";

/** Options of `introspection`. */
export interface IntrospectionOptions<
  Auth = TokenInfo,
> extends ClaimReaders<Auth> {
  /**
   * URL of the introspection endpoint.
   *
   * @default `introspection_endpoint` in the metadata of `issuer`
   */
  readonly url?: string | URL;
  /**
   * Issuer of the tokens. A token is rejected if the response names another
   * issuer. Required without `url`, and for a client with a key.
   */
  readonly issuer?: string;
  /** Client to authenticate as. */
  readonly client: IntrospectionClient;
  /**
   * Audiences of this server. A token must have one of them.
   *
   * @default the `resource` of `protect`; a token without an audience is
   * rejected
   */
  readonly audience?: string | readonly string[];
  /**
   * Cache lifetime of a result for a valid token, in milliseconds; never longer
   * than the token itself. A revoked token remains accepted until then. 0
   * disables the cache.
   *
   * @default 30_000 (30 seconds)
   */
  readonly cacheMs?: number;
  /**
   * Cache lifetime of a result for an invalid token, in milliseconds.
   *
   * @default 5_000 (5 seconds)
   */
  readonly refusalMs?: number;
  /**
   * Maximum number of cached results, separately for valid and invalid tokens.
   *
   * @default 5_000
   */
  readonly maxCached?: number;
  /**
   * Timeout of an introspection request, in milliseconds.
   *
   * @default 10_000 (10 seconds)
   */
  readonly timeoutMs?: number;
  /**
   * True to allow `http:` on loopback for the endpoint.
   *
   * @default false
   */
  readonly allowLoopback?: boolean;
  /**
   * Fetch function for introspection requests.
   *
   * @default `globalThis.fetch`
   */
  readonly fetch?: FetchLike;
}

/** Client of the authorization server that may introspect tokens. */
export type IntrospectionClient = SecretClient | KeyClient;

interface SecretClient {
  /** The `client_id` that the authorization server issued. */
  readonly id: string;
  /** The `client_secret`. Sent to the authorization server only. */
  readonly secret: string;
  /**
   * Method to send the secret with: `client_secret_basic` by default, or one
   * that the authorization server lists.
   */
  readonly method?: SecretMethod;
  /** Not valid together with `secret`. */
  readonly privateKey?: undefined;
}

interface KeyClient extends KeyCredential {
  /** The `client_id` that the authorization server issued. */
  readonly id: string;
  /** Not valid together with `privateKey`. */
  readonly secret?: undefined;
}

export interface ResolvedIntrospectionOptions {
  readonly url: string | undefined;
  readonly issuer: string | undefined;
  readonly client: IntrospectionClient;
  readonly audience: readonly string[] | undefined;
  readonly cacheMs: number;
  readonly refusalMs: number;
  readonly maxCached: number;
  readonly fetch: SafeFetch;
}

/** Maximum size of an introspection response, in bytes. */
const maxBytes = 64 * 1024;

const known: OptionNames<IntrospectionOptions<unknown>> = {
  url: true,
  issuer: true,
  client: true,
  audience: true,
  cacheMs: true,
  refusalMs: true,
  maxCached: true,
  timeoutMs: true,
  allowLoopback: true,
  fetch: true,
  subject: true,
  scopes: true,
  auth: true,
};

/**
 * Validates the options and applies defaults. Throws a TypeError for invalid
 * options.
 */
export function resolveIntrospection(
  options: IntrospectionOptions<unknown>,
): ResolvedIntrospectionOptions {
  requireKnown("introspection", options, known);
  const { issuer, client, allowLoopback, audience, timeoutMs } = options;
  const url = options.url === undefined ? undefined : String(options.url);
  const fetch = createSafeFetch({
    fetch: options.fetch,
    allowLoopback,
    maxBytes,
    timeout: duration("timeoutMs", timeoutMs, 10_000),
  });
  if (url === undefined && issuer === undefined)
    throw new TypeError("introspection requires url or issuer");
  if (url !== undefined) requireUrl(fetch, url, "url");
  if (issuer !== undefined) requireUrl(fetch, issuer, "issuer");
  requireClient(client, issuer);
  return {
    url,
    issuer,
    client,
    audience:
      audience === undefined ? undefined : textList("audience", audience),
    cacheMs: duration("cacheMs", options.cacheMs, 30_000, true),
    refusalMs: duration("refusalMs", options.refusalMs, 5_000, true),
    maxCached: integerOption("maxCached", options.maxCached, 5_000),
    fetch,
  };
}

function requireClient(client: unknown, issuer: string | undefined): void {
  const { id, secret, privateKey }: { [name: string]: unknown } = isObject(
    client,
  )
    ? client
    : {};
  if (typeof id !== "string" || id === "")
    refuseOption("client.id", "a text that is not empty", id);
  if (!secret && privateKey === undefined)
    throw new TypeError("client has either a secret or a privateKey");
  requireCredential("client", Object(client));
  if (secret === undefined && issuer === undefined)
    throw new TypeError("client: a private key requires the option issuer");
}
