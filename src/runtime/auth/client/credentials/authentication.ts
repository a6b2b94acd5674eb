import * as oauth from "oauth4webapi";
import { quote } from "../../../http/shared/quote.ts";
import {
  isSigningAlgorithm,
  namedAs,
  signingAlgorithms,
  signingKey,
  type PrivateKeyOptions,
} from "./private-key.ts";

/** Method to send a client secret with. */
export type SecretMethod = "client_secret_basic" | "client_secret_post";

/** Private key of a client, and the audience of its assertions. */
export interface KeyCredential extends PrivateKeyOptions {
  /**
   * Audience (`aud`) of the assertions: the `issuer` by default. Some servers
   * only accept their `token-endpoint`.
   */
  readonly audience?: "issuer" | "token-endpoint";
}

/**
 * Throws a TypeError for invalid client credentials. The message contains no
 * value, because a secret may be in the wrong field.
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
 * Returns the client authentication with a secret, by the given method or by
 * one that the server lists. The default of a server that lists no methods is
 * `client_secret_basic`. Throws a TypeError if the server lists neither method.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 | RFC 6749,
 * 2.3.1}
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

/** Credentials of a client of any kind. */
export interface ClientProof extends Partial<
  Omit<KeyCredential, "privateKey">
> {
  readonly privateKey?: KeyCredential["privateKey"] | undefined;
  readonly secret?: string | undefined;
  readonly method?: SecretMethod | undefined;
}

/**
 * Returns the client authentication with a key or a secret, or without
 * credentials if there are none. Throws a TypeError if the credentials are
 * invalid.
 */
export async function clientAuthentication(
  client: ClientProof,
  server: oauth.AuthorizationServer,
): Promise<oauth.ClientAuth> {
  // Checks the values, because without `strictNullChecks` compilers do not
  // narrow by absent members.
  const { secret, method, privateKey } = client;
  if (privateKey !== undefined)
    return keyAuthentication({ ...client, privateKey }, server);
  if (secret === undefined) return oauth.None();
  return secretAuthentication(secret, method, server);
}

/**
 * Returns the client authentication with a private key: `private_key_jwt`.
 * Throws a TypeError if the key is invalid or does not support the algorithm.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7523#section-2.2 | RFC 7523,
 * 2.2}
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
 * Returns client_secret_basic authentication. oauth4webapi also escapes
 * characters that a form need not escape, such as `-`. That is correct, but
 * some servers do not decode it. This escapes only the required characters.
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
    `the authorization server ${quote(issuer)} supports no client secret, only ${quote(listed.join(", "))}: set a method to send one anyway`,
  );
}
