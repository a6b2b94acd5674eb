import { createHash } from "node:crypto";

/** Names a secret, or a text of any length, so that nobody can read it: 43 characters. */
export function secretName(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** Stands for a principal where it is only compared; nobody is nothing. */
export function principalMark(principal: string | undefined): string {
  return principal === undefined ? "" : secretName(principal);
}
