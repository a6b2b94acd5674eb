import { isExpired, type Tokens } from "./tokens.ts";

/** How tokens were got: what was given a moment ago, and is refused, is not asked for again. */
export type Origin = "store" | "refresh" | "person" | "machine";

/** Tokens that are in use. */
export interface HeldTokens {
  readonly tokens: Tokens;
  readonly origin: Origin;
  /** Whether the server took them. */
  isProven: boolean;
}

/** Whether tokens were given for asking just now, and are refused: that is all there is. */
export function isFinal(held: HeldTokens | undefined): boolean {
  if (!held || held.isProven || isExpired(held.tokens)) return false;
  return held.origin === "person" || held.origin === "machine";
}

/** Whether tokens were renewed just now, and are refused: it does not help to renew them again. */
export function isFresh(held: HeldTokens | undefined): boolean {
  if (!held || held.isProven || isExpired(held.tokens)) return false;
  return held.origin === "refresh";
}

/** The access token; an empty text for none. */
export function accessOf(tokens: Tokens | undefined): string {
  return tokens?.access ?? "";
}
