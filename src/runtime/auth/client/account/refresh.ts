import type { Discovery } from "../discovery/discover.ts";
import type { Dpop } from "../dpop/dpop.ts";
import { AuthorizationError, isClientUnknown } from "../errors.ts";
import { identify } from "../identify.ts";
import type { Registered } from "../registration/registered.ts";
import type { Settings } from "../settings.ts";
import { requestToken } from "../token-endpoint/request-token.ts";
import { TokenError } from "../token-endpoint/token-error.ts";
import { tokensOf, type Tokens } from "./tokens.ts";

export interface RefreshRequest {
  readonly settings: Settings;
  readonly discovery: Discovery;
  readonly tokens: Tokens;
  readonly dpop: Dpop | undefined;
  readonly signal: AbortSignal;
}

/**
 * Refreshes tokens. Returns undefined if the authorization server no longer
 * accepts the refresh token: a login is required. Rejects with an
 * AuthorizationError if a retry may succeed.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization#refresh-tokens
 * | Refresh Tokens}
 */
export async function refresh(
  request: RefreshRequest,
): Promise<Tokens | undefined> {
  const { settings, discovery, tokens, dpop, signal } = request;
  const { refresh: refresh_token, clientId, granted } = tokens;
  const known = refresh_token && (await sameClient(request));
  if (!known) return undefined;
  const { server, resource } = discovery;
  const { fetch } = settings;
  try {
    const answer = await requestToken(
      { ...known, server, fetch, signal, dpop },
      "refresh_token",
      { refresh_token, resource },
    );
    return tokensOf(answer, { clientId, scopes: granted, before: tokens });
  } catch (error) {
    if (!isOver(error)) throw error;
    // Remove the unknown registration, so that no user sees the error page of
    // the server.
    if (isClientUnknown(error)) await sameClient(request, clientId);
    return undefined;
  }
}

/**
 * Returns the client that the tokens were issued to. No other client can
 * refresh them.
 */
async function sameClient(
  {
    settings,
    discovery: { server },
    tokens: { clientId },
    signal,
  }: RefreshRequest,
  stale?: string,
): Promise<Registered | undefined> {
  try {
    const needs = { server, clientId, stale, signal };
    const known = await identify(settings, needs);
    return known.client.client_id === clientId ? known : undefined;
  } catch (error) {
    const isLost =
      error instanceof AuthorizationError && error.reason === "registration";
    if (isLost) return undefined;
    throw error;
  }
}

/** True if a retry would fail in the same way. */
function isOver(error: unknown): boolean {
  if (!(error instanceof TokenError) || error.isTemporary) return false;
  const { status, code } = error;
  // Some servers send these codes with status 200 or 5xx.
  return (status >= 400 && status < 500) || finalCodes.has(code ?? "");
}

/** Standard error codes of a grant that is no longer valid. */
const finalCodes: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "invalid_grant",
  "invalid_client",
  "unauthorized_client",
  "unsupported_grant_type",
]);
