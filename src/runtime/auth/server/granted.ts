import { refuseOption } from "../../protocol/sound-option.ts";
import { isObject } from "../../protocol/message.ts";
import type { GrantedScopes } from "../../protocol/viewer.ts";

/**
 * Which scopes are wider than others: those that each one implies, by name; or
 * whether one that was granted implies one that is needed.
 */
export type ScopeHierarchy =
  | { readonly [scope: string]: readonly string[] }
  | ((granted: string, needed: string) => boolean);

/** Finds what a token allows. */
export type Grant = (scopes: readonly string[]) => GrantedScopes;

/** Reckons with a hierarchy, where there is one. */
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
    // A set that grows is walked to its end.
    const all = new Set(scopes);
    for (const scope of all)
      for (const one of narrower.get(scope) ?? []) all.add(one);
    return all;
  };
}
