import { refuseOption } from "../../protocol/sound-option.ts";
import { isObject } from "../../protocol/message.ts";
import type { GrantedScopes } from "../../protocol/viewer.ts";

/**
 * Hierarchy of scopes: the scopes that each scope implies, or a function that
 * returns true if a granted scope implies a needed one.
 */
export type ScopeHierarchy =
  | { readonly [scope: string]: readonly string[] }
  | ((granted: string, needed: string) => boolean);

/** Computes the scopes that a token grants. */
export type Grant = (scopes: readonly string[]) => GrantedScopes;

/** Returns a function that applies a hierarchy, if there is one. */
export function createGrant(implies: ScopeHierarchy | undefined): Grant {
  if (implies === undefined) return (scopes) => new Set(scopes);
  if (typeof implies === "function")
    return (scopes) => ({
      has: (needed) =>
        scopes.some((one) => one === needed || implies(one, needed) === true),
    });
  if (!isObject(implies) || !Object.values(implies).every(Array.isArray))
    refuseOption(
      "implies",
      "a function, or a table of lists: { wider: [narrower] }",
      implies,
    );
  const narrower = new Map(Object.entries(implies));
  return (scopes) => {
    // Iteration over a set includes items that are added during it.
    const all = new Set(scopes);
    for (const scope of all)
      for (const one of narrower.get(scope) ?? []) all.add(one);
    return all;
  };
}
