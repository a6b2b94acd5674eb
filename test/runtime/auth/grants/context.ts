import * as oauth from "oauth4webapi";
import { createSafeFetch } from "../../../../src/runtime/auth/client/fetch/safe-fetch.ts";
import { findServerMetadata } from "../../../../src/runtime/auth/client/discovery/server-metadata.ts";
import type { GrantContext } from "../../../../src/runtime/auth/client/grants/context.ts";
import { secretAuthentication } from "../../../../src/runtime/auth/client/credentials/authentication.ts";
import type { AuthorizationServer } from "../../../support/auth/index.ts";

export const resource = "https://mcp.example/mcp";

const fetch = createSafeFetch({ allowLoopback: true });

/** Asks an authorization server what it says of itself, as a client does. */
export async function metadataOf(
  issuer: string,
): Promise<oauth.AuthorizationServer> {
  const found = await findServerMetadata([issuer], {
    fetch,
    signal,
    revision: undefined,
  });
  if (found.kind === "absent") throw new Error(found.why.join());
  return found.server;
}

const { signal } = new AbortController();

/** What a grant is given for a server. */
export async function contextOf(
  { issuer }: { readonly issuer: string },
  changes: Partial<GrantContext> = {},
): Promise<GrantContext> {
  return {
    server: await metadataOf(issuer),
    resource,
    scopes: [],
    registered: undefined,
    fetch,
    signal,
    findServer: metadataOf,
    ...changes,
  };
}

export const known = {
  id: "me",
  secret: "a secret of some length",
  method: "client_secret_basic",
} as const;

/** What a grant is given for a server that knows the client. */
export async function asKnown(
  server: AuthorizationServer,
  changes: Partial<GrantContext> = {},
): Promise<GrantContext> {
  const metadata = await metadataOf(server.issuer);
  return contextOf(server, {
    registered: {
      client: { client_id: known.id },
      authentication: secretAuthentication(known.secret, undefined, metadata),
    },
    ...changes,
  });
}
