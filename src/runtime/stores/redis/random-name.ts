/**
 * Twelve characters of 72 bits, for what has to be told apart from all others of its
 * kind: several stores may share a link, and its name.
 */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Buffer.from(bytes).toString("base64url");
}
