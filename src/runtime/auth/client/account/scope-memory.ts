import { chooseScopes, union, without } from "../scopes.ts";
import type { Settings } from "../settings.ts";
import type { RefusedRequest } from "./refused-request.ts";
import type { ServerRecord } from "./server-record.ts";
import type { Tokens } from "./tokens.ts";

/**
 * Scopes that this process has requested, and scopes that the next login
 * requests.
 */
export class ScopeMemory {
  readonly #asked = new Set<string>();
  readonly #wanted = new Set<string>();

  /**
   * Scopes that the requests waiting for a login need. The next login requests
   * them all.
   */
  get wanted(): readonly string[] {
    return [...this.#wanted];
  }

  want(scopes: readonly string[]): void {
    for (const scope of scopes) this.#wanted.add(scope);
  }

  /**
   * Clears the wanted scopes: a login has started with them, or has failed for
   * all waiting requests.
   */
  clearWanted(): void {
    this.#wanted.clear();
  }

  add(scopes: readonly string[]): void {
    for (const scope of scopes) this.#asked.add(scope);
  }

  /** True if a request needs a scope that was neither granted nor requested. */
  needsNewScopes(
    { challenge, used }: RefusedRequest,
    record: ServerRecord | undefined,
  ): boolean {
    const { scopesSupported = [] } = record?.discovery ?? {};
    const wanted = challenge?.scope ?? scopesSupported;
    const missing = without(wanted, used?.granted ?? []);
    return missing.some((scope) => !this.#asked.has(scope));
  }

  /**
   * Chooses the scopes to request. Earlier scopes are included: another URL of
   * the same resource may have requested more for the same tokens.
   */
  choose(
    { scopes, way }: Pick<Settings, "scopes" | "way">,
    { discovery, asked, challenge }: ServerRecord,
    tokens: Tokens | undefined,
  ): readonly string[] {
    return chooseScopes({
      challenged: challenge?.scope,
      supported: discovery.scopesSupported,
      wanted: scopes,
      before: union(asked, tokens?.asked ?? [], this.wanted),
      known: discovery.server.scopes_supported,
      isLasting: way.kind !== "machine",
    });
  }

  clear(): void {
    this.#asked.clear();
    this.#wanted.clear();
  }
}
