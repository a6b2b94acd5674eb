/**
 * The scopes of a token or of an introspection: `scope` as text with spaces, or
 * the lists that some authorization servers issue, `scope` or `scp`. What is no
 * such thing is none.
 */
export function scopesOf(claims: {
  /** Names, with spaces between them, as most have it. */
  readonly scope?: unknown;
  /** A list of names, as some have it. */
  readonly scp?: unknown;
}): string[] {
  return [...new Set([...listed(claims.scope), ...listed(claims.scp)])];
}

function listed(claim: unknown): string[] {
  if (typeof claim === "string")
    return claim.split(" ").filter((scope) => scope !== "");
  if (!Array.isArray(claim)) return [];
  return claim.filter(
    (scope): scope is string => typeof scope === "string" && scope !== "",
  );
}
