import type { Awaitable } from "../../../protocol/answer.ts";
import type {
  Challenge,
  Permit,
  Offered,
} from "../../../protocol/scopes/permit.ts";
import type { Auth } from "../../../protocol/scopes/register.ts";
import type { GrantedScopes } from "../../../protocol/viewer.ts";
import type {
  HttpHeaders,
  HttpRequest,
} from "../../shared/request-response.ts";
import { isObject } from "../../../protocol/message.ts";

/**
 * Says who sends a request, or refuses it. It is asked before the body is read.
 * `protect` of `@mcp-gen/runtime/auth/server` makes one for OAuth.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization | Authorization}
 */
export interface Authorize {
  (request: HttpRequest): Awaitable<Authorized | Challenge>;
  /**
   * Answers what is asked beside the path that is served, by everybody: such as
   * the metadata of a protected resource. Undefined for all else.
   */
  readonly answer?: (request: HttpRequest) => OpenAnswer | undefined;
}

/** An answer for everybody. */
export interface OpenAnswer {
  /** The status, such as 200. */
  readonly status: number;
  /** The headers, by their names in lower case. */
  readonly headers: HttpHeaders;
  /** The body; may be empty. */
  readonly body: string;
}

/** Who sends a request, and what they may do. */
export interface Authorized {
  /** Who it is, never empty: sessions and sealed state are bound to it. */
  readonly principal: string;
  /** Anything else for handlers to read, as `context.auth`. */
  readonly auth?: Auth;
  /** What was granted, for rules such as `visible` to read. */
  readonly scopes?: GrantedScopes | undefined;
  /**
   * When it ends, in milliseconds since 1970: then open streams end as they do
   * after `maxStreamMs`. Never, by default.
   */
  readonly expiresAt?: number | undefined;
  /** Asks for the scopes that features name: without it, those are not served. */
  readonly permit?: Permit | undefined;
  /** More headers of the answer. */
  readonly headers?: HttpHeaders | undefined;
}

/**
 * Refuses a POST once its body was read, so that the challenge can name all the
 * scopes that it needs; any other request at once.
 */
export interface LateChallenge extends Authorized, Challenge {}

/**
 * What `authorize` said, as it is typed: who forgets to return something must
 * let nobody in. Throws a TypeError for anything else.
 */
export function assertVerdict(
  verdict: unknown,
): Authorized | Challenge | LateChallenge {
  if (isAuthorized(verdict) || isChallenge(verdict)) return verdict;
  throw new TypeError(
    "authorize returns { principal }, not empty, or { status: 400 | 401 | 403, challenge }",
  );
}

const statuses: readonly unknown[] = [400, 401, 403];

function isAuthorized(verdict: unknown): verdict is Authorized {
  // An empty name is nobody's: all whose claims lack it would be one.
  return hasText(verdict, "principal") && verdict["principal"] !== "";
}

function isChallenge(verdict: unknown): verdict is Challenge {
  return hasText(verdict, "challenge") && statuses.includes(verdict["status"]);
}

function hasText(
  value: unknown,
  name: string,
): value is { readonly [name: string]: unknown } {
  return isObject(value) && typeof value[name] === "string";
}

/** Throws a TypeError where features need scopes: nobody asks for them. */
export function assertScopesEnforced({ isScoped }: Offered): void {
  if (isScoped)
    throw new TypeError(
      "features need scopes: authorize has to be what protect() gives",
    );
}
