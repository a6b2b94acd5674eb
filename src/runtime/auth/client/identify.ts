import * as oauth from "oauth4webapi";
import { isObject } from "../../wire/message.ts";
import {
  keyAuthentication,
  secretAuthentication,
} from "./credentials/authentication.ts";
import { libraryOptions } from "./fetch/custom-fetch.ts";
import { AuthorizationError } from "./errors.ts";
import type { Settings } from "./settings.ts";
import { isTexts, readJson, storeKey, writeJson } from "./tokens.ts";

/** Who this client is at one authorization server. */
export interface Identified {
  readonly client: oauth.Client;
  readonly authentication: oauth.ClientAuth;
  /** Where people may be sent back to; undefined where nobody said so. */
  readonly redirectUris?: readonly string[] | undefined;
  /** Whether it registered itself, and can do so again. */
  readonly isDynamic: boolean;
}

export interface IdentifyRequest {
  readonly server: oauth.AuthorizationServer;
  /** What is needed of the registration, where there has to be one. */
  readonly redirectUri?: string | undefined;
  /** Whether one that is known is of no use. */
  readonly isAnew?: boolean;
  /** Whether it may register where nothing is known. */
  readonly mayRegister: boolean;
  readonly signal: AbortSignal;
}

/** STUB until registration is there. */
export async function identify(
  { client: given, store, fetch, name }: Settings,
  request: IdentifyRequest,
): Promise<Identified | undefined> {
  const { server, redirectUri, isAnew, mayRegister, signal } = request;
  if (given?.id !== undefined) {
    const { id, redirectUris } = given;
    const authentication = given.privateKey
      ? await keyAuthentication(given, server)
      : given.secret !== undefined
        ? secretAuthentication(given.secret, given.method, server)
        : oauth.None();
    return {
      client: { client_id: id },
      authentication,
      redirectUris,
      isDynamic: false,
    };
  }
  const key = await storeKey("client", server.issuer);
  const known = isAnew ? undefined : await readJson(store, key);
  if (isObject(known) && isTexts(known["redirectUris"])) {
    const { redirectUris } = known;
    if (redirectUri === undefined || redirectUris.includes(redirectUri))
      return {
        client: { client_id: String(known["id"]) },
        authentication: oauth.None(),
        redirectUris,
        isDynamic: true,
      };
  }
  if (!mayRegister || redirectUri === undefined) return undefined;
  if (!server.registration_endpoint)
    throw new AuthorizationError("registration", "no registration");
  const made = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      server,
      {
        client_name: name,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "none",
        application_type: "native",
      },
      libraryOptions(fetch, signal) as never,
    ),
  );
  await writeJson(store, key, {
    id: made.client_id,
    redirectUris: [redirectUri],
  });
  return {
    client: { client_id: made.client_id },
    authentication: oauth.None(),
    redirectUris: [redirectUri],
    isDynamic: true,
  };
}
