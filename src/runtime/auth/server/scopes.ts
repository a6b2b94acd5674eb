/**
 * Reads the scopes of a token or an introspection response: `scope` as a string
 * separated by spaces, or `scope` or `scp` as a list, as some authorization
 * servers issue them. Returns no scopes for any other value.
 */
export function scopesOf(claims: {
  /** Scopes separated by spaces (the standard form), or a list. */
  readonly scope?: unknown;
  /** List of scopes, which some authorization servers use. */
  readonly scp?: unknown;
}): string[] {
  const all = [...listed(claims.scope), ...listed(claims.scp)];
  return all.length > 1 ? [...new Set(all)] : all;
}

function listed(claim: unknown): string[] {
  if (typeof claim === "string")
    return claim.split(" ").filter((scope) => scope !== "");
  if (!Array.isArray(claim)) return [];
  return claim.filter(
    (scope): scope is string => typeof scope === "string" && scope !== "",
  );
}
