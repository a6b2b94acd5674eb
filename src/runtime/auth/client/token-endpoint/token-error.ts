import { AuthorizationError } from "../errors.ts";

/** Error for a token request that returned no token. Contains no secrets. */
export class TokenError extends AuthorizationError {
  static override readonly kin: string = "mcp-gen:TokenError";
  /** HTTP status of the response. */
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

  /** True if the same request may succeed later. */
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
