import * as oauth from "oauth4webapi";
import { quote } from "../../../http/shared/quote.ts";
import {
  isSigningAlgorithm,
  namedAs,
  signingAlgorithms,
  signingKey,
  type PrivateKeyOptions,
} from "./private-key.ts";

/** How a client with a secret says who it is. */
export type SecretMethod = "client_secret_basic" | "client_secret_post";

/** What signs for a client, and to whom. */
export interface KeyCredential extends PrivateKeyOptions {
  /**
   * What assertions name as their audience: the `issuer` by default. Some servers
   * know only their `token-endpoint`.
   */
  readonly audience?: "issuer" | "token-endpoint";
}

/**
 * Throws a TypeError for what can prove no client, as far as that can be said before
 * it is used. It shows nothing of it: the secret may be in the wrong place.
 */
export function requireCredential(
  what: string,
  {
    secret,
    method = "client_secret_basic",
    privateKey,
    algorithm = "ES256",
    audience = "issuer",
  }: { readonly [name: string]: unknown },
): void {
  if (secret !== undefined && (typeof secret !== "string" || secret === ""))
    throw new TypeError(`${what}.secret is a text that is not empty`);
  if (secret !== undefined && privateKey !== undefined)
    throw new TypeError(`${what} has a secret or a privateKey, not both`);
  if (method !== "client_secret_basic" && method !== "client_secret_post")
    throw new TypeError(
      `${what}.method is client_secret_basic or client_secret_post`,
    );
  if (typeof algorithm !== "string" || !isSigningAlgorithm(algorithm))
    throw new TypeError(
      `${what}.algorithm is one of ${signingAlgorithms.join(", ")}`,
    );
  if (audience !== "issuer" && audience !== "token-endpoint")
    throw new TypeError(`${what}.audience is issuer or token-endpoint`);
}

/**
 * Proves a client with its secret: by the method given, or by the one of the two
 * that the server lists; a server that lists nothing knows `client_secret_basic`.
 * Throws a TypeError where it lists neither.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 | RFC 6749, 2.3.1}
 */
export function secretAuthentication(
  secret: string,
  method: SecretMethod | undefined,
  server: oauth.AuthorizationServer,
): oauth.ClientAuth {
  switch (method ?? listedMethod(server)) {
    case "client_secret_basic":
      return basicAuthentication(secret);
    case "client_secret_post":
      return oauth.ClientSecretPost(secret);
  }
}

/** What there may be to prove a client with, of whichever kind it is. */
export interface ClientProof extends Partial<
  Omit<KeyCredential, "privateKey">
> {
  readonly privateKey?: KeyCredential["privateKey"] | undefined;
  readonly secret?: string | undefined;
  readonly method?: SecretMethod | undefined;
}

/**
 * Proves a client by its key or its secret; one without either says who it is, and no
 * more. Throws a TypeError for what can prove nothing.
 */
export async function clientAuthentication(
  client: ClientProof,
  server: oauth.AuthorizationServer,
): Promise<oauth.ClientAuth> {
  // Not by what is absent: without `strictNullChecks` no compiler tells kinds apart by it.
  const { secret, method, privateKey } = client;
  if (privateKey !== undefined)
    return keyAuthentication({ ...client, privateKey }, server);
  if (secret === undefined) return oauth.None();
  return secretAuthentication(secret, method, server);
}

/**
 * Proves a client by what its private key signs: `private_key_jwt`. Throws a
 * TypeError for a key that is none, or cannot do what is asked.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7523#section-2.2 | RFC 7523, 2.2}
 */
export async function keyAuthentication(
  credential: KeyCredential,
  server: oauth.AuthorizationServer,
): Promise<oauth.ClientAuth> {
  const listed = server.token_endpoint_auth_signing_alg_values_supported;
  const { key, algorithm } = await signingKey(credential, listed);
  const rename = namedAs(algorithm);
  return oauth.PrivateKeyJwt(key, {
    [oauth.modifyAssertion](header, payload) {
      rename(header, payload);
      if (credential.audience === "token-endpoint")
        payload["aud"] = server.token_endpoint;
    },
  });
}

/**
 * `oauth4webapi` escapes what a form may leave as it is, such as `-`: right by the
 * letter, and not undone by servers that decode nothing. What every form has to
 * escape is escaped.
 */
function basicAuthentication(secret: string): oauth.ClientAuth {
  return (_server, { client_id: id }, _body, headers) => {
    const credentials = btoa(`${formText(id)}:${formText(secret)}`);
    headers.set("authorization", `Basic ${credentials}`);
  };
}

function formText(text: string): string {
  return new URLSearchParams([[text, ""]]).toString().slice(0, -1);
}

function listedMethod({
  issuer,
  token_endpoint_auth_methods_supported: listed,
}: oauth.AuthorizationServer): SecretMethod {
  if (!Array.isArray(listed) || listed.includes("client_secret_basic"))
    return "client_secret_basic";
  if (listed.includes("client_secret_post")) return "client_secret_post";
  throw new TypeError(
    `the authorization server ${quote(issuer)} takes no client secret, only ${quote(listed.join(", "))}: name a method to send one all the same`,
  );
}
