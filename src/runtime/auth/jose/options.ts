import type { FetchLike } from "../../http/client/options.ts";
import {
  type OptionNames,
  refuseOption,
  requireKnown,
} from "../../protocol/sound-option.ts";
import { duration } from "../../protocol/timers/time-limits.ts";
import { isObject } from "../../protocol/message.ts";
import { reporter } from "../../protocol/report.ts";
import { createSafeFetch, type SafeFetch } from "../client/fetch/safe-fetch.ts";
import type { ClaimReaders, TokenInfo } from "../verify/claims.ts";
import { requireUrl } from "../verify/issuer-metadata.ts";
import { textList } from "../verify/text-list.ts";
import { bareType } from "../verify/token-kind.ts";

/** Options of `jwt`. */
export interface JwtOptions<Auth = TokenInfo> extends ClaimReaders<Auth> {
  /**
   * Issuers of the tokens, exactly as in their `iss` claim. If there are
   * several, each has separate keys.
   */
  readonly issuer: string | TokenIssuer | readonly (string | TokenIssuer)[];
  /**
   * Keys of a single issuer: the URL of its JSON Web Key Set, or the set
   * itself.
   *
   * @default the `jwks_uri` of its metadata, fetched for the first token
   */
  readonly jwks?: KeyLocation;
  /**
   * Audiences of this server. A token must have one of them.
   *
   * @default the `resource` of `protect`
   */
  readonly audience?: string | readonly string[];
  /**
   * Accepted signature algorithms. `none` and algorithms with a shared secret,
   * such as `HS256`, are not allowed.
   *
   * @default RSA, ECDSA and Ed25519
   */
  readonly algorithms?: readonly string[];
  /**
   * Accepted `typ` values of the header, in any case. With this option, a token
   * must have a `typ`.
   *
   * @default `at+jwt`, `JWT`, or no `typ` at all
   */
  readonly types?: readonly string[];
  /**
   * Maximum clock difference between the issuer and this server, in
   * milliseconds.
   *
   * @default 30 seconds for the start of a token, none for its expiry
   */
  readonly clockToleranceMs?: number;
  /**
   * Time after which keys are fetched again, in milliseconds. If the fetch
   * fails, the known keys are used for up to another hour.
   *
   * @default 600_000 (10 minutes)
   */
  readonly keysMaxAgeMs?: number;
  /**
   * Minimum time between two fetches because of an unknown key, in
   * milliseconds.
   *
   * @default 30_000 (30 seconds)
   */
  readonly keysCooldownMs?: number;
  /**
   * Timeout of a request to an issuer, in milliseconds.
   *
   * @default 10_000 (10 seconds)
   */
  readonly timeoutMs?: number;
  /**
   * True to allow `http:` on loopback for issuers and key sets.
   *
   * @default false
   */
  readonly allowLoopback?: boolean;
  /**
   * Fetch function for metadata and keys.
   *
   * @default `globalThis.fetch`
   */
  readonly fetch?: FetchLike;
  /**
   * Called if keys cannot be fetched while the known keys are still in use.
   *
   * @default prints to standard error
   */
  readonly onError?: (error: Error) => void;
}

/** Authorization server whose tokens are accepted. */
export interface TokenIssuer {
  /** Issuer identifier, exactly as in the `iss` claim. */
  readonly issuer: string;
  /**
   * Keys of the issuer: the URL of its JSON Web Key Set, or the set itself.
   *
   * @default the `jwks_uri` of its metadata
   */
  readonly jwks?: KeyLocation;
}

/** JSON Web Key Set, or its URL. */
export type KeyLocation =
  | string
  | URL
  | {
      /** Keys of the set, as JSON Web Keys. */
      readonly keys: readonly object[];
    };

/** Widely supported asymmetric algorithms. */
const byDefault: readonly string[] = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];

export interface ResolvedJwtOptions {
  readonly issuers: readonly TokenIssuer[];
  readonly audience: readonly string[] | undefined;
  readonly algorithms: readonly string[];
  /**
   * Accepted `typ` values in lower case, without `application/`; undefined for
   * the defaults.
   */
  readonly types: readonly string[] | undefined;
  readonly aheadMs: number;
  readonly afterMs: number;
  readonly keysMaxAgeMs: number;
  readonly keysCooldownMs: number;
  readonly fetch: SafeFetch;
  readonly onError: (error: Error) => void;
}

