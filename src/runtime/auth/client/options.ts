import type { FetchLike } from "../../http/client/options.ts";
import type { ClientIdentity } from "./client-identity.ts";
import type { DpopOptions } from "./dpop/options.ts";
import type { Machine } from "./grants/machine.ts";
import type { Login } from "./login.ts";
import type { AuthStore } from "./store.ts";

/**
 * How a client logs in: `login` for a person at this program, `redirectUri` for a
 * person at a web application, `machine` for nobody. Exactly one of the three.
 */
export interface OAuthOptions {
  /**
   * What this client is called where it registers.
   *
   * @default "mcp-gen"
   */
  readonly name?: string;
  /**
   * Sends a person to a page, and gets them back: `terminal()` of
   * `@mcp-gen/runtime/auth/node` does.
   */
  readonly login?: Login;
  /**
   * Where a web application gets people back. Its `begin` makes the address to
   * send them to, and its `finish` takes the address that they came back to.
   */
  readonly redirectUri?: string;
  /** Asks for tokens of the program's own, without a person. */
  readonly machine?: Machine;
  /**
   * Who this client is, where the authorization server knows it already.
   *
   * @default it registers itself
   */
  readonly client?: ClientIdentity;
  /**
   * More of what is said of this client where it registers, such as
   * `client_uri`.
   */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /**
   * Keeps tokens and registrations. `fileStore()` of
   * `@mcp-gen/runtime/auth/node` keeps them for longer. A web application has
   * one for each of its users.
   *
   * @default `memoryStore()`
   */
  readonly store?: AuthStore;
  /** Scopes to ask for, besides those that the server wants. */
  readonly scopes?: readonly string[];
  /**
   * More parameters for the page that a person logs in at, such as `audience` or
   * `access_type`. Those of the login itself go before.
   */
  readonly authorizationParameters?: Readonly<Record<string, string>>;
  /**
   * Binds tokens to a key of this client, so that nobody else can use them.
   * `false` never does.
   *
   * @default where the server demands it
   */
  readonly dpop?: boolean | DpopOptions;
  /**
   * Whether `http:` is allowed on 127.0.0.1, ::1 and localhost.
   *
   * @default false
   */
  readonly allowLoopback?: boolean;
  /**
   * Asks authorization servers, and finds them. `publicFetch()` of
   * `@mcp-gen/runtime/auth/node` refuses private addresses.
   *
   * @default `globalThis.fetch`
   */
  readonly fetch?: FetchLike;
}
