import type { ScopeHierarchy } from "./granted.ts";
import type { OperationScopes } from "./message-needs.ts";
import type { ProofVerifier, Verifier } from "./verifier.ts";

/** Options of `protect`. */
export interface ProtectOptions<Auth> {
  /**
   * URL of the server as its clients know it, such as
   * `https://mcp.example.com/mcp`: `https:`, or `http:` on loopback. It is
   * published unchanged in the metadata and is the audience of tokens.
   */
  readonly resource: string;
  /** Issuers of tokens, at least one, exactly as in their metadata. */
  readonly authorizationServers: readonly string[];
  /** Verifies a token: `jwt(…)`, `introspection(…)`, or any function. */
  readonly verify: Verifier<Auth>;
  /**
   * Scopes that every request requires.
   *
   * @default none
   */
  readonly scopes?: readonly string[];
  /**
   * Returns the scopes that a request or notification requires besides `scopes`
   * and those of its feature. For servers with `handlers`. A client that may
   * read a resource also receives its updates.
   *
   * @default none
   */
  readonly operationScopes?: OperationScopes;
  /**
   * Hierarchy of scopes, such as `{ "notes:write": ["notes:read"] }`.
   *
   * @default none
   */
  readonly implies?: ScopeHierarchy;
  /**
   * Value of `scopes_supported` in the metadata: the minimal useful scopes.
   * Clients request them first.
   *
   * @default `scopes`
   */
  readonly scopesSupported?: readonly string[];
  /**
   * Additional accepted audiences, such as `api://notes`, for authorization
   * servers that use other names for this server.
   *
   * @default none
   */
  readonly audiences?: readonly string[];
  /**
   * Maximum clock difference, in milliseconds. Tokens are valid for this much
   * earlier and longer.
   *
   * @default 30_000 (30 seconds)
   */
  readonly clockSkewMs?: number;
  /**
   * Verifies DPoP proofs: `dpop(…)`. Without it, tokens that are bound to a key
   * are rejected.
   */
  readonly dpop?: ProofVerifier;
  /**
   * Additional metadata, such as `resource_name` or `resource_documentation`.
   */
  readonly metadata?: { readonly [name: string]: unknown };
}
