import type { FetchLike } from "./fetch-like.ts";

/** What requests were sent with that were refused, by the headers of the answer. */
const sent = /* @__PURE__ */ new WeakMap<Headers, string>();

/** How short a text is a word of its own, and no credential, in characters. */
const leastSecret = 8;

/** A fetch that remembers what a refused request was sent with, so that no error shows it. */
export function rememberCredentials(fetch: FetchLike): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init);
    const { status, headers } = response;
    if (status === 401 || status === 403) {
      const credentials = new Headers(init.headers).get("authorization") ?? "";
      const secret = credentials.slice(credentials.indexOf(" ") + 1);
      if (secret.length >= leastSecret) sent.set(headers, secret);
    }
    return response;
  };
}

/** What a server says, without what it was sent: some repeat a token. */
export function withoutCredentials(text: string, headers: Headers): string {
  const secret = sent.get(headers);
  return secret === undefined ? text : text.replaceAll(secret, "…");
}