const known: OptionNames<JwtOptions<unknown>> = {
  issuer: true,
  jwks: true,
  audience: true,
  algorithms: true,
  types: true,
  clockToleranceMs: true,
  keysMaxAgeMs: true,
  keysCooldownMs: true,
  timeoutMs: true,
  allowLoopback: true,
  fetch: true,
  onError: true,
  subject: true,
  scopes: true,
  auth: true,
};

const ofIssuers: OptionNames<TokenIssuer> = { issuer: true, jwks: true };

/**
 * Validates the options and applies defaults. Throws a TypeError for invalid
 * options.
 */
export function resolveJwtOptions(
  options: JwtOptions<unknown>,
): ResolvedJwtOptions {
  requireKnown("jwt", options, known);
  const { clockToleranceMs, timeoutMs, allowLoopback = false } = options;
  const fetch = createSafeFetch({
    fetch: options.fetch,
    allowLoopback,
    timeout: duration("timeoutMs", timeoutMs, 10_000),
  });
  return {
    issuers: issuersOf(options, fetch),
    audience:
      options.audience === undefined
        ? undefined
        : textList("audience", options.audience),
    algorithms: asymmetric(options.algorithms),
    types: options.types && textList("types", options.types).map(bareType),
    aheadMs: duration("clockToleranceMs", clockToleranceMs, 30_000, true),
    afterMs: clockToleranceMs ?? 0,
    keysMaxAgeMs: duration("keysMaxAgeMs", options.keysMaxAgeMs, 600_000),
    keysCooldownMs: duration("keysCooldownMs", options.keysCooldownMs, 30_000),
    fetch,
    onError: reporter(options.onError),
  };
}

/**
 * Returns the signature algorithms. Throws a TypeError for algorithms with a
 * shared secret: every server that verifies tokens with it could also create
 * them.
 */
export function asymmetric(
  given: readonly string[] | undefined,
): readonly string[] {
  if (given === undefined) return byDefault;
  const algorithms = textList("algorithms", given);
  const other = algorithms.find((name) => !/^(RS|PS|ES|Ed|ML-DSA-)/.test(name));
  if (other !== undefined)
    refuseOption("algorithms", "a list of asymmetric ones", other);
  return algorithms;
}

function issuersOf(
  { issuer, jwks }: JwtOptions<unknown>,
  fetch: SafeFetch,
): readonly TokenIssuer[] {
  const all = Array.isArray(issuer) ? issuer : [issuer];
  if (all.length === 0)
    throw new TypeError("issuer must contain at least one issuer");
  if (all.length > 1 && jwks !== undefined)
    throw new TypeError(
      "jwks is only valid for a single issuer; for several, set it for each: issuer: [{ issuer, jwks }, …]",
    );
  const issuers = all.map((one: unknown) => issuerOf(one, jwks));
  for (const { issuer: name, jwks: keys } of issuers) {
    const isUrl = typeof keys === "string" || keys instanceof URL;
    // An issuer with given keys is never contacted, so it need not be a URL.
    if (keys === undefined) requireUrl(fetch, name, "issuer");
    if (isUrl) requireUrl(fetch, String(keys), "jwks");
  }
  if (new Set(issuers.map((one) => one.issuer)).size < issuers.length)
    throw new TypeError("issuer: the list contains a duplicate");
  return issuers;
}

function issuerOf(
  given: unknown,
  byDefault: KeyLocation | undefined,
): TokenIssuer {
  const one: { issuer?: unknown; jwks?: unknown } = isObject(given)
    ? given
    : { issuer: given };
  requireKnown("an issuer", one as TokenIssuer, ofIssuers);
  const { issuer, jwks = byDefault } = one;
  if (typeof issuer !== "string" || !/^\S+$/.test(issuer))
    refuseOption("issuer", "a text without spaces, as iss has it", issuer);
  if (jwks === undefined) return { issuer };
  if (!isLocation(jwks)) refuseOption("jwks", "a URL, or a key set", jwks);
  return { issuer, jwks };
}

function isLocation(value: unknown): value is KeyLocation {
  if (typeof value === "string" || value instanceof URL) return true;
  return isObject(value) && Array.isArray(value["keys"]);
}
