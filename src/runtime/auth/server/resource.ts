import { refuseOption } from "../../protocol/sound-option.ts";

/**
 * Well-known path of resource metadata, followed by the path of the resource.
 */
export const wellKnownPath = "/.well-known/oauth-protected-resource";

/** URL of the server, as clients and authorization servers use it. */
export interface ResourceName {
  /** URL exactly as given. */
  readonly text: string;
  readonly url: URL;
  /**
   * URL of the metadata: the well-known path, followed by the path and query of
   * the resource.
   */
  readonly metadataUrl: string;
}

/**
 * Parses the URL of a resource. Throws a TypeError for a URL without a host,
 * with a fragment or credentials, or with http except on loopback.
 */
export function readResource(text: string): ResourceName {
  const url = webUrl("resource", text);
  const path = url.pathname === "/" ? "" : url.pathname;
  const metadataUrl = `${url.origin}${wellKnownPath}${path}${url.search}`;
  return { text, url, metadataUrl };
}

/**
 * Parses an https URL, or an http URL on loopback. Throws a TypeError for any
 * other.
 */
export function webUrl(option: string, text: string): URL {
  const allowed =
    "a URL of https (of http on loopback), without fragment and credentials";
  // Callers in JavaScript may pass any value.
  if (typeof text !== "string" || !URL.canParse(text))
    return refuseOption(option, allowed, text);
  const url = new URL(text);
  const { protocol, hostname, username, password } = url;
  const isSafe =
    protocol === "https:" || (protocol === "http:" && isLocal(hostname));
  const isClean = username === "" && password === "" && !text.includes("#");
  return isSafe && isClean ? url : refuseOption(option, allowed, text);
}

/**
 * Normalizes a resource identifier for comparison: case of scheme and host,
 * default port, trailing slash. Identifiers that are not URLs, which some
 * authorization servers use, remain unchanged.
 */
export function comparable(name: string): string {
  if (!/^https?:\/\//i.test(name) || !URL.canParse(name)) return name;
  const url = new URL(name);
  if (url.pathname.endsWith("/")) url.pathname = url.pathname.slice(0, -1);
  return url.href;
}

function isLocal(hostname: string): boolean {
  return (
    ["localhost", "[::1]"].includes(hostname) ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}
