/** The grant whose assertion is a JWT: RFC 7523. */
export const jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/** What a program gave as a token, without the end of a line that a file has. Throws a TypeError for none. */
export function givenToken(token: unknown, name: string): string {
  const text = typeof token === "string" ? token.trim() : "";
  if (text === "")
    throw new TypeError(`${name}: expected a token, got nothing`);
  return text;
}
