/** True if a host name, as a URL has it, is this machine and nothing else. */
export function isLoopback(hostname: string): boolean {
  if (hostname === "localhost" || hostname === "[::1]") return true;
  // A URL has each form of an IPv4 address written as four numbers.
  return /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Throws a TypeError if what is sent to a URL can be read on its way: it must be
 * `https:`, or `http:` on loopback. `secret` begins the message.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization/security-considerations#communication-security | Communication Security}
 */
export function requireSecretUrl(url: URL, secret: string): void {
  if (url.protocol === "https:" || isLoopback(url.hostname)) return;
  throw new TypeError(
    `${secret} would be sent unencrypted to ${url.origin}: use https:, or http: on loopback`,
  );
}
