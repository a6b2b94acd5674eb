/**
 * Whether a text is a URI: a scheme, and then no sign that none may have. Letters
 * beyond ASCII pass, as addresses are often written with them.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc3986#section-3 | RFC 3986, section 3}
 */
export function isUri(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:[^\s\p{Cc}"<>\\^`{|}]*$/iu.test(text);
}

/** Whether a text begins as URIs do: all that is asked of what is written by hand. */
export function hasScheme(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(text);
}

/** Whether a text is the address of a page: any other might run something. */
export function isWebAddress(text: string): boolean {
  try {
    const { protocol } = new URL(text);
    return protocol === "https:" || protocol === "http:";
  } catch {
    return false;
  }
}

/**
 * Returns the normal form of a URI, for comparison: percent-encoding only where it is
 * needed, its digits in upper case, the scheme in lower case, and no dot segments.
 * Hosts are in lower case only if the scheme's hosts are domain names. Other schemes
 * have names there that differ in case, such as `note://Ann`. Other text is encoded in
 * the same way.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2 | RFC 3986, section 6.2.2}
 */
export function normalizeUri(uri: string): string {
  const normal = normalizeParts(normalizeEncoding(uri));
  // Section 6.2.3: no path is the root.
  return normal.replace(/^((?:https?|wss?):\/\/[^/?#]+)(?=[?#]|$)/, "$1/");
}

/** True if two URIs are the same in their normal form. */
export function isSameUri(one: string, other: string): boolean {
  return one === other || normalizeUri(one) === normalizeUri(other);
}

/** Returns a URI of the web without the slash that stands for an empty path. */
export function withoutRoot(uri: string): string {
  return uri.replace(/^((?:https?|wss?):\/\/[^/?#]+)\/(?=[?#]|$)/, "$1");
}

/** Encodes what no URI may hold, and decodes what needs no encoding. */
export function normalizeEncoding(text: string): string {
  return text.replace(
    /%[\da-fA-F]{2}|[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu,
    (character) => {
      if (!character.startsWith("%"))
        return loneSurrogate.test(character)
          ? character
          : encodeURIComponent(character);
      const octet = Number.parseInt(character.slice(1), 16);
      const decoded = String.fromCharCode(octet);
      return /[\w\-.~]/.test(decoded) ? decoded : character.toUpperCase();
    },
  );
}

const loneSurrogate = /\p{Cs}/u;

/** Schemes whose hosts are domain names: letter case says nothing there. */
const withDomain = /^(?:https?|wss?|ftp|file):$/;

/** Normalises the scheme, the host and the path; the encoding is normal already. */
export function normalizeParts(uri: string): string {
  const parts = /^([a-z][a-z\d+.-]*:)(\/\/[^/?#]*)?([^?#]*)/i.exec(uri);
  if (!parts) return uri;
  const [whole, given = "", authority = "", path = ""] = parts;
  const scheme = given.toLowerCase();
  const host = withDomain.test(scheme) ? lowerHost(authority) : authority;
  const resolved = path.startsWith("/") ? withoutDots(path) : path;
  return scheme + host + resolved + uri.slice(whole.length);
}

/** Keeps the case of the user name, and the upper case of percent-encoding. */
function lowerHost(authority: string): string {
  const host = authority.lastIndexOf("@") + 1;
  const lower = authority.slice(host).toLowerCase();
  return (
    authority.slice(0, host) +
    lower.replace(/%[\da-f]{2}/g, (octet) => octet.toUpperCase())
  );
}

/** Resolves the segments "." and ".." of an absolute path. */
function withoutDots(path: string): string {
  if (!path.includes("/.")) return path;
  const kept: string[] = [];
  const segments = path.split("/").slice(1);
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    if (segment === "..") kept.pop();
    if (segment !== "." && segment !== "..") kept.push(segment);
    else if (isLast) kept.push("");
  }
  return `/${kept.join("/")}`;
}
