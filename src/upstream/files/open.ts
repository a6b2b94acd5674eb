import { get, staysOnHost, type GetAnswer } from "../../fetch/get.ts";
import { fetchFailure } from "../../fetch/failure.ts";
import { maxBytes } from "../../spec/read-bytes.ts";
import { publishedFile } from "../file.ts";
import { isInner } from "../layout.ts";
import { notPublished } from "../not-published.ts";
import type { Place } from "../place.ts";
import type { Upstream, UpstreamOptions } from "../upstream.ts";

/** Opens a folder of files behind an address; it has no commits. */
export function openFiles(
  { name, url }: Extract<Place, { kind: "files" }>,
  { env, signal, progress }: UpstreamOptions,
): Upstream {
  async function ask(path: string): Promise<GetAnswer> {
    const address = new URL(url);
    address.pathname = `${url.pathname.replace(/\/+$/, "")}/${path.split("/").map(encodeURIComponent).join("/")}`;
    return get({
      url: address,
      env,
      signal,
      limits: { maxBytes },
      redirect: (from, to) => (staysOnHost(from, to) ? {} : undefined),
    });
  }

  return {
    name,
    list: () => Promise.resolve(undefined),
    async read({ path }) {
      if (!isInner(path)) throw notPublished(name, path);
      progress?.(`Fetching ${path} of ${name}`);
      const { status, url: from, body } = await ask(path);
      if (status === 404 || status === 410) throw notPublished(name, path);
      if (status !== 200)
        throw fetchFailure(
          "fetch-failed",
          from.href,
          `the answer is ${status}`,
        );
      return publishedFile(name, path, body, { url: `${name}/${path}` });
    },
  };
}
