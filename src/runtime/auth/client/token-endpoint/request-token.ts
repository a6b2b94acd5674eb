import * as oauth from "oauth4webapi";
import { quote } from "../../../http/shared/quote.ts";
import { libraryOptions } from "../fetch/custom-fetch.ts";
import { AuthorizationError } from "../errors.ts";
import type { Dpop } from "../dpop/dpop.ts";
import type { SafeFetch } from "../fetch/safe-fetch.ts";
import { secretsIn, withoutSecrets } from "./secrets.ts";
import { tidyResponse } from "./tidy-response.ts";
import { TokenError } from "./token-error.ts";

/** Token endpoint, and the client to authenticate as. */
export interface TokenEndpoint {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly authentication: oauth.ClientAuth;
  readonly fetch: SafeFetch;
  readonly signal: AbortSignal;
  /** Binds the token to a key. */
  readonly dpop?: Dpop | undefined;
}

/** Grant type for exchanging one token for another: RFC 8693. */
export const tokenExchange = "urn:ietf:params:oauth:grant-type:token-exchange";

/**
 * Requests a token. Retries once if the server requires a nonce in the DPoP
 * proof. Rejects with a TokenError if the server issues no token, or an unbound
 * one although binding is required, and with the errors of `fetch`.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-5 | RFC 6749, 5}
 */
export async function requestToken(
  endpoint: TokenEndpoint,
  grantType: string,
  parameters: Readonly<Record<string, string | undefined>>,
): Promise<oauth.TokenEndpointResponse> {
  tokenUrl(endpoint.server);
  let answer = await askOnce(endpoint, grantType, parameters);
  // The retry creates new assertions and proofs, because each one is
  // single-use.
  if (answer.kind === "nonce")
    answer = await askOnce(endpoint, grantType, parameters);
  if (answer.kind !== "token") throw answer.error;
  checkBinding(endpoint, answer.token.token_type);
  if (grantType !== tokenExchange)
    checkSendable(endpoint, answer.token.access_token);
  return answer.token;
}

type TokenAnswer =
  | { readonly kind: "token"; readonly token: oauth.TokenEndpointResponse }
  /** The server requires the nonce in its response. */
  | { readonly kind: "nonce"; readonly error: TokenError }
  | { readonly kind: "refused"; readonly error: TokenError };

async function askOnce(
  endpoint: TokenEndpoint,
  grantType: string,
  parameters: Readonly<Record<string, string | undefined>>,
): Promise<TokenAnswer> {
  const { server, client, dpop } = endpoint;
  const { response, exchange } = await send(endpoint, grantType, parameters);
  const hasNonce = response.headers.has("dpop-nonce");
  try {
    const token = await oauth.processGenericTokenEndpointResponse(
      server,
      client,
      response,
      grantType === tokenExchange ? notForUse : {},
    );
    return { kind: "token", token };
  } catch (reason) {
    const isNonce = dpop && hasNonce && oauth.isDPoPNonceError(reason);
    const error = tokenError(server, exchange, reason);
    return { kind: isNonce ? "nonce" : "refused", error };
  }
}

/**
 * Returns the token endpoint. Throws an AuthorizationError if the metadata
 * contain none.
 */
export function tokenUrl({
  issuer,
  token_endpoint: url,
}: oauth.AuthorizationServer): string {
  if (url !== undefined) return url;
  throw new AuthorizationError(
    "unsupported",
    `the authorization server ${quote(issuer)} has no token endpoint`,
    { issuer },
  );
}

/**
 * Accepts other token types, because the result of an exchange need not be an
 * access token.
 */
const notForUse = { recognizedTokenTypes: { n_a: () => {} } };

/** Details of a request that error messages need. */
interface Exchange {
  /** Secrets that must not appear in errors. */
  readonly secrets: readonly string[];
  readonly status: number;
}

/** Sends a token request. Rejects with the errors of the fetch. */
async function send(
  { server, client, authentication, fetch, signal, dpop }: TokenEndpoint,
  grantType: string,
  parameters: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly response: Response; readonly exchange: Exchange }> {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) given.set(name, value);
  const options = libraryOptions(fetch, signal);
  let exchange: Exchange = { secrets: [], status: 0 };
  const response = await oauth.genericTokenEndpointRequest(
    server,
    client,
    authentication,
    grantType,
    given,
    {
      ...options,
      [oauth.customFetch]: async (url, sent) => {
        const got = await options[oauth.customFetch](url, sent);
        exchange = { secrets: secretsIn(sent), status: got.status };
        return tidyResponse(got);
      },
      ...(dpop ? { DPoP: dpop.handle } : {}),
    },
  );
  return { response, exchange };
}

/**
 * Converts an error of oauth4webapi. Only its codes are used: other errors
 * contain the request.
 */
function tokenError(
  { issuer }: oauth.AuthorizationServer,
  { secrets, status }: Exchange,
  reason: unknown,
): TokenError {
  const who = `the authorization server ${quote(issuer)}`;
  if (!(reason instanceof oauth.ResponseBodyError)) {
    const told =
      status === 200 ? "sent no token" : `answers with HTTP ${status}`;
    return new TokenError(`${who} ${told}`, { issuer, status });
  }
  const { error, error_description: description } = reason;
  const told = [error, description]
    .filter((text) => typeof text === "string" && text !== "")
    .map((text) => withoutSecrets(String(text), secrets));
  const message = `${who} issued no token: ${told.join(": ")}`;
  const code = withoutSecrets(error, secrets);
  return new TokenError(message, { code, issuer, status });
}

/**
 * Throws a TokenError if a token is not valid in a header. The platform's own
 * error would contain the token.
 */
function checkSendable(
  { server: { issuer } }: TokenEndpoint,
  token: string,
): void {
  if (/^[\x21-\x7E]+$/.test(token)) return;
  throw new TokenError(
    `the authorization server ${quote(issuer)} issued a token that is not valid in a header`,
    { issuer, status: 200 },
  );
}

/**
 * Throws a TokenError if the server did not bind the token although it is
 * required, or bound it although the client has no key.
 */
function checkBinding(
  { server: { issuer }, dpop }: TokenEndpoint,
  tokenType: string,
): void {
  const isBound = tokenType === "dpop";
  if (isBound ? dpop : !dpop?.isRequired) return;
  const told = isBound
    ? "bound its token to a key, but the client has none"
    : "issued a token that is not bound to the key of the client (DPoP)";
  throw new TokenError(`the authorization server ${quote(issuer)} ${told}`, {
    issuer,
    status: 200,
  });
}
