import { KnownError } from "../../../protocol/errors.ts";

/** Why a person did not come back from a browser. */
export type LoginFailure =
  /** Nobody came back in time. */
  | "timeout"
  /** No port could be listened on. */
  | "port"
  /** What the authorization server named is nothing that a browser is sent to. */
  | "url"
  /** The login was given up. */
  | "ended";

/** A login at a terminal did not come to its end: the message says how that is mended. */
export class TerminalLoginError extends KnownError {
  static override readonly kin: string = "mcp-gen:TerminalLoginError";
  /** Tells it from other errors where `instanceof` cannot. */
  override readonly name = "TerminalLoginError";
  /** Why nobody was logged in, for programs. */
  readonly reason: LoginFailure;

  constructor(reason: LoginFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
