import type { ScopeHierarchy } from "./granted.ts";
import type { OperationScopes } from "./message-needs.ts";
import type { ProofVerifier, Verifier } from "./verifier.ts";

/** How a server is protected. */
export interface ProtectOptions<Auth> {
  /**
   * The URL of the server as its clients know it, such as
   * `https://mcp.example.com/mcp`. It begins with `https:`, or on loopback with
   * `http:`. It stands in the metadata to the letter, and tokens have to be for
   * it.
   */
  readonly resource: string;
  /**
   * The issuers of tokens, at least one: to the letter, as their metadata have
   * them.
   */
  readonly authorizationServers: readonly string[];
  /** Says whose a token is: `jwt`, `introspection`, or any function. */
  readonly verify: Verifier<Auth>;
  /**
   * The scopes that every request needs.
   *
   * @default none
   */
  readonly scopes?: readonly string[];
  /**
   * The scopes that a request or notification needs beside `scopes`, and beside
   * those that its feature names. For servers with `handlers`. Who may read a
   * resource hears of its updates.
   *
   * @default none
   */
  readonly operationScopes?: OperationScopes;
  /**
   * Which scopes are wider than others, such as `{ "notes:write": ["notes:read"]
   * }`.
   *
   * @default none
   */
  readonly implies?: ScopeHierarchy;
  /**
   * What the metadata name as `scopes_supported`: the least that is of use.
   * Clients ask for it at first.
   *
   * @default `scopes`
   */
  readonly scopesSupported?: readonly string[];
  /**
   * Other names of this server that tokens may be for, such as `api://notes`,
   * where the authorization server has names of its own.
   *
   * @default none
   */
  readonly audiences?: readonly string[];
  /**
   * How far clocks may be apart, in milliseconds. A token counts for so much
   * longer, and earlier.
   *
   * @default 30_000 (30 seconds)
   */
  readonly clockSkewMs?: number;
  /**
   * Checks proofs of possession, as `dpop(…)` does. Without it, tokens that are
   * bound to a key are refused.
   */
  readonly dpop?: ProofVerifier;
  /** More of the metadata, such as `resource_name` or `resource_documentation`. */
  readonly metadata?: { readonly [name: string]: unknown };
}
