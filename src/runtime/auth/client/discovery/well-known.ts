/**
 * Where a server's protected resource metadata may be, in order: at its path, then
 * at the root. The query of the server's URL is kept, because it can be what tells
 * resources apart.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements | Protected Resource Metadata Discovery}
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
 * Where an authorization server's metadata may be, in the order of the
 * specification: inserted before the path for OAuth, the same for OpenID Connect,
 * and appended to the path for OpenID Connect.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery | Authorization Server Metadata Discovery}
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
  // Never resolved against the base: a path such as `//host` would be another host.
  return new URL(`${origin}${path}${search}`);
}
