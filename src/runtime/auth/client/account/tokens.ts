import * as oauth from "oauth4webapi";
import { isObject } from "../../../protocol/message.ts";
import { scopeList } from "../discovery/scope-list.ts";
import type { AuthStore } from "../store.ts";

/** What an authorization server gave for one server. */
export interface Tokens {
  readonly access: string;
  readonly type: "Bearer" | "DPoP";
  readonly refresh?: string;
  /** In milliseconds since 1970, where the server said it. */
  readonly expiresAt?: number;
  /** How long it lasts in all, in milliseconds. */
  readonly lifetime?: number;
  /** The scopes that it is for, as far as anybody said. */
  readonly granted: readonly string[];
  /** The scopes that were asked for with it, all together. */
  readonly asked?: readonly string[];
  /** Who they were given to: nobody else can refresh them. */
  readonly clientId: string;
}

/** The longest time before its end at which a token is renewed, in milliseconds. */
const longestSkew = 60_000;

/** Whether a token is about to expire: in the last fifth of its time, but at most a minute. */
export function isDue({ expiresAt, lifetime = Infinity }: Tokens): boolean {
  if (expiresAt === undefined) return false;
  return Date.now() >= expiresAt - Math.min(longestSkew, lifetime / 5);
}

export function isExpired({ expiresAt = Infinity }: Tokens): boolean {
  return Date.now() >= expiresAt;
}

/** What was asked for, and of whom, when an answer came. */
export interface Asked {
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** What was there before, where it was refreshed. */
  readonly before?: Tokens | undefined;
}

/** What an answer of the token endpoint gives: what it does not say is as it was asked for, or before. */
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
    // Some servers say 0 for what never ends.
    ...(lifetime > 0 && { lifetime, expiresAt: Date.now() + lifetime }),
    granted: answer.scope === undefined ? scopes : scopeList(answer.scope),
    asked: before ? (before.asked ?? []) : scopes,
    clientId,
  };
}

/**
 * A key of the store, which tells nothing: what it is made of may have a query with
 * secrets.
 */
export async function storeKey(
  kind: string,
  ...parts: readonly string[]
): Promise<string> {
  // The digest that PKCE has is one like any other.
  const digest = await oauth.calculatePKCECodeChallenge(JSON.stringify(parts));
  return `${kind} ${digest}`;
}

/** Reads what is kept under a key; undefined for what is none, as after a damage. */
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
