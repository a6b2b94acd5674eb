import type { FetchLike } from "../../http/client/options.ts";
import type { ClientIdentity } from "./client-identity.ts";
import type { DpopOptions } from "./dpop/options.ts";
import type { Machine } from "./grants/machine.ts";
import type { Login } from "./login.ts";
import type { AuthStore } from "./store.ts";

/**
 * Options of `oauth`. Exactly one of these is required: `login` for a user of
 * this program, `redirectUri` for a user of a web application, `machine` for
 * access without a user.
 */
export interface OAuthOptions {
  /**
   * Client name for dynamic registration.
   *
   * @default "mcp-gen"
   */
  readonly name?: string;
  /**
   * Sends a user to the login page and receives the callback, e.g. `terminal()`
   * of `@mcp-gen/runtime/auth/node`.
   */
  readonly login?: Login;
  /**
   * Redirect URI of a web application. Use `begin` to get the URL to redirect a
   * user to, and `finish` to handle the callback.
   */
  readonly redirectUri?: string;
  /** Obtains tokens for the program itself, without a user. */
  readonly machine?: Machine;
  /**
   * Identity of a client that the authorization server already knows.
   *
   * @default dynamic registration
   */
  readonly client?: ClientIdentity;
  /** Additional metadata for dynamic registration, such as `client_uri`. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /**
   * Store for tokens and registrations. `fileStore()` of
   * `@mcp-gen/runtime/auth/node` persists them. A web application needs one
   * store for each user.
   *
   * @default `memoryStore()`
   */
  readonly store?: AuthStore;
  /** Scopes to request in addition to those that the server requires. */
  readonly scopes?: readonly string[];
  /**
   * Additional query parameters of the authorization request, such as
   * `audience` or `access_type`. Parameters of the login itself take
   * precedence.
   */
  readonly authorizationParameters?: Readonly<Record<string, string>>;
  /**
   * Binds tokens to a key of this client (DPoP), so that no other client can
   * use them. `false` disables it.
   *
   * @default only if the server requires it
   */
  readonly dpop?: boolean | DpopOptions;
  /**
   * True to allow `http:` on 127.0.0.1, ::1 and localhost.
   *
   * @default false
   */
  readonly allowLoopback?: boolean;
  /**
   * Fetch function for discovery and for requests to authorization servers.
   * `publicFetch()` of `@mcp-gen/runtime/auth/node` rejects private addresses.
   *
   * @default `globalThis.fetch`
   */
  readonly fetch?: FetchLike;
}
