import * as oauth from "oauth4webapi";
import { namedAs } from "../credentials/private-key.ts";
import type { DpopKey } from "./key.ts";

/** A request that is to be proved. */
export interface ProvedRequest {
  readonly url: string;
  readonly init: RequestInit;
  readonly accessToken: string;
  readonly nonce: string | undefined;
}

/**
 * The headers of a request to a server: its token, and a proof for this request
 * alone. The proof names the digest of the body too, as the profile for MCP has it:
 * all requests go to one address.
 *
 * @see {@link https://github.com/modelcontextprotocol/ext-auth | DPoP Profile for MCP}
 */
export async function proofHeaders(
  { pair, algorithm }: DpopKey,
  { url, init, accessToken, nonce }: ProvedRequest,
): Promise<{ readonly authorization: string; readonly dpop: string }> {
  const { method = "GET", body } = init;
  const digest =
    typeof body === "string" ? await contentDigest(body) : undefined;
  const rename = namedAs(algorithm);
  const handle = oauth.DPoP({}, pair, {
    [oauth.modifyAssertion](header, payload) {
      rename(header, payload);
      if (nonce !== undefined) payload["nonce"] = nonce;
      if (digest !== undefined) payload["content_digest"] = digest;
    },
  });
  let headers: Readonly<Record<string, string>> = {};
  await oauth.protectedResourceRequest(
    accessToken,
    method,
    new URL(url),
    undefined,
    null,
    {
      DPoP: handle,
      [oauth.allowInsecureRequests]: true,
      // The library proves only what it sends: this sends nothing.
      [oauth.customFetch]: (_url, options) => {
        ({ headers } = options);
        return Promise.resolve(new Response());
      },
    },
  );
  const { authorization = "", dpop = "" } = headers;
  return { authorization, dpop };
}

/** As the field `Content-Digest` has it: RFC 9530. */
async function contentDigest(body: string): Promise<string> {
  const bytes = new TextEncoder().encode(body);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `sha-256=:${btoa(String.fromCharCode(...hash))}:`;
}
