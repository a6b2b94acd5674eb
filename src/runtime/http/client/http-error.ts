import { TransportError } from "../../protocol/errors.ts";

/** A server answered with a status that says no more than that the request failed. */
export class HttpError extends TransportError {
  static override readonly kin: string = "mcp-gen:HttpError";
  /** The status of the answer, such as 404. */
  readonly status: number;
  /** What `WWW-Authenticate` said, where the status is 401 or 403. */
  readonly challenge: string | undefined;

  constructor(
    message: string,
    status: number,
    challenge?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.status = status;
    this.challenge = challenge;
  }
}

const reasons: ReadonlySet<number> = /* @__PURE__ */ new Set([
  401, 403, 407, 429, 502, 503, 504,
]);

/**
 * Whether a status tells of who asks, how often, or whether the server is up: it
 * says nothing of the era of the server.
 */
export function hasReason(status: number): boolean {
  return reasons.has(status);
}
