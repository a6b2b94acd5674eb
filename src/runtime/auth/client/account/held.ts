import { isExpired, type Tokens } from "./tokens.ts";

/** How tokens were got: what was given a moment ago, and is refused, is not asked for again. */
export type Origin = "store" | "refresh" | "person" | "machine";

/** Tokens that are in use. */
export interface HeldTokens {
  readonly tokens: Tokens;
  readonly origin: Origin;
  /** When they were got, in milliseconds since 1970. */
  readonly since: number;
  /** Whether the server took them. */
  isProven: boolean;
}

/** For how long tokens are what was given just now, in milliseconds. */
const freshMs = 120_000;

/** Whether tokens were got just now, and no server has taken them yet. */
function isNew({ tokens, since, isProven }: HeldTokens): boolean {
  return !isProven && !isExpired(tokens) && Date.now() < since + freshMs;
}

/** Whether tokens were given for asking just now, and are refused: that is all there is. */
export function isFinal(held: HeldTokens | undefined): boolean {
  const isAsked = held?.origin === "person" || held?.origin === "machine";
  return isAsked && isNew(held);
}

/** Whether tokens were renewed just now, and are refused: it does not help to renew them again. */
export function isFresh(held: HeldTokens | undefined): boolean {
  return held?.origin === "refresh" && isNew(held);
}

/** The access token; an empty text for none. */
export function accessOf(tokens: Tokens | undefined): string {
  return tokens?.access ?? "";
}
