import { createHash } from "node:crypto";

/** The id that git gives a file: a digest of its length and its bytes. */
export function blobId(
  bytes: Uint8Array,
  algorithm: "sha1" | "sha256" = "sha1",
): string {
  return createHash(algorithm)
    .update(`blob ${bytes.byteLength}\0`)
    .update(bytes)
    .digest("hex");
}

/** Whether the bytes are those of the file with this id. */
export function isBlob(id: string, bytes: Uint8Array): boolean {
  return blobId(bytes, id.length === 64 ? "sha256" : "sha1") === id;
}
