import * as oauth from "oauth4webapi";
import { quote } from "../../../http/shared/quote.ts";
import { libraryOptions } from "../fetch/custom-fetch.ts";
import { AuthorizationError } from "../errors.ts";
import type { Dpop } from "../dpop/dpop.ts";
import type { SafeFetch } from "../fetch/safe-fetch.ts";
import { secretsIn, withoutSecrets } from "./secrets.ts";
import { tidyResponse } from "./tidy-response.ts";
import { TokenError } from "./token-error.ts";

/** Where tokens come from, and who asks. */
export interface TokenEndpoint {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly authentication: oauth.ClientAuth;
  readonly fetch: SafeFetch;
  readonly signal: AbortSignal;
  /** Binds the token to a key. */
  readonly dpop?: Dpop | undefined;
}

/** Asks for one token by another. */
export const tokenExchange = "urn:ietf:params:oauth:grant-type:token-exchange";

/**
 * Asks for a token, once more where the server wants a nonce in the proof. Rejects
 * with a TokenError when the server gives none, or one that is not bound though it
 * has to be; with what `fetch` rejects with when there is no answer.
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
  // Made anew with its assertions and proofs: each of them counts once.
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
  /** It wants the nonce that it sent along. */
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
 * Where tokens come from. Throws an AuthorizationError for a server that does not
 * say.
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

/** What is exchanged for need not be an access token. */
const notForUse = { recognizedTokenTypes: { n_a: () => {} } };

/** What went over the wire, as far as an error needs it. */
interface Exchange {
  /** What no error may repeat. */
  readonly secrets: readonly string[];
  readonly status: number;
}

/** Rejects with what the fetch rejects with. */
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

/** Of the library's errors only the codes are told: the others hold what was sent. */
function tokenError(
  { issuer }: oauth.AuthorizationServer,
  { secrets, status }: Exchange,
  reason: unknown,
): TokenError {
  const who = `the authorization server ${quote(issuer)}`;
  if (!(reason instanceof oauth.ResponseBodyError)) {
    const told =
      status === 200 ? "answers with no token" : `answers with HTTP ${status}`;
    return new TokenError(`${who} ${told}`, { issuer, status });
  }
  const { error, error_description: description } = reason;
  const told = [error, description]
    .filter((text) => typeof text === "string" && text !== "")
    .map((text) => withoutSecrets(String(text), secrets));
  const message = `${who} gives no token: ${told.join(": ")}`;
  const code = withoutSecrets(error, secrets);
  return new TokenError(message, { code, issuer, status });
}

/** A header could not be sent with any other, and the platform's error of it would show it. */
function checkSendable(
  { server: { issuer } }: TokenEndpoint,
  token: string,
): void {
  if (/^[\x21-\x7E]+$/.test(token)) return;
  throw new TokenError(
    `the authorization server ${quote(issuer)} gives a token that no header can hold`,
    { issuer, status: 200 },
  );
}

/** A proof that was asked for and not heeded leaves a token that anyone can use. */
function checkBinding(
  { server: { issuer }, dpop }: TokenEndpoint,
  tokenType: string,
): void {
  const isBound = tokenType === "dpop";
  if (isBound ? dpop : !dpop?.isRequired) return;
  const told = isBound
    ? "binds its token to a key, and the client has none"
    : "gives a token that is not bound to the key of the client (DPoP)";
  throw new TokenError(`the authorization server ${quote(issuer)} ${told}`, {
    issuer,
    status: 200,
  });
}
