import { TerminalLoginError } from "./terminal-login-error.ts";
import { quote } from "../../../http/shared/quote.ts";

/**
 * Returns the text of a URL that is safe to pass to a browser: http or https,
 * with all characters encoded that a script could interpret. Throws a
 * TerminalLoginError for any other URL.
 */
export function browserUrl(url: URL): string {
  const { protocol, username, password } = url;
  if (protocol !== "https:" && protocol !== "http:")
    throw new TerminalLoginError(
      "url",
      `Only https: and http: URLs are opened in a browser, not ${quote(protocol)}`,
    );
  if (username + password !== "")
    throw new TerminalLoginError(
      "url",
      "A URL with credentials is not opened in a browser",
    );
  const { search, href, hash } = url;
  const start = href.length - search.length - hash.length;
  return (
    href.slice(0, start).replace(never, encoded) +
    href.slice(start).replace(neverInQuery, encoded)
  );
}

/**
 * Characters that are not valid in a URI, although `URL` leaves some of them
 * unencoded.
 */
const never = /[^\w\-.~:/?#[\]@!$&'()*+,;=%]/g;

/** Characters that may be encoded in a query without a change of meaning. */
const neverInQuery = /[^\w\-.~:/?#[\]@&+,=%]/g;

function encoded(sign: string): string {
  const code = sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0");
  return `%${code}`;
}
