import { excerpt, TransportError } from "../../protocol/errors.ts";

/** Reason why a request could not be authorized. */
export type AuthorizationReason =
  /** A user has to log in. The application redirects them: see `begin`. */
  | "login-required"
  /** The user or the authorization server denied access. */
  | "denied"
  /** The login failed, or the user did not return in time. */
  | "login-failed"
  /** The callback does not match the login: `state` or `iss` differ. */
  | "mixed-up"
  /** A URL is not allowed: not https, private, or on another origin. */
  | "unsafe-address"
  /** No usable authorization server metadata were found. */
  | "discovery"
  /** The authorization server lacks a required feature, such as PKCE with S256. */
  | "unsupported"
  /** The authorization server rejects this client or its registration. */
  | "registration"
  /** The authorization server issued no token. */
  | "token"
  /** The authorization server is unreachable or did not respond in time. */
  | "unreachable"
  /** The store failed. */
  | "store";

/** Options of an AuthorizationError besides its message. */
export interface AuthorizationErrorOptions extends ErrorOptions {
  /** Error code from the authorization server, such as `invalid_grant`. */
  readonly code?: string | undefined;
  /** Issuer of the authorization server, if the error concerns one. */
  readonly issuer?: string | undefined;
}

/**
 * Error for a request that could not be authorized; see `reason`. Messages and
 * causes contain no tokens, secrets, code verifiers or authorization codes.
 */
export class AuthorizationError extends TransportError {
  static override readonly kin: string = "mcp-gen:AuthorizationError";
  /** Reason for programs to decide by. */
  readonly reason: AuthorizationReason;
  /** Error code from the authorization server, such as `invalid_grant`. */
  readonly code: string | undefined;
  /** Issuer of the authorization server, if known. */
  readonly issuer: string | undefined;

  constructor(
    reason: AuthorizationReason,
    message: string,
    { code, issuer, ...options }: AuthorizationErrorOptions = {},
  ) {
    super(message, options);
    this.reason = reason;
    // The code is text from the server, so it is shortened.
    this.code = code === undefined ? undefined : excerpt(code, 80);
    this.issuer = issuer;
  }
}

/**
 * Formats an error response of an authorization server, e.g. `invalid_grant:
 * The token is gone.`
 */
export function describeRefusal(
  code: string,
  description?: string | undefined,
): string {
  const told = excerpt(code, 80);
  return description === undefined || description === ""
    ? told
    : `${told}: ${excerpt(description, 200)}`;
}

/** True if the authorization server no longer knows the client. */
export function isClientUnknown(error: unknown): boolean {
  const code = error instanceof AuthorizationError ? error.code : undefined;
  return code === "invalid_client" || code === "unauthorized_client";
}

/** True if the user denied access. False if the user did not return. */
export function isDenied(error: unknown): boolean {
  return error instanceof AuthorizationError && error.reason === "denied";
}
