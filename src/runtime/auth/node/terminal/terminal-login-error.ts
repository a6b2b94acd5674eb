import { KnownError } from "../../../protocol/errors.ts";

/** Reason why a login at a terminal failed. */
export type LoginFailure =
  /** The user did not return in time. */
  | "timeout"
  /** No port was available to listen on. */
  | "port"
  /** The authorization server's URL must not be opened in a browser. */
  | "url"
  /** The login was ended. */
  | "ended";

/** Error for a failed login at a terminal. The message says how to fix it. */
export class TerminalLoginError extends KnownError {
  static override readonly kin: string = "mcp-gen:TerminalLoginError";
  /** Name of the error class. */
  override readonly name = "TerminalLoginError";
  /** Reason for programs to decide by. */
  readonly reason: LoginFailure;

  constructor(reason: LoginFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
