import * as oauth from "oauth4webapi";
import { quote } from "../../http/shared/quote.ts";
import type { Discovery } from "./discovery/discover.ts";
import { jsonObject, textOf } from "./discovery/read-json.ts";
import { AuthorizationError, describeRefusal } from "./errors.ts";
import { libraryOptions } from "./fetch/custom-fetch.ts";
import { identify } from "./identify.ts";
import type { Settings } from "./settings.ts";
import type { Tokens } from "./account/tokens.ts";

/** Maximum total time of a revocation, in milliseconds. */
const revocationMs = 30_000;

/**
 * Revokes tokens if the authorization server has a revocation endpoint. Rejects
 * with an AuthorizationError if the server does not accept the revocation.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7009 | RFC 7009}
 */
export async function revoke(
  settings: Settings,
  { server }: Discovery,
  { access, refresh, clientId }: Tokens,
): Promise<void> {
  const { issuer, revocation_endpoint: endpoint } = server;
  // Tokens without a client id (of a workload) cannot be revoked.
  if (endpoint === undefined || clientId === "") return;
  const signal = AbortSignal.timeout(revocationMs);
  const needs = { server, clientId, signal };
  const { client, authentication } = await identify(settings, needs);
  const given = [
    // Most servers also revoke the access tokens of a refresh token.
    ...(refresh === undefined ? [] : [["refresh_token", refresh] as const]),
    ["access_token", access] as const,
  ];
  for (const [hint, token] of given) {
    const response = await oauth.revocationRequest(
      server,
      client,
      authentication,
      token,
      {
        ...libraryOptions(settings.fetch, signal),
        additionalParameters: { token_type_hint: hint },
      },
    );
    const { status } = response;
    if (status >= 200 && status < 300) continue;
    // The server may not support revoking access tokens; the refresh token is
    // already revoked.
    if (hint === "access_token" && refresh !== undefined && status < 500)
      continue;
    const answer = jsonObject(await response.text());
    const code = answer && textOf(answer, "error");
    const why = code === undefined ? "" : `: ${describeRefusal(code)}`;
    throw new AuthorizationError(
      "token",
      `the authorization server ${quote(issuer)} did not revoke the token: HTTP ${status}${why}`,
      { issuer, code },
    );
  }
}
