import { AuthorizationError } from "../errors.ts";
import { shownUrl } from "../fetch/safe-url.ts";
import type { SaidByServer } from "./kept-server.ts";
import type { Tokens } from "./tokens.ts";

/** A request that a server refused for who asks, or for what they may do. */
export interface RefusedRequest extends SaidByServer {
  readonly status: number;
  /** What it was sent with. */
  readonly used: Tokens | undefined;
  /** How often nobody could be let in, when it was sent. */
  readonly failures: number;
  /** Whether nobody waits for its answer: a person is not asked for its sake. */
  readonly isBackground: boolean;
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal;
  /** Hears whether a person is being asked for it. */
  readonly asking: (isAsking: boolean) => void;
}

/** Whether who asks is known, and may not do so much. */
export function isStepUp({ status, challenge }: RefusedRequest): boolean {
  return status === 403 || challenge?.error === "insufficient_scope";
}

/** What is told to who waits for a login at a server that is logged out of. */
export function loggedOut(url: string): AuthorizationError {
  return new AuthorizationError(
    "login-failed",
    `${shownUrl(new URL(url))} was logged out of before the login was done`,
  );
}

/** What a web application is told, which sends people to log in itself. */
export function loginRequired(url: string): AuthorizationError {
  return new AuthorizationError(
    "login-required",
    `${shownUrl(new URL(url))} wants a person to log in: send them to the address that "begin" gives`,
  );
}
