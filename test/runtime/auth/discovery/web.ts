import type { FetchLike } from "../../../../src/runtime/http-client.ts";

/** What a URL answers: an object as JSON with status 200, a status alone, or a whole answer. */
export type Page = object | number | Response | Error | (() => Response);

/** A web in memory: everything that is not named is 404. It writes down what it was asked. */
export interface Web {
  readonly fetch: FetchLike;
  /** `GET https://host/path`, oldest first. */
  readonly asked: readonly string[];
  readonly requests: readonly { url: string; init: RequestInit }[];
}

export function createWeb(pages: Readonly<Record<string, Page>>): Web {
  const requests: { url: string; init: RequestInit }[] = [];
  const fetch: FetchLike = async (url, init) => {
    requests.push({ url, init });
    const page = Object.hasOwn(pages, url) ? pages[url] : 404;
    if (page instanceof Error) throw page;
    if (typeof page === "function") return page();
    if (page instanceof Response) return page.clone();
    if (typeof page === "number") return new Response("no", { status: page });
    return Response.json(page);
  };
  return {
    fetch,
    requests,
    get asked() {
      return requests.map(({ url, init }) => `${init.method} ${url}`);
    },
  };
}

/** Metadata of an authorization server with what it needs at least. */
export function metadataOf(issuer: string, more: object = {}): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    code_challenge_methods_supported: ["S256"],
    ...more,
  };
}
