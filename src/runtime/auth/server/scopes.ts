/**
 * Reads the scopes of a token, or of an introspection: `scope` as a text with
 * spaces, or `scope` or `scp` as a list, as some authorization servers issue them.
 * Anything else has no scopes.
 */
export function scopesOf(claims: {
  /** Names, with spaces between them, as most have it. */
  readonly scope?: unknown;
  /** A list of names, as some have it. */
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
