import { excerpt, TransportError } from "../../protocol/errors.ts";

/** Why a request could not be authorized. */
export type AuthorizationReason =
  /** A person has to log in, and it is the application that sends them: `begin`. */
  | "login-required"
  /** The person, or the authorization server on their behalf, said no. */
  | "denied"
  /** The person was not asked, or did not come back in time. */
  | "login-failed"
  /** What came back is no answer to what was asked: `state` or `iss` differ. */
  | "mixed-up"
  /** An address is not one that may be asked: not https, private, or elsewhere. */
  | "unsafe-address"
  /** The server does not say where to log in, or says it in a way that cannot be used. */
  | "discovery"
  /** The authorization server lacks what is needed, such as PKCE with S256. */
  | "unsupported"
  /** The authorization server does not know this client, or takes no new ones. */
  | "registration"
  /** The authorization server gave no token. */
  | "token"
  /** The authorization server could not be reached, or failed. */
  | "unreachable"
  /** The store failed. */
  | "store";

/** What an error tells besides its message. */
export interface AuthorizationErrorOptions extends ErrorOptions {
  /** The code that the authorization server sent, such as `invalid_grant`. */
  readonly code?: string | undefined;
  /** Where the error is about one: the authorization server. */
  readonly issuer?: string | undefined;
}

/**
 * A request could not be authorized: `reason` tells why. No message, and no cause,
 * holds a token, a secret, a verifier or a code.
 */
export class AuthorizationError extends TransportError {
  static override readonly kin: string = "mcp-gen:AuthorizationError";
  /** Why, for programs: which of these it is says what may help. */
  readonly reason: AuthorizationReason;
  /** The code that the authorization server sent, such as `invalid_grant`. */
  readonly code: string | undefined;
  /** The authorization server that it was about, as far as one was known. */
  readonly issuer: string | undefined;

  constructor(
    reason: AuthorizationReason,
    message: string,
    { code, issuer, ...options }: AuthorizationErrorOptions = {},
  ) {
    super(message, options);
    this.reason = reason;
    // It is the server's text, whatever it is called.
    this.code = code === undefined ? undefined : excerpt(code, 80);
    this.issuer = issuer;
  }
}

/** What an authorization server says of an error: `invalid_grant: The token is gone.` */
export function describeRefusal(
  code: string,
  description?: string | undefined,
): string {
  const told = excerpt(code, 80);
  return description === undefined || description === ""
    ? told
    : `${told}: ${excerpt(description, 200)}`;
}

/** Whether an authorization server does not know the client that it knew. */
export function isForgotten(error: unknown): boolean {
  const code = error instanceof AuthorizationError ? error.code : undefined;
  return code === "invalid_client" || code === "unauthorized_client";
}

/** Whether a person was asked, and said no: who did not come back was not asked. */
export function isDenied(error: unknown): boolean {
  return error instanceof AuthorizationError && error.reason === "denied";
}
