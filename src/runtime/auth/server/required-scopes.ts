import { isScopeToken } from "./challenge.ts";

/**
 * Returns the scopes of a rule. Throws a TypeError that names the rule if it is
 * not a list of valid scopes. Without this check, an invalid rule would require
 * no scopes.
 */
export function requireScopes(list: unknown, whose: string): readonly string[] {
  if (Array.isArray(list) && list.every(isScopeToken)) return list;
  throw new TypeError(
    `${whose}: scopes are a list of texts, each of visible ASCII without spaces and quotes, or a function that gives one`,
  );
}
