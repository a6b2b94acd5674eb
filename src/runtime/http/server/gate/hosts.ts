/** Names that reach this machine alone. */
const loopback: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "localhost",
  "127.0.0.1",
  "[::1]",
]);

/** What servers that listen on every address call themselves. */
const unspecified: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "0.0.0.0",
  "[::]",
]);

/** Whether a host, with or without port, is this machine, whoever says so. */
export function isThisMachine(host: string): boolean {
  const name = hostName(host);
  return name !== undefined && (loopback.has(name) || unspecified.has(name));
}

/** Tells which hosts or origins are served. */
export type Allows = (value: string) => boolean;

/** Whether a host, with or without port, is one of these; by default a loopback one. */
export function allowHosts(
  names: readonly string[] | "any" | undefined,
): Allows {
  if (names === "any") return (host) => hostName(host) !== undefined;
  const known = names === undefined ? loopback : lowerCased(names);
  // Nearly all requests name the same host: it is read once.
  let last: string | undefined;
  return (host) => {
    if (host === last) return true;
    const name = hostName(host);
    const isAllowed = name !== undefined && known.has(name);
    if (isAllowed) last = host;
    return isAllowed;
  };
}

/**
 * Whether an origin is one of these: by default any of loopback, whatever its
 * port. A page without an origin of its own (`null`) is never one of a list.
 */
export function allowOrigins(
  origins: readonly string[] | "any" | undefined,
): Allows {
  if (origins === "any") return () => true;
  if (origins === undefined) return isLoopbackOrigin;
  const known = lowerCased(origins);
  return (origin) => known.has(origin.toLowerCase());
}

function isLoopbackOrigin(origin: string): boolean {
  const scheme = ["http://", "https://"].find((one) => origin.startsWith(one));
  const name = scheme && hostName(origin.slice(scheme.length));
  return name !== undefined && loopback.has(name);
}

/** `Example.com:80` → `example.com`; undefined for what is no host. */
export function hostName(host: string): string | undefined {
  const end = host.startsWith("[") ? host.indexOf("]") + 1 : host.indexOf(":");
  const name = end < 0 ? host : host.slice(0, end);
  const port = end < 0 ? "" : host.slice(end);
  if (name === "" || !(isAddress(name) || isName(name))) return undefined;
  return port === "" || isPort(port) ? name.toLowerCase() : undefined;
}

function isName(name: string): boolean {
  return /^[\w.~-]+$/.test(name);
}

function isAddress(name: string): boolean {
  return /^\[[\da-fA-F:.]+\]$/.test(name);
}

function isPort(text: string): boolean {
  return /^:\d{0,5}$/.test(text);
}

function lowerCased(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()));
}

const slash = 47;

/** The path of a request's target, without its query. */
export function pathOf(target: string): string {
  const start = target.charCodeAt(0) === slash ? 0 : authorityEnd(target);
  const query = target.indexOf("?", start);
  return target.slice(start, query === -1 ? undefined : query);
}

/**
 * The host that a target names, as one that is meant for a proxy does
 * (`http://host/path`); undefined for a path.
 */
export function authorityOf(target: string): string | undefined {
  if (target.charCodeAt(0) === slash || target === "*") return undefined;
  return target.slice(authorityStart(target), authorityEnd(target));
}

/** The path and query of an address. */
export function targetOf(url: string): string {
  const end = url.indexOf("#");
  const target = url.slice(authorityEnd(url), end === -1 ? undefined : end);
  return target.charCodeAt(0) === slash ? target : `/${target}`;
}

function authorityStart(target: string): number {
  const scheme = target.indexOf("://");
  return scheme === -1 ? 0 : scheme + 3;
}

function authorityEnd(target: string): number {
  const start = authorityStart(target);
  for (let at = start; at < target.length; at++)
    if ("/?#".includes(target.charAt(at))) return at;
  return target.length;
}
