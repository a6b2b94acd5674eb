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

/** What tokens `jwt` takes, and where their keys are. */
export interface JwtOptions<Auth = TokenInfo> extends ClaimReaders<Auth> {
  /**
   * Who issues the tokens, to the letter as their `iss` has it. Of several
   * issuers, each has keys of its own.
   */
  readonly issuer: string | TokenIssuer | readonly (string | TokenIssuer)[];
  /**
   * The keys of the one issuer: the URL of its JSON Web Key Set, or the set
   * itself.
   *
   * @default the `jwks_uri` of its metadata, looked up at the first token
   */
  readonly jwks?: KeyLocation;
  /**
   * The audiences that are this server's. A token needs one of them.
   *
   * @default the `resource` of `protect`
   */
  readonly audience?: string | readonly string[];
  /**
   * The algorithms that tokens may be signed with. Never `none`, and none with a
   * shared secret, such as `HS256`.
   *
   * @default RSA, ECDSA and Ed25519
   */
  readonly algorithms?: readonly string[];
  /**
   * What the `typ` of the header may be. With a list a token has to have one of
   * them. Letters may be of any case.
   *
   * @default `at+jwt`, `JWT`, or no `typ` at all
   */
  readonly types?: readonly string[];
  /**
   * How far the clocks of the issuer and of this server may be apart, in
   * milliseconds.
   *
   * @default a token may begin 30 seconds from now, and ends when it says
   */
  readonly clockToleranceMs?: number;
  /**
   * How long keys are used before they are fetched again, in milliseconds. While
   * they cannot be fetched, the known ones are good for an hour more.
   *
   * @default 600_000 (10 minutes)
   */
  readonly keysMaxAgeMs?: number;
  /**
   * The least time between two looks for a key that is not known, in
   * milliseconds.
   *
   * @default 30_000 (30 seconds)
   */
  readonly keysCooldownMs?: number;
  /**
   * How long one request to the issuer may take, in milliseconds.
   *
   * @default 10_000 (10 seconds)
   */
  readonly timeoutMs?: number;
  /**
   * Whether an issuer, or its keys, may be on `http:` on this machine.
   *
   * @default false
   */
  readonly allowLoopback?: boolean;
  /**
   * Asks issuers.
   *
   * @default `globalThis.fetch`
   */
  readonly fetch?: FetchLike;
  /**
   * Hears that keys could not be fetched while the known ones still serve.
   *
   * @default prints to standard error
   */
  readonly onError?: (error: Error) => void;
}

/** An authorization server whose tokens are taken. */
export interface TokenIssuer {
  /** Its name, to the letter as `iss` has it. */
  readonly issuer: string;
  /**
   * Its keys: the URL of its JSON Web Key Set, or the set itself.
   *
   * @default the `jwks_uri` of its metadata
   */
  readonly jwks?: KeyLocation;
}

/** A JSON Web Key Set, or the URL of one. */
export type KeyLocation =
  | string
  | URL
  | {
      /** The keys of the set, as JSON Web Keys. */
      readonly keys: readonly object[];
    };

/** Those that everybody has; all asymmetric. */
const byDefault: readonly string[] = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];

export interface ResolvedJwtOptions {
  readonly issuers: readonly TokenIssuer[];
  readonly audience: readonly string[] | undefined;
  readonly algorithms: readonly string[];
  /** In lower case, without `application/`; undefined where any access token is one. */
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

/** Fills the defaults in. Throws a TypeError for options that make no sense. */
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
 * Algorithms of signatures that a public key checks. Throws a TypeError for others:
 * with a shared secret, who can check a token can make one.
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
  if (all.length === 0) throw new TypeError("issuer names no issuer");
  if (all.length > 1 && jwks !== undefined)
    throw new TypeError(
      "jwks is of one issuer; of several, each has its own: issuer: [{ issuer, jwks }, …]",
    );
  const issuers = all.map((one: unknown) => issuerOf(one, jwks));
  for (const { issuer: name, jwks: keys } of issuers) {
    const isUrl = typeof keys === "string" || keys instanceof URL;
    // With keys of its own, an issuer is a name that nobody asks.
    if (keys === undefined) requireUrl(fetch, name, "issuer");
    if (isUrl) requireUrl(fetch, String(keys), "jwks");
  }
  if (new Set(issuers.map((one) => one.issuer)).size < issuers.length)
    throw new TypeError("issuer: one of them is there twice");
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
