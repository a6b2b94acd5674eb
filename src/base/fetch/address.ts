/** Whether a source is an address, also one that is not fetched, and no path or id. */
export function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
}

/** An address as it may be shown and recorded: without a password or a token in its query. */
export function publicAddress(address: string): string {
  if (!URL.canParse(address))
    return isAddress(address)
      ? address.replace(/[?#].*/s, "").replace(/\/\/.*@/s, "//")
      : address;
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}

/** An address; undefined where it is none: the error of `URL` itself repeats what it was given. */
export function parseAddress(address: string, base?: URL): URL | undefined {
  return URL.canParse(address, base?.href) ? new URL(address, base) : undefined;
}

/** Whether an address holds a name or a password. */
export function hasPassword({ username, password }: URL): boolean {
  return username !== "" || password !== "";
}

/** Whether an address leads to this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(?:\.\d+){3}$/.test(hostname)
  );
}
