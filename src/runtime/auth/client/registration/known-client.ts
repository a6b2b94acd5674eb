import * as oauth from "oauth4webapi";
import { quote } from "../../../http/shared/quote.ts";
import { toError } from "../../../protocol/errors.ts";
import type {
  DocumentIdentity,
  KeyIdentity,
  PublicIdentity,
  SecretIdentity,
} from "../client-identity.ts";
import { clientAuthentication } from "../credentials/authentication.ts";
import { jsonObject, textOf } from "../discovery/read-json.ts";
import { AuthorizationError } from "../errors.ts";
import { checkUrl } from "../fetch/safe-url.ts";
import type { AuthStore } from "../store.ts";

/** Client that was registered manually. */
export type KnownClient = PublicIdentity | SecretIdentity | KeyIdentity;

/**
 * Client id, and the issuer that it is registered at if the program names it.
 */
interface BoundClient {
  readonly id: string;
  readonly issuer: string | undefined;
}

/**
 * Throws an AuthorizationError unless a client may be used at an authorization
 * server: its configured issuer, or the first one that it was used at.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization/client-registration#authorization-server-binding
 * | Authorization Server Binding}
 */
export async function requireIssuer(
  { id, issuer }: BoundClient,
  { issuer: asked }: oauth.AuthorizationServer,
  store: AuthStore,
): Promise<void> {
  const bound = issuer ?? (await boundIssuer(id, asked, store));
  if (bound === asked) return;
  const hint =
    issuer === undefined
      ? `if it is registered there now, set "issuer" of "client"`
      : `"client" is valid for one authorization server only`;
  throw new AuthorizationError(
    "registration",
    `the client ${quote(id)} is registered at ${quote(bound)}, but the server now ` +
      `names ${quote(asked)}: it is not used there; ${hint}`,
    { issuer: asked },
  );
}

/**
 * Returns the issuer that a client is bound to: the first authorization server
 * that it was used at.
 */
async function boundIssuer(
  id: string,
  asked: string,
  store: AuthStore,
): Promise<string> {
  const key = `issuer of ${id}`;
  return await store.lock(key, async () => {
    const kept = jsonObject((await store.get(key)) ?? "");
    const bound = kept && textOf(kept, "issuer");
    if (bound !== undefined) return bound;
    await store.set(key, JSON.stringify({ issuer: asked }));
    return asked;
  });
}

/**
 * Returns the client authentication of a manually registered client. Throws an
 * AuthorizationError.
 */
export async function knownAuthentication(
  client: KnownClient | DocumentIdentity,
  server: oauth.AuthorizationServer,
): Promise<oauth.ClientAuth> {
  try {
    return await clientAuthentication(client, server);
  } catch (cause) {
    const { message } = toError(cause);
    const { issuer } = server;
    throw new AuthorizationError("registration", message, { cause, issuer });
  }
}

/**
 * Throws an AuthorizationError if a URL is not valid as a client id metadata
 * document URL.
 */
export function requireDocumentUrl(text: string): void {
  const { pathname } = checkUrl(text, "client.metadataUrl", false);
  const shown = quote(text);
  if (pathname === "/" || /\/\.{1,2}(\/|$)/.test(text))
    throw new AuthorizationError(
      "unsafe-address",
      `client.metadataUrl must have a path, without "." and "..": ${shown}`,
    );
}
