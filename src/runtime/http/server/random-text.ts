import { randomBytes, toBase64url } from "../../features/base64.ts";

/** Text that nobody can guess: four visible ASCII characters of each three bytes. */
export function randomText(bytes: number): string {
  return toBase64url(randomBytes(bytes));
}
