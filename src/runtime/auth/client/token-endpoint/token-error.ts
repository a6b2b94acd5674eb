import { AuthorizationError } from "../errors.ts";

/** An authorization server gave no token. Nothing secret is in it. */
export class TokenError extends AuthorizationError {
  static override readonly kin: string = "mcp-gen:TokenError";
  /** The HTTP status of its answer. */
  readonly status: number;

  constructor(
    message: string,
    told: {
      readonly code?: string | undefined;
      readonly issuer: string;
      readonly status: number;
    },
  ) {
    const { status, ...others } = told;
    super("token", message, others);
    this.status = status;
  }

  /** Whether the server may give a token for the same a little later. */
  get isTemporary(): boolean {
    const { code, status } = this;
    return (
      code === "temporarily_unavailable" ||
      code === "slow_down" ||
      code === "server_error" ||
      (code === undefined &&
        (status >= 500 || status === 429 || status === 408))
    );
  }
}
