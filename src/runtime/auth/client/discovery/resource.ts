/**
 * Returns the canonical URI of an MCP server: the `resource` parameter if the
 * server has no metadata. Without credentials, fragment and trailing slash.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization#canonical-server-uri
 * | Canonical Server URI}
 */
export function canonicalResource(server: URL): string {
  return `${server.origin}${trimmedPath(server)}${server.search}`;
}

/**
 * True if a resource from metadata is the server or contains it: same origin,
 * and its path is a prefix of the server's path. Ignores a trailing slash. A
 * query in the resource must equal the server's.
 */
export function isResourceOf(resource: string, server: URL): boolean {
  if (!URL.canParse(resource) || resource.includes("#")) return false;
  const url = new URL(resource);
  if (url.origin === "null" || url.origin !== server.origin) return false;
  if (url.username !== "" || url.password !== "") return false;
  if (url.search !== "" && url.search !== server.search) return false;
  const path = trimmedPath(url);
  const served = trimmedPath(server);
  return served === path || served.startsWith(`${path}/`);
}

function trimmedPath({ pathname }: URL): string {
  return pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
}
