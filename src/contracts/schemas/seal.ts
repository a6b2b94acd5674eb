import { sha256 } from "../../base/digest.ts";

const open = "0".repeat(64);
const sealed = /^\/\/ Text: sha256 ([0-9a-f]{64})$/m;

/** The line of a header that is to hold the digest of the whole text. */
export const sealLine: string = `Text: sha256 ${open}`;

/** A text with the digest of itself in its header, which tells whether someone has edited it. */
export function seal(text: string): string {
  return text.replace(sealLine, `Text: sha256 ${sha256(text)}`);
}

/**
 * Whether a text is as it was sealed, also where a checkout gave it other line ends; undefined
 * where it never was.
 */
export function isAsSealed(text: string): boolean | undefined {
  const lines = text.replaceAll("\r\n", "\n");
  const digest = sealed.exec(lines)?.[1];
  if (digest === undefined) return undefined;
  return sha256(lines.replace(digest, open)) === digest;
}
