import * as oauth from "oauth4webapi";
import { namedAs } from "../credentials/private-key.ts";
import type { DpopKey } from "./key.ts";

/** Request that needs a proof. */
export interface ProvedRequest {
  readonly url: string;
  readonly init: RequestInit;
  readonly accessToken: string;
  readonly nonce: string | undefined;
}

/**
 * Returns the headers of a request: its token and a proof for this request
 * only. The proof includes the digest of the body, as the MCP profile requires,
 * because all requests go to the same URL.
 *
 * @see {@link https://github.com/modelcontextprotocol/ext-auth | DPoP Profile
 * for MCP}
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
      // oauth4webapi creates proofs only while sending, so this fetch sends
      // nothing.
      [oauth.customFetch]: (_url, options) => {
        ({ headers } = options);
        return Promise.resolve(new Response());
      },
    },
  );
  const { authorization = "", dpop = "" } = headers;
  return { authorization, dpop };
}

/** Returns a digest in the format of the `Content-Digest` field: RFC 9530. */
async function contentDigest(body: string): Promise<string> {
  const bytes = new TextEncoder().encode(body);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `sha-256=:${btoa(String.fromCharCode(...hash))}:`;
}
