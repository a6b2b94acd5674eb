import * as oauth from "oauth4webapi";
import { quote } from "../../../http/shared/quote.ts";
import { clientAuthentication } from "../credentials/authentication.ts";
import { AuthorizationError } from "../errors.ts";
import {
  requestToken,
  tokenExchange,
} from "../token-endpoint/request-token.ts";
import type { GrantContext } from "./context.ts";
import { givenToken, jwtBearer } from "./jwt-bearer.ts";
import type {
  EnterpriseMachine,
  IdentityProvider,
  SubjectToken,
} from "./machine.ts";
import { requireClient, requireGrant, scopeOf } from "./require-grant.ts";

const tokenType = "urn:ietf:params:oauth:token-type:";
const idJag = "urn:ietf:params:oauth:token-type:id-jag";

/**
 * Requests a token for an employee. The identity provider issues an assertion
 * (ID-JAG) for this authorization server and this MCP server only, which the
 * authorization server exchanges for a token.
 */
export async function enterpriseGrant(
  machine: EnterpriseMachine,
  context: GrantContext,
): Promise<oauth.TokenEndpointResponse> {
  const { server, resource } = context;
  // Checked before the identity provider discloses the user's identity.
  requireGrant(server, jwtBearer);
  const endpoint = { ...context, ...requireClient(context) };
  const assertion = await exchange(machine, context);
  const scope = scopeOf(context);
  return requestToken(endpoint, jwtBearer, { assertion, resource, scope });
}

/**
 * Requests an ID-JAG for the authorization server from the identity provider.
 */
async function exchange(
  { idp, subjectToken }: EnterpriseMachine,
  context: GrantContext,
): Promise<string> {
  const provider = await providerOf(idp, context);
  requireGrant(provider, tokenExchange);
  const subject = await subjectToken();
  const { fetch, signal, resource } = context;
  const { access_token: assertion, issued_token_type: issued } =
    await requestToken(
      {
        server: provider,
        client: { client_id: idp.client.id },
        authentication: await clientAuthentication(idp.client, provider),
        fetch,
        signal,
      },
      tokenExchange,
      {
        requested_token_type: idJag,
        audience: context.server.issuer,
        resource,
        scope: scopeOf(context),
        subject_token: givenToken(subject.token, "machine.subjectToken"),
        subject_token_type: typeOf(subject),
      },
    );
  if (issued === idJag) return assertion;
  const { issuer } = provider;
  throw new AuthorizationError(
    "token",
    `the identity provider ${quote(issuer)} issued a token of the type ${quote(issued)} instead of ${idJag}: it is not used`,
    { issuer },
  );
}

/**
 * Returns the identity provider's metadata. If the token endpoint is
 * configured, nothing is fetched.
 */
async function providerOf(
  { issuer, tokenEndpoint }: IdentityProvider,
  { fetch, findServer }: GrantContext,
): Promise<oauth.AuthorizationServer> {
  if (tokenEndpoint !== undefined) {
    fetch.check(tokenEndpoint, "machine.idp.tokenEndpoint");
    return { issuer: issuer ?? tokenEndpoint, token_endpoint: tokenEndpoint };
  }
  if (issuer !== undefined) return findServer(issuer);
  throw new TypeError("machine.idp: expected an issuer or a tokenEndpoint");
}

function typeOf({ type = "id_token" }: SubjectToken): string {
  return type.startsWith("urn:") ? type : `${tokenType}${type}`;
}
