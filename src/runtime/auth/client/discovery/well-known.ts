/**
 * Returns the URLs of a server's protected resource metadata, in order: for its
 * path, then at the root. Keeps the query of the server's URL, because
 * resources can differ by it.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements
 * | Protected Resource Metadata Discovery}
 */
export function resourceMetadataUrls(server: URL): URL[] {
  const { pathname } = server;
  const slashless = pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  const suffixes = new Set([pathname === "/" ? "" : pathname, slashless, ""]);
  return [...suffixes].map((suffix) =>
    at(server, `/.well-known/oauth-protected-resource${suffix}`, server.search),
  );
}

/**
 * Returns the URLs of an authorization server's metadata, in the order of the
 * specification: OAuth before the path, OpenID Connect before the path, OpenID
 * Connect after the path.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery
 * | Authorization Server Metadata Discovery}
 */
export function serverMetadataUrls(issuer: URL): URL[] {
  const { pathname } = issuer;
  const path = pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  const paths = new Set([
    `/.well-known/oauth-authorization-server${path}`,
    `/.well-known/openid-configuration${path}`,
    `${path}/.well-known/openid-configuration`,
  ]);
  return [...paths].map((wellKnown) => at(issuer, wellKnown, ""));
}

function at({ origin }: URL, path: string, search: string): URL {
  // Not resolved against the base, because a path such as `//host` would select
  // another host.
  return new URL(`${origin}${path}${search}`);
}
