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
