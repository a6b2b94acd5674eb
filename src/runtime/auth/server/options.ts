import type { ScopeHierarchy } from "./granted.ts";
import type { OperationScopes } from "./message-needs.ts";
import type { ProofVerifier, Verifier } from "./verifier.ts";

/** How a server is protected. */
export interface ProtectOptions<Auth> {
  /**
   * The URL of the server as its clients know it, such as
   * `https://mcp.example.com/mcp`: of https, or of http on loopback. It goes into
   * the metadata to the letter, and tokens have to be for it.
   */
  readonly resource: string;
  /** The issuers of tokens, at least one: to the letter, as their metadata have them. */
  readonly authorizationServers: readonly string[];
  /** Says whose a token is: `jwt`, `introspection`, or any function. */
  readonly verify: Verifier<Auth>;
  /** The scopes that every request needs: none by default. */
  readonly scopes?: readonly string[];
  /**
   * The scopes that a request or notification needs beside these, and beside
   * those that its feature names: none by default. For servers with `handlers`.
   * An update of a resource is told to whom `resources/read` is permitted.
   */
  readonly operationScopes?: OperationScopes;
  /**
   * Which scopes are wider than others, `{ "notes:write": ["notes:read"] }`: none
   * by default.
   */
  readonly implies?: ScopeHierarchy;
  /**
   * What the metadata name as `scopes_supported`: the least that is of use, which
   * clients ask for at first. `scopes` by default.
   */
  readonly scopesSupported?: readonly string[];
  /**
   * Other names of this server that tokens may be for, where the authorization
   * server has names of its own, such as `api://notes`: none by default.
   */
  readonly audiences?: readonly string[];
  /**
   * How far clocks may be apart, in milliseconds: a token counts for so much
   * longer, and earlier. 30,000 by default.
   */
  readonly clockSkewMs?: number;
  /** Checks proofs of possession: without it, tokens that are bound to a key are refused. */
  readonly dpop?: ProofVerifier;
  /** More of the metadata, such as `resource_name` or `resource_documentation`. */
  readonly metadata?: { readonly [name: string]: unknown };
}
