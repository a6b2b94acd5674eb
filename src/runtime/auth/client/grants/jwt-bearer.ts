/** Grant type for a JWT assertion: RFC 7523. */
export const jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/**
 * Returns a token from the program without surrounding whitespace, e.g. the
 * newline of a file. Throws a TypeError for an empty one.
 */
export function givenToken(token: unknown, name: string): string {
  const text = typeof token === "string" ? token.trim() : "";
  if (text === "")
    throw new TypeError(`${name}: expected a token, got nothing`);
  return text;
}
