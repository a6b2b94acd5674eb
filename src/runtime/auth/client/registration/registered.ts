import * as oauth from "oauth4webapi";
import { quote } from "../../../http/shared/quote.ts";
import { toError } from "../../../protocol/errors.ts";
import type { ClientIdentity } from "../client-identity.ts";
import { secretAuthentication } from "../credentials/authentication.ts";
import { AuthorizationError } from "../errors.ts";
import { isLoopback } from "../../../http/shared/loopback.ts";
import type { AuthStore } from "../store.ts";
import { clientMetadata } from "./client-metadata.ts";
import { registerClient, type Registrar } from "./dynamic.ts";
import {
  isSecretExpired,
  readRegistrations,
  registrationsKey,
  writeRegistrations,
  type StoredClient,
} from "./kept.ts";
import {
  knownAuthentication,
  requireDocumentUrl,
  requireIssuer,
} from "./known-client.ts";

/** Identity of this client at one authorization server. */
export interface Registered {
  readonly client: oauth.Client;
  readonly authentication: oauth.ClientAuth;
  /** Registered redirect URIs; undefined if unknown, which allows any. */
  readonly redirectUris: readonly string[] | undefined;
  /** True if the client registered itself and can do so again. */
  readonly isDynamic: boolean;
}

export interface RegistrationNeeds extends Registrar {
  readonly store: AuthStore;
  /** Client options of the program. */
  readonly options: {
    readonly name?: string;
    readonly client?: ClientIdentity;
    readonly metadata?: Readonly<Record<string, unknown>>;
  };
  /** Redirect URI of the login; undefined without a login. */
  readonly redirectUri?: string | undefined;
  /** Scopes to request. A registration for fewer scopes is not used. */
  readonly scopes?: readonly string[];
  /** Client id that is required, because tokens were issued to it. */
  readonly clientId?: string | undefined;
  /** Client id that the server no longer knows. Its registration is deleted. */
  readonly stale?: string | undefined;
}

/**
 * Returns the identity of this client at an authorization server: registered
 * manually, described by a client id metadata document, or registered
 * dynamically (now or earlier). Credentials of one authorization server are
 * never used at another. Throws an AuthorizationError that says what to do.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization/client-registration
 * | Client Registration}
 */
export async function registered(
  needs: RegistrationNeeds,
): Promise<Registered> {
  const { server, options, store } = needs;
  const { client } = options;
  if (client?.id !== undefined) {
    const { id, issuer } = client;
    await requireIssuer({ id, issuer }, server, store);
    return await known(id, client, needs);
  }
  if (client?.metadataUrl !== undefined) {
    requireDocumentUrl(client.metadataUrl);
    if (takesDocuments(server))
      return await known(client.metadataUrl, client, needs);
  }
  return await dynamic(needs);
}

/**
 * Returns the redirect URIs that need no new registration, for logins that can
 * choose their redirect URI.
 */
export async function knownRedirectUris({
  server,
  options: { client },
  store,
}: RegistrationNeeds): Promise<readonly string[]> {
  if (client?.id !== undefined) return client.redirectUris ?? [];
  if (client && takesDocuments(server)) return client.redirectUris ?? [];
  const kept = await readRegistrations(store, server.issuer);
  const usable = kept.filter((one) => !isSecretExpired(one) && !one.isDoubted);
  return usable.flatMap(({ redirectUris }) => redirectUris);
}

/**
 * True if the server supports client id metadata documents. oauth4webapi has no
 * type for this field.
 */
function takesDocuments(server: oauth.AuthorizationServer): boolean {
  return server["client_id_metadata_document_supported"] === true;
}

async function known(
  id: string,
  client: ClientIdentity,
  { server, redirectUri }: RegistrationNeeds,
): Promise<Registered> {
  const { redirectUris } = client;
  if (redirectUri !== undefined && redirectUris)
    requireRedirect(redirectUri, redirectUris, server.issuer);
  return {
    client: { client_id: id },
    authentication: await knownAuthentication(client, server),
    redirectUris,
    isDynamic: false,
  };
}

