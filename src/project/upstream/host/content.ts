import { maxBytes } from "../../../base/read-bytes.ts";
import { blobId, isBlob } from "../blob-id.ts";
import { notPublished } from "../not-published.ts";
import type { Host } from "./host.ts";
import { fieldsOf, parseAnswer, unusable } from "./json.ts";

/** The bytes of a file, if they are known. */
export function knownContent({ cache }: Host, id: string): Buffer | undefined {
  const bytes = cache.get(`blob ${id}`);
  return bytes && isBlob(id, bytes) ? bytes : undefined;
}

/** Asks for the bytes of a file at a commit. Throws an `InputError`. */
export async function contentAt(
  { place, api, cache }: Host,
  path: string,
  commit: string,
): Promise<Uint8Array> {
  const answer = await api({
    path: `/contents/${path.split("/").map(encodeURIComponent).join("/")}`,
    query: { ref: commit },
    accept: "application/vnd.github.raw+json",
    // As base64 in JSON, where the answer is not the raw file.
    maxBytes: maxBytes * 2,
  });
  if (answer.status !== 200) throw notPublished(place.name, path);
  const bytes = /^application\/json\b/.test(answer.type)
    ? unpacked(`${path} of ${place.name}`, answer.body)
    : answer.body;
  cache.set(`blob ${blobId(bytes)}`, bytes);
  return bytes;
}

/** A host that does not know the raw form answers with the file inside of JSON. */
function unpacked(what: string, body: Uint8Array): Uint8Array {
  const { encoding, content } = fieldsOf(parseAnswer(what, body));
  if (encoding === "base64" && typeof content === "string")
    return Buffer.from(content, "base64");
  throw unusable(what, "the answer does not have the file");
}
