import {
  get,
  staysOnHost,
  type GetAnswer,
  type RequestHeaders,
} from "../../../base/fetch/get.ts";
import { fetchFailure } from "../../../base/fetch/failure.ts";
import { packageVersion } from "../../../base/package.ts";
import { maxBytes } from "../../../base/read-bytes.ts";
import { openCache } from "../cache.ts";
import { publishedFile } from "../file.ts";
import { isInner, unlistedPath } from "../layout.ts";
import { notPublished } from "../not-published.ts";
import type { Place } from "../place.ts";
import { remember, remembered } from "../remembered.ts";
import type { Upstream, UpstreamOptions } from "../upstream.ts";
import { idsOf } from "./index-file.ts";

const indexPath = "index.json";

/** Opens a folder of files behind an address; it has no commits, and tells what it has in an index, if at all. */
export function openFiles(
  { name, url }: Extract<Place, { kind: "files" }>,
  { env, signal, progress }: UpstreamOptions,
): Upstream {
  const cache = openCache(env);

  /** The bytes of a file; undefined where there is none. */
  async function fetchFile(path: string): Promise<Uint8Array | undefined> {
    const address = addressOf(url, path);
    const known = remembered(cache, address.href);
    const headers = headersOf(known?.etag);
    const answer = await get({
      url: address,
      headers,
      env,
      signal,
      limits: { maxBytes },
      redirect: (from, to) => (staysOnHost(from, to) ? headers : undefined),
    });
    if (known && answer.status === 304) return known.value;
    if (answer.status === 404 || answer.status === 410) return undefined;
    assertFile(answer);
    const etag = answer.headers.get("etag") ?? undefined;
    remember(cache, address.href, etag, answer.body);
    return answer.body;
  }

  return {
    name,
    async list() {
      const index = await fetchFile(indexPath);
      return (
        index &&
        idsOf(`${name}/${indexPath}`, index).map((id) => ({
          id,
          path: unlistedPath(id),
        }))
      );
    },
    async read({ path }) {
      if (!isInner(path)) throw notPublished(name, path);
      progress?.(`Fetching ${path} of ${name}`);
      const bytes = await fetchFile(path);
      if (!bytes) throw notPublished(name, path);
      return publishedFile(name, path, bytes, { url: `${name}/${path}` });
    },
  };
}

function addressOf(url: URL, path: string): URL {
  const address = new URL(url);
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  address.pathname = `${url.pathname.replace(/\/+$/, "")}/${encoded}`;
  return address;
}

function headersOf(etag: string | undefined): RequestHeaders {
  return {
    "user-agent": `mcp-gen/${packageVersion()}`,
    ...(etag !== undefined && { "if-none-match": etag }),
  };
}

function assertFile({ url, status, headers }: GetAnswer): void {
  if (status !== 200)
    throw fetchFailure("fetch-failed", url.href, `the answer is ${status}`);
  if (headers.get("content-type")?.startsWith("text/html") !== true) return;
  throw fetchFailure("fetch-failed", url.href, "the answer is a web page", {
    hint: "give the address of the folder that has the raw files",
  });
}
