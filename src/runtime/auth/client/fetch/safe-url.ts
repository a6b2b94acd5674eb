import { isLoopback } from "../../../http/shared/loopback.ts";
import { quote } from "../../../http/shared/quote.ts";
import { excerpt } from "../../../protocol/errors.ts";
import { AuthorizationError } from "../errors.ts";

/**
 * Validates a URL from a server or from the program: `https:`, or `http:` on
 * loopback if allowed; without credentials and fragment. Throws an
 * AuthorizationError whose message starts with `what`.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization/security-considerations#communication-security
 * | Communication Security}
 */
export function checkUrl(
  text: string,
  what: string,
  allowLoopback: boolean,
): URL {
  const refused = (why: string): AuthorizationError =>
    new AuthorizationError("unsafe-address", `${what} ${why}`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw refused(`is no URL: ${quote(text)}`);
  const shown = quote(formatUrl(url));
  if (url.username !== "" || url.password !== "")
    throw refused(`contains credentials: ${shown}`);
  if (url.hash !== "") throw refused(`has a fragment: ${shown}`);
  if (url.protocol === "https:") return url;
  if (url.protocol !== "http:" || !isLoopback(url.hostname))
    throw refused(`must be https: ${shown}`);
  if (!allowLoopback)
    throw refused(
      `must be https: ${shown}; set allowLoopback to allow http on loopback`,
    );
  return url;
}

/**
 * Formats a URL for a message: one line, shortened, without query and fragment,
 * which may contain a secret.
 */
export function formatUrl({ protocol, host, pathname }: URL): string {
  const text = host === "" ? protocol : `${protocol}//${host}${pathname}`;
  return excerpt(text, 160);
}

/** Formats text that may not be a URL for a message. */
export function formatUrlText(url: string): string {
  return URL.canParse(url) ? formatUrl(new URL(url)) : quote(url);
}