function requireRedirect(
  redirectUri: string,
  redirectUris: readonly string[],
  issuer: string,
): void {
  const wanted = withoutLoopbackPort(redirectUri);
  if (redirectUris.some((uri) => withoutLoopbackPort(uri) === wanted)) return;
  throw new AuthorizationError(
    "registration",
    `${quote(redirectUri)} is not in the redirectUris of "client"`,
    { issuer },
  );
}

/**
 * Removes the port of a loopback URI, because any port is valid there: RFC
 * 8252, 7.3.
 */
function withoutLoopbackPort(uri: string): string {
  if (!URL.canParse(uri)) return uri;
  const url = new URL(uri);
  if (url.protocol !== "http:" || !isLoopback(url.hostname)) return uri;
  url.port = "";
  return url.href;
}

async function dynamic(needs: RegistrationNeeds): Promise<Registered> {
  const { server, store } = needs;
  const { issuer } = server;
  const found = fitting(await readRegistrations(store, issuer), needs);
  if (found) return authenticated(found, server);
  // Locked across processes: one registers the client, the others reuse it.
  const kept = await store.lock(registrationsKey(issuer), () =>
    registerAlone(needs),
  );
  return authenticated(kept, server);
}

async function registerAlone(needs: RegistrationNeeds): Promise<StoredClient> {
  const { server, store, options, redirectUri, scopes = [], stale } = needs;
  const { issuer } = server;
  const all = await readRegistrations(store, issuer);
  const kept = all.filter((one) => one.id !== stale && !isSecretExpired(one));
  const found = fitting(kept, needs);
  if (found) return found;
  if (needs.clientId !== undefined || redirectUri === undefined) {
    if (kept.length < all.length) await writeRegistrations(store, issuer, kept);
    throw lost(needs);
  }
  const { name, metadata } = options;
  const described = { server, redirectUri, scopes, name, metadata };
  const client = await registerClient(clientMetadata(described), needs);
  await writeRegistrations(store, issuer, [client, ...kept]);
  return client;
}

function lost({ server, clientId }: RegistrationNeeds): AuthorizationError {
  const { issuer } = server;
  const why =
    clientId === undefined
      ? 'without a login, a registered client is required: set it as "client"'
      : `the registration ${quote(clientId)} there no longer exists`;
  return new AuthorizationError(
    "registration",
    `the authorization server is ${quote(issuer)}, and ${why}`,
    { issuer },
  );
}

function fitting(
  kept: readonly StoredClient[],
  { clientId, redirectUri, scopes = [], stale }: RegistrationNeeds,
): StoredClient | undefined {
  return kept.find((client) => {
    if (client.id === stale || isSecretExpired(client)) return false;
    if (clientId !== undefined) return client.id === clientId;
    if (redirectUri === undefined || client.isDoubted) return false;
    if (!client.redirectUris.includes(redirectUri)) return false;
    return scopes.every((scope) => client.scopes?.includes(scope) ?? true);
  });
}

function authenticated(
  { id, secret, method, redirectUris }: StoredClient,
  server: oauth.AuthorizationServer,
): Registered {
  return {
    client: { client_id: id },
    authentication: authenticationOf(secret, method, server),
    redirectUris,
    isDynamic: true,
  };
}

/**
 * Returns the authentication method that the server registered, or else one
 * that it lists.
 */
function authenticationOf(
  secret: string | undefined,
  method: string | undefined,
  server: oauth.AuthorizationServer,
): oauth.ClientAuth {
  const { issuer, token_endpoint_auth_methods_supported: listed } = server;
  const isPublic = listed?.every((name) => name === "none") ?? false;
  if (secret === undefined || (method ?? (isPublic && "none")) === "none")
    return oauth.None();
  switch (method) {
    case undefined:
    case "client_secret_basic":
    case "client_secret_post":
      break;
    default:
      throw new AuthorizationError(
        "registration",
        `the authorization server ${quote(issuer)} registered this client with ${quote(method)}, which is not supported`,
        { issuer },
      );
  }
  try {
    return secretAuthentication(secret, method, server);
  } catch (cause) {
    const { message } = toError(cause);
    throw new AuthorizationError("registration", message, { cause, issuer });
  }
}
