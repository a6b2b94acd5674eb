import * as oauth from "oauth4webapi";
import { excerpt, toError } from "../../protocol/errors.ts";
import type { JsonObject } from "../../protocol/message.ts";
import { clientAuthentication } from "../client/credentials/authentication.ts";
import { libraryOptions } from "../client/fetch/custom-fetch.ts";
import { findServerMetadata } from "../client/discovery/server-metadata.ts";
import type { ResolvedIntrospectionOptions } from "./options.ts";

/** Requests the introspection response for a token. */
export type AskAbout = (token: string) => Promise<JsonObject>;

/** Lifetime of cached metadata, in milliseconds. */
const metadataMs = 3_600_000;

/**
 * Returns a function that calls the introspection endpoint from the options, or
 * from the issuer's metadata, which are fetched on first use. The function
 * rejects with an Error, without the token in it, if the request fails.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7662 | RFC 7662}
 */
export function createAsk(options: ResolvedIntrospectionOptions): AskAbout {
  const { client, fetch } = options;
  let found: Promise<oauth.AuthorizationServer> | undefined;
  let until = 0;
  const server = (): Promise<oauth.AuthorizationServer> => {
    if (found && until > Date.now()) return found;
    until = Date.now() + metadataMs;
    found = serverOf(options);
    // A failed fetch is retried with the next token.
    found.catch(() => (found = undefined));
    return found;
  };
  return async (token) => {
    let endpoint = options.url ?? options.issuer ?? "";
    try {
      const as = await server();
      endpoint = as.introspection_endpoint ?? endpoint;
      const response = await oauth.introspectionRequest(
        as,
        { client_id: client.id },
        await clientAuthentication(client, as),
        token,
        {
          ...libraryOptions(fetch),
          additionalParameters: { token_type_hint: "access_token" },
        },
      );
      return await readAnswer(as, client.id, response);
    } catch (error) {
      // Only the message is used: errors of oauth4webapi contain the request
      // and the response.
      const why = excerpt(toError(error).message, 200);
      throw new Error(`${endpoint} failed to introspect a token: ${why}`);
    }
  };
}

async function readAnswer(
  as: oauth.AuthorizationServer,
  id: string,
  response: Response,
): Promise<JsonObject> {
  const { status } = response;
  if (status !== 200) {
    const { error } = (await response.json().catch(() => ({}))) as JsonObject;
    const code = typeof error === "string" ? ` (${excerpt(error, 60)})` : "";
    throw new Error(`it answers with status ${status}${code}`);
  }
  return oauth.processIntrospectionResponse(as, { client_id: id }, response);
}

async function serverOf({
  url,
  issuer,
  fetch,
}: ResolvedIntrospectionOptions): Promise<oauth.AuthorizationServer> {
  if (url !== undefined)
    return { issuer: issuer ?? url, introspection_endpoint: url };
  const asking = { fetch, signal: undefined, revision: undefined };
  const found = await findServerMetadata([issuer ?? ""], asking);
  if (found.kind === "absent") throw new Error(found.why.join("; "));
  if (found.server.introspection_endpoint === undefined)
    throw new Error("its metadata have no introspection_endpoint");
  return found.server;
}
