import { createHash } from "node:crypto";

/** Returns a digest of 43 characters that stands for a secret or a long text. */
export function secretName(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** Returns a digest of a principal for comparison; empty without a principal. */
export function principalMark(principal: string | undefined): string {
  return principal === undefined ? "" : secretName(principal);
}
