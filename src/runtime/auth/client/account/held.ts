import { isExpired, type Tokens } from "./tokens.ts";

/**
 * Source of tokens. Tokens from a recent request that are rejected are not
 * requested again.
 */
export type Origin = "store" | "refresh" | "person" | "machine";

/** Tokens in use. */
export interface CurrentTokens {
  readonly tokens: Tokens;
  readonly origin: Origin;
  /** Time of receipt, in milliseconds since 1970. */
  readonly since: number;
  /** True if the server accepted the tokens. */
  isAccepted: boolean;
}

/** Time after receipt during which tokens count as new, in milliseconds. */
const freshMs = 120_000;

/**
 * True if the tokens are new, not expired, and not yet accepted by a server.
 */
function isNew({ tokens, since, isAccepted }: CurrentTokens): boolean {
  return !isAccepted && !isExpired(tokens) && Date.now() < since + freshMs;
}

/**
 * True if new tokens from a login or a machine grant were rejected. Requesting
 * more would not help.
 */
export function isFinal(held: CurrentTokens | undefined): boolean {
  const isAsked = held?.origin === "person" || held?.origin === "machine";
  return isAsked && isNew(held);
}

/**
 * True if newly refreshed tokens were rejected. Refreshing again would not
 * help.
 */
export function isFresh(held: CurrentTokens | undefined): boolean {
  return held?.origin === "refresh" && isNew(held);
}

/** Returns the access token, or an empty string. */
export function accessOf(tokens: Tokens | undefined): string {
  return tokens?.access ?? "";
}
