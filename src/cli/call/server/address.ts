import { UsageError } from "../../../base/diagnostics/error.ts";
import type { HttpTarget } from "./target.ts";

/** Whether a word is an address, also of this machine without its scheme. */
export function isServerAddress(word: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(word) || isLocal(word);
}

function isLocal(word: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/i.test(word);
}

/**
 * The server at an address. A name and a password in it become a header, as with
 * curl: they are in no error that way. Throws a UsageError.
 */
export function addressTarget(word: string): HttpTarget {
  const url = parsed(isLocal(word) ? `http://${word}` : word);
  const { username, password } = url;
  url.username = "";
  url.password = "";
  const isNamed = username !== "" || password !== "";
  const pair = [username, password].map(decoded).join(":");
  return {
    kind: "http",
    url: url.href,
    headers: isNamed
      ? { authorization: `Basic ${Buffer.from(pair).toString("base64")}` }
      : {},
    login: {},
  };
}

/** The error of `URL` itself repeats what it was given. */
function parsed(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined)
    throw new UsageError("unknown-server", "The server's address is no URL");
  if (url.protocol === "http:" || url.protocol === "https:") return url;
  throw new UsageError(
    "unknown-server",
    `Servers are spoken to over http: and https:, and not over ${url.protocol}`,
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
