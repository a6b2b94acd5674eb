import { refuseOption } from "../../protocol/sound-option.ts";

/** Where the metadata of a host's resources are, before the path of each. */
export const wellKnownPath = "/.well-known/oauth-protected-resource";

/** The server as clients and authorization servers name it. */
export interface ResourceName {
  /** To the letter, as it was given. */
  readonly text: string;
  readonly url: URL;
  /** Where its metadata are: the well-known path before its own, and its query. */
  readonly metadataUrl: string;
}

/**
 * Reads the URL that a resource is called by. Throws a TypeError for one without
 * a host, with a fragment or credentials, and for http off loopback.
 */
export function readResource(text: string): ResourceName {
  const url = webUrl("resource", text);
  const path = url.pathname === "/" ? "" : url.pathname;
  const metadataUrl = `${url.origin}${wellKnownPath}${path}${url.search}`;
  return { text, url, metadataUrl };
}

/** A URL of https, or of http on loopback. Throws a TypeError for any other. */
export function webUrl(option: string, text: string): URL {
  const allowed =
    "a URL of https (of http on loopback), without fragment and credentials";
  // What a program in JavaScript can give.
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
 * A name of a resource, so that two are equal that mean one: scheme and host in
 * any case, a usual port that is named, a slash at the end of the path. What is
 * no URL, as the names of some authorization servers, is as it is.
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
