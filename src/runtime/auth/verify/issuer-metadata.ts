import { quote } from "../../http/shared/quote.ts";
import type { JsonObject } from "../../protocol/message.ts";
import { jsonObject } from "../client/discovery/read-json.ts";
import { findServerMetadata } from "../client/discovery/server-metadata.ts";
import type { SafeFetch } from "../client/fetch/safe-fetch.ts";

/**
 * Returns a URL from the metadata of an issuer. Throws an Error if it is
 * missing.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery
 * | Authorization Server Metadata Discovery}
 */
export async function issuerUrl(
  issuer: string,
  field: "jwks_uri" | "introspection_endpoint",
  fetch: SafeFetch,
): Promise<string> {
  const asking = { fetch, signal: undefined, revision: undefined };
  const found = await findServerMetadata([issuer], asking);
  if (found.kind === "absent") throw new Error(found.why.join("; "));
  const url = found.server[field];
  if (url === undefined)
    throw new Error(`the metadata of ${quote(issuer)} have no ${field}`);
  return url;
}

/** Fetches a JSON object. Throws an Error for any other response. */
export async function fetchObject(
  url: string,
  fetch: SafeFetch,
): Promise<JsonObject> {
  const headers = { accept: "application/json" };
  const { status, text } = await fetch({ url, method: "GET", headers });
  if (status !== 200)
    throw new Error(`${quote(url)} answers with status ${status}`);
  const value = jsonObject(text);
  if (!value) throw new Error(`${quote(url)} is no JSON object`);
  return value;
}

/** Validates a URL in the options. Throws a TypeError if it is not allowed. */
export function requireUrl(fetch: SafeFetch, url: string, name: string): void {
  try {
    fetch.check(url, name);
  } catch (error) {
    throw new TypeError(error instanceof Error ? error.message : name);
  }
}
