import type { JsonObject } from "../../../protocol/message.ts";
import { AuthorizationError } from "../errors.ts";
import { shownUrl } from "../fetch/safe-url.ts";
import { RedirectError, type SafeFetch } from "../fetch/safe-fetch.ts";
import { jsonObject } from "./read-json.ts";

/** What is at a URL where metadata may be. */
export type Found =
  | { readonly kind: "found"; readonly document: JsonObject }
  /** `isPlain` is what a server says that knows nothing of the URL. */
  | {
      readonly kind: "absent";
      readonly why: string;
      readonly isPlain: boolean;
    };

/** Whom metadata are asked for, and how. */
export interface DocumentRequest {
  readonly fetch: SafeFetch;
  readonly signal: AbortSignal | undefined;
  /** What `MCP-Protocol-Version` says, to the MCP server alone. */
  readonly revision: string | undefined;
}

/**
 * Asks for a document of metadata. Any status from 400 to 499 means that there is
 * none, because what stands before a server answers 401 or 403 where it knows no
 * such path; so does what is no object of JSON, as of a server that answers every
 * path with its page. Throws what SafeFetch does, and an AuthorizationError when the
 * server fails: another server is not to be asked because of that.
 */
export async function askDocument(
  url: URL,
  { fetch, signal, revision }: DocumentRequest,
): Promise<Found> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (revision !== undefined) headers["mcp-protocol-version"] = revision;
  try {
    const request = { url: url.href, method: "GET", headers, signal } as const;
    const { status, text } = await fetch(request);
    return judge(url, status, text);
  } catch (error) {
    if (!(error instanceof RedirectError)) throw error;
    return { kind: "absent", why: error.message, isPlain: false };
  }
}

function judge(url: URL, status: number, text: string): Found {
  const shown = shownUrl(url);
  if (status >= 500)
    throw new AuthorizationError(
      "discovery",
      `${shown} answers with status ${status}`,
    );
  const document = status === 200 ? jsonObject(text) : undefined;
  if (document) return { kind: "found", document };
  const what =
    status === 200 ? "with what is no JSON object" : `with ${status}`;
  // Who is told to wait, or to come again, does not know that nothing is there.
  const isPlain = ![408, 425, 429].includes(status);
  return { kind: "absent", why: `${shown} answers ${what}`, isPlain };
}
