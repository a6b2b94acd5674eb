import type { JsonObject } from "../../../protocol/message.ts";
import { AuthorizationError } from "../errors.ts";
import { formatUrl } from "../fetch/safe-url.ts";
import { RedirectError, type SafeFetch } from "../fetch/safe-fetch.ts";
import { jsonObject } from "./read-json.ts";

/** Result of a request for a metadata document. */
export type Found =
  | { readonly kind: "found"; readonly document: JsonObject }
  /** `isPlain` is true if the response means that nothing exists at the URL. */
  | {
      readonly kind: "absent";
      readonly why: string;
      readonly isPlain: boolean;
    };

/** Parameters of a request for metadata. */
export interface DocumentRequest {
  readonly fetch: SafeFetch;
  readonly signal: AbortSignal | undefined;
  /** Value of `MCP-Protocol-Version`; only for the MCP server. */
  readonly revision: string | undefined;
}

/**
 * Requests a metadata document. Any status from 400 to 499 counts as absent,
 * because some proxies answer 401 or 403 for unknown paths. A response that is
 * not a JSON object counts as absent too, because some servers answer every
 * path with a web page. Rejects with the errors of SafeFetch, and with an
 * AuthorizationError for a status of 500 or more: a failing server must not
 * cause a fallback to another one.
 */
export async function fetchDocument(
  url: URL,
  { fetch, signal, revision }: DocumentRequest,
): Promise<Found> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (revision !== undefined) headers["mcp-protocol-version"] = revision;
  try {
    const request = { url: url.href, method: "GET", headers, signal } as const;
    const { status, text } = await fetch(request);
    return readDocument(url, status, text);
  } catch (error) {
    if (!(error instanceof RedirectError)) throw error;
    return { kind: "absent", why: error.message, isPlain: false };
  }
}

function readDocument(url: URL, status: number, text: string): Found {
  const shown = formatUrl(url);
  if (status >= 500)
    throw new AuthorizationError(
      "discovery",
      `${shown} answers with status ${status}`,
    );
  const document = status === 200 ? jsonObject(text) : undefined;
  if (document) return { kind: "found", document };
  const what =
    status === 200 ? "with a body that is not a JSON object" : `with ${status}`;
  // These statuses ask to retry later; they do not mean that the document is
  // absent.
  const isPlain = ![408, 425, 429].includes(status);
  return { kind: "absent", why: `${shown} answers ${what}`, isPlain };
}
