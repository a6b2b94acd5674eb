import type * as oauth from "oauth4webapi";
import type { Dpop } from "../dpop/dpop.ts";
import type { SafeFetch } from "../fetch/safe-fetch.ts";

/** For what a token is asked, and as whom. */
export interface GrantContext {
  /** The authorization server of the resource. */
  readonly server: oauth.AuthorizationServer;
  /** The MCP server, as its metadata name it. */
  readonly resource: string | undefined;
  readonly scopes: readonly string[];
  /** Who the client is there; a workload needs none. */
  readonly registered: GrantClient | undefined;
  readonly fetch: SafeFetch;
  readonly signal: AbortSignal;
  /** Binds the token to a key. */
  readonly dpop?: Dpop | undefined;
  /** Finds the metadata of another authorization server: an identity provider's. */
  readonly findServer: (issuer: string) => Promise<oauth.AuthorizationServer>;
}

/** A client that an authorization server knows. */
export interface GrantClient {
  readonly client: oauth.Client;
  readonly authentication: oauth.ClientAuth;
}
