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
