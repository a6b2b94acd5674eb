/** Returns a random name of twelve characters (72 bits), for stores that share a link. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Buffer.from(bytes).toString("base64url");
}
