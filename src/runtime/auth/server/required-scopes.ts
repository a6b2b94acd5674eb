import { isScopeToken } from "./challenge.ts";

/**
 * The scopes that a rule names. Throws a TypeError, which says whose they are, for
 * what is no list of them: nobody else looks, and nothing would let all in.
 */
export function requireScopes(list: unknown, whose: string): readonly string[] {
  if (Array.isArray(list) && list.every(isScopeToken)) return list;
  throw new TypeError(
    `${whose}: scopes are a list of texts, each of visible ASCII without spaces and quotes, or a function that gives one`,
  );
}
