import { wayTo } from "../protocol/revision/spoken.ts";

/** A server can name any number of revisions, of any length. */
const maxNamed = 8;

/**
 * How a client comes to speak one of the revisions that its server does: for the
 * error that ends the talk, as whoever reads it may know nothing of revisions.
 * `left` are those that an option leaves out.
 */
export function wayOut(
  theirs: readonly string[],
  left: readonly string[],
  otherwise = "its revision",
): string {
  const missing = theirs.filter((one) => left.includes(one));
  if (missing.length > 0)
    return `the option revisions leaves out ${missing.join(", ")}`;
  const ids = theirs.filter((one) => /^\d{4}-\d\d-\d\d$/.test(one));
  if (ids.length === 0) return wayTo(otherwise);
  // What was never published can be neither generated nor imported.
  const named = ids.slice(0, maxNamed).join(" or ");
  return `if "npx mcp-gen list" names ${named}, ${wayTo("it")}; if not, update mcp-gen, or have the server speak a published revision`;
}
