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
  /** How this client is called where it registers: `mcp-gen` by default. */
  readonly name?: string;
  /** Sends a person to a page, and gets them back: `terminal()` of `auth/node` does. */
  readonly login?: Login;
  /**
   * Where a web application gets people back: its `begin` makes the address to send
   * them to, and its `finish` takes the address that they came back to.
   */
  readonly redirectUri?: string;
  /** Asks for tokens of the program's own. */
  readonly machine?: Machine;
  /** Who this client is, where that is known before; by default it registers. */
  readonly client?: ClientIdentity;
  /** More of what is said of this client where it registers, such as `client_uri`. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /**
   * Keeps tokens and registrations: `memoryStore()` by default, `fileStore()` of
   * `auth/node` for longer. A web application has one for each of its users.
   */
  readonly store?: AuthStore;
  /** Asked for besides what the server wants. */
  readonly scopes?: readonly string[];
  /**
   * More parameters for the page that a person logs in at, where a server wants
   * some: such as `audience`, or `access_type`. Those of the login itself go before.
   */
  readonly authorizationParameters?: Readonly<Record<string, string>>;
  /**
   * Binds tokens to a key of this client, so that nobody else can use them: by default
   * where the server demands it. With `false` never.
   */
  readonly dpop?: boolean | DpopOptions;
  /** Whether `http:` is allowed on 127.0.0.1, ::1 and localhost: `false` by default. */
  readonly allowLoopback?: boolean;
  /**
   * For what is asked of authorization servers, and where they are: `publicFetch()`
   * of `auth/node` refuses private addresses. `globalThis.fetch` by default.
   */
  readonly fetch?: FetchLike;
}
