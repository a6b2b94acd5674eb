import * as oauth from "oauth4webapi";
import { excerpt, toError } from "../../protocol/errors.ts";
import type { JsonObject } from "../../protocol/message.ts";
import { clientAuthentication } from "../client/credentials/authentication.ts";
import { libraryOptions } from "../client/fetch/custom-fetch.ts";
import { findServerMetadata } from "../client/discovery/server-metadata.ts";
import type { ResolvedIntrospectionOptions } from "./options.ts";

/** Asks an authorization server what it says of a token. */
export type AskAbout = (token: string) => Promise<JsonObject>;

/** How long metadata are believed, in milliseconds. */
const metadataMs = 3_600_000;

/**
 * Asks the endpoint of the options, or of the issuer's metadata, which are looked up
 * when they are first needed. Rejects with an Error, without the token in it, when
 * there is no answer.
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
    // What failed is tried again with the next token.
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
      // The library's errors hold what was sent and what came: only their words are told.
      const why = excerpt(toError(error).message, 200);
      throw new Error(`${endpoint} does not say what a token is: ${why}`);
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
