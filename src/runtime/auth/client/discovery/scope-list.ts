/** The longest text of scopes that is taken from a server, in characters: a URL has to hold it. */
const longest = 4_096;

/** Scopes of a text, in their order, each once: what no scope can be is left out. */
export function scopeList(text: string): readonly string[] {
  return soundScopes(text.split(/\s+/));
}

/**
 * Those of a server's scopes that can be sent, each once. Too many of them are
 * cut where a URL with them would become too long for browsers and servers.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-3.3 | RFC 6749, 3.3}
 */
export function soundScopes(scopes: readonly string[]): readonly string[] {
  const sound: string[] = [];
  let length = 0;
  for (const scope of new Set(scopes)) {
    if (!/^[\x21\x23-\x5B\x5D-\x7E]+$/.test(scope)) continue;
    length += scope.length + 1;
    if (length > longest) break;
    sound.push(scope);
  }
  return sound;
}
