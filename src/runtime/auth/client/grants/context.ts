import type * as oauth from "oauth4webapi";
import type { Dpop } from "../dpop/dpop.ts";
import type { SafeFetch } from "../fetch/safe-fetch.ts";

/** Parameters of a grant. */
export interface GrantContext {
  /** Authorization server of the resource. */
  readonly server: oauth.AuthorizationServer;
  /** Resource identifier of the MCP server. */
  readonly resource: string | undefined;
  readonly scopes: readonly string[];
  /** Client to authenticate as; undefined for a workload. */
  readonly registered: GrantClient | undefined;
  readonly fetch: SafeFetch;
  readonly signal: AbortSignal;
  /** Binds the token to a key. */
  readonly dpop?: Dpop | undefined;
  /**
   * Fetches the metadata of another authorization server: the identity
   * provider.
   */
  readonly findServer: (issuer: string) => Promise<oauth.AuthorizationServer>;
}

/** Client that is registered at the authorization server. */
export interface GrantClient {
  readonly client: oauth.Client;
  readonly authentication: oauth.ClientAuth;
}
