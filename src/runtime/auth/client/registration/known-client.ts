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

/** A client whose id was known before. */
export type KnownClient = PublicIdentity | SecretIdentity | KeyIdentity;

/** What is known of a client before it is used at a server. */
interface BoundClient {
  readonly id: string;
  readonly issuer: string | undefined;
}

/**
 * Throws an AuthorizationError unless a client may be used at an authorization
 * server: at the one it says, or at the first that it was ever used at.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization/client-registration#authorization-server-binding | Authorization Server Binding}
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
      ? `if that one knows it now, say so by "issuer" of "client"`
      : `"client" is for one authorization server`;
  throw new AuthorizationError(
    "registration",
    `the client ${quote(id)} belongs to ${quote(bound)}, and the server now ` +
      `names ${quote(asked)}: it is not sent there; ${hint}`,
    { issuer: asked },
  );
}

/** The first authorization server that a client was used at stays the only one. */
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

/** How a client that was known before says who it is. Throws an AuthorizationError. */
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

/** Throws an AuthorizationError for an address that can be no client's id. */
export function requireDocumentUrl(text: string): void {
  const { pathname } = checkUrl(text, "client.metadataUrl", false);
  const shown = quote(text);
  if (pathname === "/" || /\/\.{1,2}(\/|$)/.test(text))
    throw new AuthorizationError(
      "unsafe-address",
      `client.metadataUrl must have a path, without "." and "..": ${shown}`,
    );
}
