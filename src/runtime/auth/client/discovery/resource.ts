/**
 * The canonical URI of an MCP server: what `resource` says where the server says
 * nothing of it. Without credentials, fragment and trailing slash.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization#canonical-server-uri | Canonical Server URI}
 */
export function canonicalResource(server: URL): string {
  return `${server.origin}${trimmedPath(server)}${server.search}`;
}

/**
 * Whether a resource that metadata name is the server, or what the server is part
 * of: the same origin and a path that leads to the server's. A trailing slash makes
 * no difference; a query, where the resource has one, must be the server's.
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
