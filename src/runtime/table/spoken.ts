import type { ProtocolTable } from "./protocol-table.ts";

/**
 * The revisions that an option names, in the order that they have, newest first;
 * all without it. Throws a TypeError for one that is not there, and for none.
 */
export function pickRevisions<Spoken extends { readonly table: ProtocolTable }>(
  all: readonly Spoken[],
  wanted: readonly string[] | undefined,
): readonly Spoken[] {
  if (wanted === undefined) return all;
  const known = all.map(({ table }) => table.revision);
  const unknown = wanted.find((one) => !known.includes(one));
  if (unknown !== undefined || wanted.length === 0)
    throw new TypeError(
      `revisions: ${unknown === undefined ? "none is named" : `"${unknown}" is not there`}; there are ${known.join(", ")}, and others can be generated`,
    );
  return all.filter(({ table }) => wanted.includes(table.revision));
}

/** A peer can name any number of revisions, of any length. */
const maxNamed = 8;

/**
 * How a program comes to speak one of the revisions that its peer does: for the
 * error that ends the talk, as whoever reads it may know nothing of revisions.
 * `generated` are those that an option can have left out.
 */
export function wayOut(
  theirs: readonly string[],
  generated: readonly string[] = [],
  otherwise = "its revision",
): string {
  const left = theirs.filter((one) => generated.includes(one));
  if (left.length > 0)
    return `the option revisions leaves out ${left.join(", ")}`;
  const ids = theirs.filter((one) => /^\d{4}-\d\d-\d\d$/.test(one));
  const named = ids.slice(0, maxNamed).join(", ") || otherwise;
  return `generate ${named} as well, or import mcp-gen/all, which speaks every revision`;
}
