import type { AuthorizationServer } from "oauth4webapi";
import { quote } from "../../../http/shared/quote.ts";
import { AuthorizationError } from "../errors.ts";
import { isLoopback } from "../../../http/shared/loopback.ts";

/** What a client says of itself where it registers. */
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
  /** `mcp-gen` by default. */
  readonly name?: string | undefined;
  /** Put over what is said by default. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Describes a client to an authorization server. `application_type` follows from
 * where people are sent back to, and the way to prove itself from what the server
 * lists.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization/client-registration#application-type-and-redirect-uri-constraints | Application Type}
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

/** Whatever else the program names, this login comes back to where it does. */
function redirectsOf(redirectUri: string, others: unknown): readonly string[] {
  if (!Array.isArray(others)) return [redirectUri];
  const texts = others.filter((uri) => typeof uri === "string");
  return [...new Set([redirectUri, ...texts])];
}

/** The program on a person's machine is native, whatever it shows its pages with. */
export function applicationType(redirectUri: string): "native" | "web" {
  if (!URL.canParse(redirectUri)) return "native";
  const { protocol, hostname } = new URL(redirectUri);
  const isWeb = protocol === "https:" || protocol === "http:";
  return isWeb && !isLoopback(hostname) ? "web" : "native";
}

/**
 * A secret that is on everybody's machine is none: who can do without one does, but
 * for a web application. A server that lists nothing knows `client_secret_basic`.
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
    `the authorization server ${quote(issuer)} takes clients by ` +
      `${quote(listed.join(", "))} only: register one there, and give it as "client"`,
    { issuer },
  );
}
