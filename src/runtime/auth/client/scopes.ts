import { validScopes } from "./discovery/scope-list.ts";

/** Merges lists without duplicates, in order. */
export function union(
  ...lists: readonly (readonly string[])[]
): readonly string[] {
  return [...new Set(lists.flat())];
}

/** Returns the items of a list that are missing in another list. */
export function without(
  list: readonly string[],
  other: readonly string[],
): readonly string[] {
  return list.filter((one) => !other.includes(one));
}

const offline = "offline_access";

/** Sources to choose the scopes of an authorization request from. */
export interface ScopeSources {
  /** Scopes in the challenge of the server, if any. */
  readonly challenged: readonly string[] | undefined;
  /** Scopes in the resource metadata, if any. */
  readonly supported: readonly string[] | undefined;
  /** Additional scopes from the options. */
  readonly wanted: readonly string[];
  /** Previously requested scopes, which must not be lost. */
  readonly before: readonly string[];
  /** Scopes that the authorization server lists, if any. */
  readonly known: readonly string[] | undefined;
  /** True if a refresh token is useful. */
  readonly isLasting: boolean;
}

/**
 * Returns the scopes to request; with an empty list, the authorization server
 * chooses. `offline_access`, which requests a refresh token, is only included
 * if the authorization server lists it.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization#scope-selection-strategy
 * | Scope Selection Strategy}
 */
export function chooseScopes(sources: ScopeSources): readonly string[] {
  const { challenged, supported, wanted, before, known, isLasting } = sources;
  const asked = union(challenged ?? supported ?? [], before);
  const isListed = known?.includes(offline) === true;
  const named = isListed ? asked : without(asked, [offline]);
  const all = union(named, wanted);
  // Requesting only offline_access would replace the server's default scopes.
  const isWanted = isListed && isLasting && all.length > 0;
  return validScopes(isWanted ? union([offline], all) : all);
}

/** True if the user must be prompted for consent. */
export function needsConsent(scopes: readonly string[]): boolean {
  return scopes.includes(offline);
}

/** True if a value is a single valid scope. */
export function isOneScope(value: unknown): value is string {
  return typeof value === "string" && validScopes([value]).length === 1;
}
