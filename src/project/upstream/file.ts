import { InputError } from "../../base/diagnostics/error.ts";
import { textDigest } from "../../base/digest.ts";
import { maxBytes } from "../../base/read-bytes.ts";
import { isBlob } from "./blob-id.ts";
import { idOf } from "./layout.ts";
import type { PublishedFile } from "./upstream.ts";

/** A file that was read, checked against what is known of it. Throws an `InputError`. */
export function publishedFile(
  name: string,
  path: string,
  bytes: Uint8Array,
  known: Partial<Record<"blob" | "url" | "commit", string | undefined>> = {},
): PublishedFile {
  const { blob, url, commit } = known;
  if (bytes.byteLength > maxBytes) throw tooLarge(`${path} of ${name}`);
  if (blob !== undefined && !isBlob(blob, bytes)) throw mismatch(name, path);
  return {
    id: idOf(path),
    path,
    bytes,
    sha256: textDigest(bytes),
    ...(blob !== undefined && { blob }),
    ...(commit !== undefined && { commit }),
    ...(url !== undefined && { url }),
  };
}

function tooLarge(what: string): InputError {
  return new InputError(
    "too-large",
    `${what} is larger than ${maxBytes} bytes`,
  );
}

function mismatch(name: string, path: string): InputError {
  return new InputError(
    "digest-mismatch",
    `${path} of ${name} came with other bytes than its commit has`,
    { hint: "try again; if it stays so, what stands between may alter it" },
  );
}
