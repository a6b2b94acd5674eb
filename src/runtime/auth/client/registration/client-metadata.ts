import type { AuthorizationServer } from "oauth4webapi";
import { quote } from "../../../http/shared/quote.ts";
import { AuthorizationError } from "../errors.ts";
import { isLoopback } from "../../../http/shared/loopback.ts";

/** Metadata of a client for dynamic registration. */
export interface ClientMetadata {
  readonly client_name: string;
  readonly redirect_uris: readonly string[];
  readonly grant_types: readonly string[];
  readonly response_types: readonly string[];
  readonly token_endpoint_auth_method: string;
  readonly application_type: "native" | "web";
  readonly scope?: string;
  readonly [name: string]: unknown;
}

export interface MetadataNeeds {
  readonly server: AuthorizationServer;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** Name of the client; `mcp-gen` by default. */
  readonly name?: string | undefined;
  /** Overrides for the default metadata. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Returns the metadata to register a client with. `application_type` follows
 * from the redirect URI, and `token_endpoint_auth_method` from the methods that
 * the server lists.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization/client-registration#application-type-and-redirect-uri-constraints
 * | Application Type}
 */
export function clientMetadata(needs: MetadataNeeds): ClientMetadata {
  const { server, redirectUri, scopes, name = "mcp-gen", metadata } = needs;
  const type = applicationType(redirectUri);
  const grants = server.grant_types_supported;
  const refreshes = grants?.includes("refresh_token") ?? true;
  return {
    client_name: name,
    grant_types: [
      "authorization_code",
      ...(refreshes ? ["refresh_token"] : []),
    ],
    response_types: ["code"],
    token_endpoint_auth_method: methodFor(type, server),
    application_type: type,
    ...(scopes.length > 0 && { scope: scopes.join(" ") }),
    ...metadata,
    redirect_uris: redirectsOf(redirectUri, metadata?.["redirect_uris"]),
  };
}

/**
 * Returns the redirect URIs to register; always includes the one of this login.
 */
function redirectsOf(redirectUri: string, others: unknown): readonly string[] {
  if (!Array.isArray(others)) return [redirectUri];
  const texts = others.filter((uri) => typeof uri === "string");
  return [...new Set([redirectUri, ...texts])];
}

/**
 * Returns the application type: "web" for http and https URLs except loopback,
 * "native" for all others.
 */
export function applicationType(redirectUri: string): "native" | "web" {
  if (!URL.canParse(redirectUri)) return "native";
  const { protocol, hostname } = new URL(redirectUri);
  const isWeb = protocol === "https:" || protocol === "http:";
  return isWeb && !isLoopback(hostname) ? "web" : "native";
}

/**
 * Chooses the authentication method. Native clients prefer `none`, because a
 * secret on every user's machine is not confidential; web applications prefer a
 * secret. The default of a server that lists no methods is
 * `client_secret_basic`.
 */
function methodFor(
  type: "native" | "web",
  {
    issuer,
    token_endpoint_auth_methods_supported: listed,
  }: AuthorizationServer,
): string {
  const secrets = ["client_secret_basic", "client_secret_post"];
  const wanted =
    type === "native" ? ["none", ...secrets] : [...secrets, "none"];
  if (!listed) return "client_secret_basic";
  const method = wanted.find((name) => listed.includes(name));
  if (method !== undefined) return method;
  throw new AuthorizationError(
    "registration",
    `the authorization server ${quote(issuer)} only supports the client authentication ` +
      `${quote(listed.join(", "))} only: register a client there, and set it as "client"`,
    { issuer },
  );
}
