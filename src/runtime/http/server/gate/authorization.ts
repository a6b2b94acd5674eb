import type { Awaitable } from "../../../wire/answer.ts";
import type { HttpRequest } from "../../shared/request-response.ts";

/**
 * Says who sends a request, or refuses it. It is asked before the body is read.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization | Authorization}
 */
export type Authorize = (
  request: HttpRequest,
) => Awaitable<Authorized | Challenge>;

export interface Authorized {
  /** Who it is, never empty: sessions and sealed state are bound to it. */
  readonly principal: string;
  /** Anything else for handlers to read, as `context.auth`. */
  readonly auth?: unknown;
}

/** Refuses a request, and tells the client how to be let in. */
export interface Challenge {
  /** 400: what you show is malformed. 401: who are you? 403: you may not. */
  readonly status: 400 | 401 | 403;
  /** The `WWW-Authenticate` header, such as `Bearer resource_metadata="…"`. */
  readonly challenge: string;
}
