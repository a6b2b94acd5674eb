import * as oauth from "oauth4webapi";
import { isObject } from "../../../protocol/message.ts";
import { scopeList } from "../discovery/scope-list.ts";
import type { AuthStore } from "../store.ts";

/** Tokens that an authorization server issued for one MCP server. */
export interface Tokens {
  readonly access: string;
  readonly type: "Bearer" | "DPoP";
  readonly refresh?: string;
  /** Expiry, in milliseconds since 1970; undefined if the server sent none. */
  readonly expiresAt?: number;
  /** Total lifetime, in milliseconds. */
  readonly lifetime?: number;
  /** Granted scopes; the requested scopes if the server did not list them. */
  readonly granted: readonly string[];
  /** All scopes requested with the tokens. */
  readonly asked?: readonly string[];
  /**
   * Client that the tokens were issued to. Only this client can refresh them.
   */
  readonly clientId: string;
}

/** Maximum time before expiry at which a token is renewed, in milliseconds. */
const longestSkew = 60_000;

/**
 * True if a token is about to expire: in the last fifth of its lifetime, or in
 * its last minute if that is shorter.
 */
export function isDue({ expiresAt, lifetime = Infinity }: Tokens): boolean {
  if (expiresAt === undefined) return false;
  return Date.now() >= expiresAt - Math.min(longestSkew, lifetime / 5);
}

export function isExpired({ expiresAt = Infinity }: Tokens): boolean {
  return Date.now() >= expiresAt;
}

/** Parameters of a token request. */
export interface Asked {
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Previous tokens, for a refresh. */
  readonly before?: Tokens | undefined;
}

/**
 * Converts a token response to Tokens. Missing fields are taken from the
 * request or from the previous tokens.
 */
export function tokensOf(
  answer: oauth.TokenEndpointResponse,
  { clientId, scopes, before }: Asked,
): Tokens {
  const { access_token: access, token_type, expires_in: seconds } = answer;
  const refresh = answer.refresh_token ?? before?.refresh;
  const lifetime = seconds !== undefined && seconds > 0 ? seconds * 1_000 : 0;
  return {
    access,
    type: token_type === "dpop" ? "DPoP" : "Bearer",
    ...(refresh !== undefined && refresh !== "" && { refresh }),
    // Some servers send 0 for a token that never expires.
    ...(lifetime > 0 && { lifetime, expiresAt: Date.now() + lifetime }),
    granted: answer.scope === undefined ? scopes : scopeList(answer.scope),
    asked: before ? (before.asked ?? []) : scopes,
    clientId,
  };
}

/**
 * Returns a store key that reveals nothing: its parts may include a query with
 * secrets.
 */
export async function storeKey(
  kind: string,
  ...parts: readonly string[]
): Promise<string> {
  // The PKCE challenge is a SHA-256 digest.
  const digest = await oauth.calculatePKCECodeChallenge(JSON.stringify(parts));
  return `${kind} ${digest}`;
}

/**
 * Reads stored tokens. Returns undefined if there are none or they are invalid.
 */
export async function readTokens(
  store: AuthStore,
  key: string,
): Promise<Tokens | undefined> {
  const kept = await readJson(store, key);
  return isTokens(kept) ? kept : undefined;
}

export async function readJson(
  store: AuthStore,
  key: string,
): Promise<unknown> {
  const text = await store.get(key);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function writeJson(
  store: AuthStore,
  key: string,
  value: object,
): Promise<void> {
  return store.set(key, JSON.stringify(value));
}

function isTokens(value: unknown): value is Tokens {
  if (!isObject(value)) return false;
  const { access, type, refresh, expiresAt, lifetime, clientId } = value;
  const { granted, asked } = value;
  return (
    typeof access === "string" &&
    (type === "Bearer" || type === "DPoP") &&
    isOptional(refresh, "string") &&
    isOptional(expiresAt, "number") &&
    isOptional(lifetime, "number") &&
    isTexts(granted) &&
    (asked === undefined || isTexts(asked)) &&
    typeof clientId === "string"
  );
}

function isOptional(value: unknown, type: "string" | "number"): boolean {
  return value === undefined || typeof value === type;
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
