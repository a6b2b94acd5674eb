import type { JsonObject } from "../../protocol/message.ts";
import type { Rejected, Verified, Verifier } from "../server/verifier.ts";
import {
  judgeClaims,
  rejected,
  type ClaimReaders,
  type TokenInfo,
} from "../verify/claims.ts";
import { isForeign } from "../verify/token-kind.ts";
import { createAsk } from "./ask.ts";
import {
  resolveIntrospection,
  type IntrospectionOptions,
  type ResolvedIntrospectionOptions,
} from "./options.ts";
import { OutcomeCache } from "./outcome-cache.ts";

/**
 * Returns a verifier for access tokens of any format that calls the
 * introspection endpoint of their authorization server: for `protect({ verify:
 * introspection(…) })`.
 *
 * Results are cached. Concurrent requests with the same token share one
 * introspection request. If it fails, the verifier throws an Error; the token
 * then counts as neither valid nor invalid. Throws a TypeError for invalid
 * options.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7662 | RFC 7662}
 */
export function introspection<Auth = TokenInfo>(
  options: IntrospectionOptions<Auth>,
): Verifier<Auth> {
  const resolved = resolveIntrospection(options);
  const { cacheMs, refusalMs, maxCached } = resolved;
  const ask = createAsk(resolved);
  // Separate caches, so that a flood of invalid tokens evicts no valid ones.
  const good = new OutcomeCache<Verified<Auth>>(maxCached);
  const bad = new OutcomeCache<Rejected>(maxCached);
  const asked = new Map<string, Promise<Verified<Auth> | Rejected>>();
  const find = async (token: string): Promise<Verified<Auth> | Rejected> => {
    const key = await digestOf(token);
    const known = good.get(key, Date.now()) ?? bad.get(key, Date.now());
    if (known) return known;
    const outcome = judge(await ask(token), resolved, options);
    const time = Date.now();
    if ("error" in outcome) bad.set(key, outcome, time + refusalMs, time);
    else {
      const { expiresAt = Infinity } = outcome;
      good.set(key, outcome, Math.min(time + cacheMs, expiresAt), time);
    }
    return outcome;
  };
  return (token) => {
    const pending =
      asked.get(token) ?? find(token).finally(() => asked.delete(token));
    asked.set(token, pending);
    return pending;
  };
}

/**
 * Returns a cache key. The token itself is only held during its introspection
 * request.
 */
async function digestOf(token: string): Promise<string> {
  const bytes = new TextEncoder().encode(token);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return String.fromCharCode(...digest);
}

/** Values of `token_type` for access tokens. */
const accessTypes: readonly unknown[] = [
  ...[undefined, "bearer", "dpop", "access_token"],
  "urn:ietf:params:oauth:token-type:access_token",
];

function judge<Auth>(
  answer: JsonObject,
  { url, issuer, audience }: ResolvedIntrospectionOptions,
  readers: ClaimReaders<Auth>,
): Verified<Auth> | Rejected {
  const { active, ...claims } = withoutNulls(answer);
  if (active !== true) return rejected("the token is not active");
  const type = claims["token_type"];
  const kind = typeof type === "string" ? type.toLowerCase() : type;
  if (!accessTypes.includes(kind) || isForeign(undefined, claims))
    return rejected("the token is not an access token");
  const said = claims["iss"];
  if (issuer !== undefined && said !== undefined && said !== issuer)
    return rejected("the issuer of the token is not accepted");
  const from = issuer ?? (typeof said === "string" ? said : undefined);
  const rules = {
    issuer: from,
    realm: (from ?? url ?? "").replaceAll(" ", "+"),
    clock: { time: Date.now(), aheadMs: 30_000, afterMs: 0, mustEnd: false },
    audience,
  };
  return judgeClaims(claims, rules, readers);
}

/** Removes members with `null`, which some servers send for absent values. */
function withoutNulls(answer: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(answer).filter(([, value]) => value !== null),
  );
}
