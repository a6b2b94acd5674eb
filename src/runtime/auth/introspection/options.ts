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

/** Whom `introspection` asks about tokens, and how long it believes the answer. */
export interface IntrospectionOptions<
  Auth = TokenInfo,
> extends ClaimReaders<Auth> {
  /**
   * The introspection endpoint.
   *
   * @default what the metadata of `issuer` name
   */
  readonly url?: string | URL;
  /**
   * Whose tokens they are. An answer that names another issuer refuses the
   * token. Needed where there is no `url`, or where the client has a key.
   */
  readonly issuer?: string;
  /** As whom this server asks. */
  readonly client: IntrospectionClient;
  /**
   * The audiences that are this server's. A token needs one of them.
   *
   * @default the `resource` of `protect`; a token without an audience is refused
   */
  readonly audience?: string | readonly string[];
  /**
   * How long the answer about a good token is believed, in milliseconds, and
   * never beyond the token's end. A token that is taken back is good for as
   * long. 0 asks with every request.
   *
   * @default 30_000 (30 seconds)
   */
  readonly cacheMs?: number;
  /**
   * How long the answer about a bad token is believed, in milliseconds.
   *
   * @default 5_000 (5 seconds)
   */
  readonly refusalMs?: number;
  /**
   * How many answers are kept, of good tokens and of bad ones each.
   *
   * @default 5_000
   */
  readonly maxCached?: number;
  /**
   * How long one question may take, in milliseconds.
   *
   * @default 10_000 (10 seconds)
   */
  readonly timeoutMs?: number;
  /**
   * Whether the endpoint may be on `http:` on this machine.
   *
   * @default false
   */
  readonly allowLoopback?: boolean;
  /**
   * Asks.
   *
   * @default `globalThis.fetch`
   */
  readonly fetch?: FetchLike;
}

/** A client of the authorization server's, which may ask about tokens. */
export type IntrospectionClient = SecretClient | KeyClient;

interface SecretClient {
  /** The `client_id` that the authorization server gave. */
  readonly id: string;
  /** The `client_secret`. Sent to the authorization server, and nowhere else. */
  readonly secret: string;
  /** `client_secret_basic` by default, or what the authorization server lists. */
  readonly method?: SecretMethod;
  /** One of the two is enough. */
  readonly privateKey?: undefined;
}

interface KeyClient extends KeyCredential {
  /** The `client_id` that the authorization server gave. */
  readonly id: string;
  /** One of the two is enough. */
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

/** The longest answer about a token, in bytes. */
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

/** Fills the defaults in. Throws a TypeError for options that make no sense. */
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
    throw new TypeError("introspection needs a url, or an issuer to find it");
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
    throw new TypeError("a client with a key needs an issuer to sign for");
}
