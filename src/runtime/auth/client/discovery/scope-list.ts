/**
 * Maximum length of all scopes together, in characters, because they must fit
 * into a URL.
 */
const longest = 4_096;

/**
 * Parses a list of scopes. Keeps the order; drops duplicates and invalid
 * scopes.
 */
export function scopeList(text: string): readonly string[] {
  return validScopes(text.split(/\s+/));
}

/**
 * Returns the valid scopes, without duplicates. Truncates the list if a URL
 * with it would be too long for browsers and servers.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-3.3 | RFC 6749,
 * 3.3}
 */
export function validScopes(scopes: readonly string[]): readonly string[] {
  const valid: string[] = [];
  let length = 0;
  for (const scope of new Set(scopes)) {
    if (!/^[\x21\x23-\x5B\x5D-\x7E]+$/.test(scope)) continue;
    length += scope.length + 1;
    if (length > longest) break;
    valid.push(scope);
  }
  return valid;
}
