import { soundScopes } from "./discovery/scope-list.ts";

/** All of several lists, each once, in their order. */
export function union(
  ...lists: readonly (readonly string[])[]
): readonly string[] {
  return [...new Set(lists.flat())];
}

/** What one list has and another has not. */
export function without(
  list: readonly string[],
  other: readonly string[],
): readonly string[] {
  return list.filter((one) => !other.includes(one));
}

const offline = "offline_access";

/** From what the scopes of an authorization request are chosen. */
export interface ScopeSources {
  /** What the server asks for in its challenge, if it does. */
  readonly challenged: readonly string[] | undefined;
  /** What the metadata of the resource list, if they do. */
  readonly supported: readonly string[] | undefined;
  /** What the options ask for besides. */
  readonly wanted: readonly string[];
  /** What was asked for before, and shall not be lost. */
  readonly before: readonly string[];
  /** What the authorization server knows, if it says so. */
  readonly known: readonly string[] | undefined;
  /** Whether a refresh token is of use. */
  readonly isLasting: boolean;
}

/**
 * The scopes to ask for; none is for the authorization server to choose. What is
 * asked for to be let in without a person later, `offline_access`, is only where
 * the authorization server lists it.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization#scope-selection-strategy | Scope Selection Strategy}
 */
export function chooseScopes(sources: ScopeSources): readonly string[] {
  const { challenged, supported, wanted, before, known, isLasting } = sources;
  const asked = union(challenged ?? supported ?? [], before);
  const isListed = known?.includes(offline) === true;
  const named = isListed ? asked : without(asked, [offline]);
  const all = union(named, wanted);
  // Alone it would stand for what the server gives to who asks for nothing.
  const isWanted = isListed && isLasting && all.length > 0;
  return soundScopes(isWanted ? union([offline], all) : all);
}

/** Whether a person has to be asked whether they consent anew. */
export function needsConsent(scopes: readonly string[]): boolean {
  return scopes.includes(offline);
}

/** Whether a value is the name of one scope. */
export function isOneScope(value: unknown): value is string {
  return typeof value === "string" && soundScopes([value]).length === 1;
}
