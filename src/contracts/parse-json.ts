/** JSON, with or without a byte order mark before it. Throws what `fail` makes of the reason where it is none. */
export function parseJson(
  text: string,
  fail: (problem: string, detail: { readonly cause: unknown }) => Error,
): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (cause) {
    throw fail("it is no JSON", { cause });
  }
}
