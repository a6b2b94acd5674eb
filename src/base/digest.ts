import * as crypto from "node:crypto";

/** The SHA-256 of a text (as UTF-8) or of bytes, in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return digest(content);
}

/**
 * Returns the SHA-256 of a text, in hexadecimal, without a byte order mark and with LF line
 * ends: the same in each checkout, whatever git is configured to do.
 */
export function textDigest(content: Uint8Array): string {
  const bytes = Buffer.from(content);
  const start = bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
  return sha256(withLineFeeds(bytes.subarray(start)));
}

/** Returns bytes with LF line ends; the same ones if they have no others. */
export function withLineFeeds(bytes: Buffer): Buffer {
  if (!bytes.includes("\r\n")) return bytes;
  const text = bytes.toString("latin1").replaceAll("\r\n", "\n");
  return Buffer.from(text, "latin1");
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

// At once where Node can: an object for each of hundreds of files costs more than they do.
const digest: (content: string | Uint8Array) => string =
  typeof crypto.hash === "function"
    ? (content) => crypto.hash("sha256", content)
    : (content) => crypto.createHash("sha256").update(content).digest("hex");
