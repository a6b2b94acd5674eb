import type { RequestListener } from "node:http";
import express, { type Express } from "express";
import type { AuthorizationServer } from "../../support/auth/index.ts";
import { host, type Host } from "../http/host.ts";

/** A protected server of others, as the tests of authorization need it. */
export interface Guarded {
  readonly url: string;
  close(): Promise<void>;
}

/** What every protected server of these tests offers, whoever wrote it. */
export const offered = {
  /** Needs no more than what everything needs. */
  whoami: "whoami",
  /** Needs `notes:write`. */
  write: "write",
  everything: "notes:read",
  more: "notes:write",
} as const;

/**
 * Mounts a server on Express, once its address is known: who protects a
 * resource has to say which.
 */
export async function mounted(
  mount: (app: Express, url: URL) => void,
): Promise<Host & { readonly url: URL }> {
  const app = express();
  // Without a URL there is nothing to mount yet: nobody asks before.
  const listener: RequestListener = (request, response) =>
    app(request, response);
  const hosted = await host(listener);
  const url = new URL("/mcp", hosted.origin);
  mount(app, url);
  return { ...hosted, url };
}

/** What a token is good for, in the shape that both official servers ask for. */
export function authInfo(
  server: AuthorizationServer,
  token: string,
):
  | {
      token: string;
      clientId: string;
      scopes: string[];
      expiresAt: number;
      resource?: URL;
      extra: { subject: string };
    }
  | undefined {
  const issued = server.active(token);
  if (issued === undefined) return undefined;
  const { grant, scopes, expiresAt } = issued;
  return {
    token,
    clientId: grant.clientId,
    scopes: [...scopes],
    expiresAt: Math.floor(expiresAt / 1_000),
    ...(grant.resource !== undefined && { resource: new URL(grant.resource) }),
    extra: { subject: grant.subject },
  };
}

/** What the server of the tests says of itself, as each library types it. */
export async function metadataOf<Metadata>({
  issuer,
}: AuthorizationServer): Promise<Metadata> {
  const url = `${issuer}/.well-known/oauth-authorization-server`;
  return (await (await fetch(url)).json()) as Metadata;
}
