import { randomBytes, toBase64url } from "../../server/input/base64url.ts";

/** Text that nobody can guess: four visible ASCII characters of each three bytes. */
export function randomText(bytes: number): string {
  return toBase64url(randomBytes(bytes));
}
