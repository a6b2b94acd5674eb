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
  readKept,
  registrationsKey,
  writeKept,
  type KeptClient,
} from "./kept.ts";
import {
  knownAuthentication,
  requireDocumentUrl,
  requireIssuer,
} from "./known-client.ts";

/** Who this client is to one authorization server. */
export interface Registered {
  readonly client: oauth.Client;
  readonly authentication: oauth.ClientAuth;
  /** Where people may be sent back to; anywhere where it is not known. */
  readonly redirectUris: readonly string[] | undefined;
  /** Whether the client registered itself: it can do so again. */
  readonly isDynamic: boolean;
}

export interface RegistrationNeeds extends Registrar {
  readonly store: AuthStore;
  /** What the program says of its client. */
  readonly options: {
    readonly name?: string;
    readonly client?: ClientIdentity;
    readonly metadata?: Readonly<Record<string, unknown>>;
  };
  /** Where a person will be sent back to, where one is. */
  readonly redirectUri?: string | undefined;
  /** What will be asked for: a registration for less does not do. */
  readonly scopes?: readonly string[];
  /** The one client that will do, because tokens were given to it. */
  readonly clientId?: string | undefined;
  /** A client that the server does not know any longer: it is forgotten. */
  readonly stale?: string | undefined;
}

/**
 * Who this client is to an authorization server: known before, described at an
 * address, or registered, now or earlier. Nothing that one server gave is used at
 * another. Throws an AuthorizationError that says what to do.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization/client-registration | Client Registration}
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

/** Where people can be sent back to without registering again: for a login that has the choice. */
export async function knownRedirectUris({
  server,
  options: { client },
  store,
}: RegistrationNeeds): Promise<readonly string[]> {
  if (client?.id !== undefined) return client.redirectUris ?? [];
  if (client && takesDocuments(server)) return client.redirectUris ?? [];
  const kept = await readKept(store, server.issuer);
  const usable = kept.filter((one) => !isSecretExpired(one) && !one.isDoubted);
  return usable.flatMap(({ redirectUris }) => redirectUris);
}

/** The library does not know the name of this one. */
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
    `${quote(redirectUri)} is none of the redirectUris of "client"`,
    { issuer },
  );
}

/** On loopback any port is as good as the registered one: RFC 8252, 7.3. */
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
  const found = fitting(await readKept(store, issuer), needs);
  if (found) return authenticated(found, server);
  // Alone, for other processes too: one of them registers, the others use it.
  const kept = await store.lock(registrationsKey(issuer), () =>
    registerAlone(needs),
  );
  return authenticated(kept, server);
}

async function registerAlone(needs: RegistrationNeeds): Promise<KeptClient> {
  const { server, store, options, redirectUri, scopes = [], stale } = needs;
  const { issuer } = server;
  const all = await readKept(store, issuer);
  const kept = all.filter((one) => one.id !== stale && !isSecretExpired(one));
  const found = fitting(kept, needs);
  if (found) return found;
  if (needs.clientId !== undefined || redirectUri === undefined) {
    if (kept.length < all.length) await writeKept(store, issuer, kept);
    throw lost(needs);
  }
  const { name, metadata } = options;
  const described = { server, redirectUri, scopes, name, metadata };
  const client = await registerClient(clientMetadata(described), needs);
  await writeKept(store, issuer, [client, ...kept]);
  return client;
}

function lost({ server, clientId }: RegistrationNeeds): AuthorizationError {
  const { issuer } = server;
  const why =
    clientId === undefined
      ? 'there is nobody to log in, so a client is needed that is known there: give it as "client"'
      : `the registration ${quote(clientId)} there is not known any longer`;
  return new AuthorizationError(
    "registration",
    `the authorization server is ${quote(issuer)}, and ${why}`,
    { issuer },
  );
}

function fitting(
  kept: readonly KeptClient[],
  { clientId, redirectUri, scopes = [], stale }: RegistrationNeeds,
): KeptClient | undefined {
  return kept.find((client) => {
    if (client.id === stale || isSecretExpired(client)) return false;
    if (clientId !== undefined) return client.id === clientId;
    if (redirectUri === undefined || client.isDoubted) return false;
    if (!client.redirectUris.includes(redirectUri)) return false;
    return scopes.every((scope) => client.scopes?.includes(scope) ?? true);
  });
}

function authenticated(
  { id, secret, method, redirectUris }: KeptClient,
  server: oauth.AuthorizationServer,
): Registered {
  return {
    client: { client_id: id },
    authentication: authenticationOf(secret, method, server),
    redirectUris,
    isDynamic: true,
  };
}

/** By what the server registered; where it did not say, by what it lists. */
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
        `the authorization server ${quote(issuer)} registered this client for ${quote(method)}, which it cannot do`,
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
