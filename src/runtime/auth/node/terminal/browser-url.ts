import { TerminalLoginError } from "./terminal-login-error.ts";
import { quote } from "../../../http/shared/quote.ts";

/**
 * The text of a URL that a browser is sent to: http(s), and nothing in it that a
 * script on the way could take for more than text. Throws for any other URL.
 */
export function browserUrl(url: URL): string {
  const { protocol, username, password } = url;
  if (protocol !== "https:" && protocol !== "http:")
    throw new TerminalLoginError(
      "url",
      `A browser is sent to https: or http:, and not to ${quote(protocol)}`,
    );
  if (username + password !== "")
    throw new TerminalLoginError(
      "url",
      "A browser is sent to no URL with credentials in it",
    );
  const { search, href, hash } = url;
  const start = href.length - search.length - hash.length;
  return (
    href.slice(0, start).replace(never, encoded) +
    href.slice(start).replace(neverInQuery, encoded)
  );
}

/** What no URI has as it is, though `URL` lets some of it be. */
const never = /[^\w\-.~:/?#[\]@!$&'()*+,;=%]/g;

/** In a query these mean the same when they are encoded. */
const neverInQuery = /[^\w\-.~:/?#[\]@&+,=%]/g;

function encoded(sign: string): string {
  const code = sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0");
  return `%${code}`;
}
