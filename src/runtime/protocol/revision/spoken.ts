import type { ProtocolTable } from "./protocol-table.ts";

/**
 * The revisions that an option names, in the order that they have, newest first;
 * all without it. Throws a TypeError for one that is not there, and for none.
 */
export function pickRevisions<Spoken extends { readonly table: ProtocolTable }>(
  all: readonly Spoken[],
  wanted: readonly string[] | undefined,
): readonly Spoken[] {
  if (!wanted) return all;
  const known = all.map(({ table }) => table.revision);
  if (!Array.isArray(wanted))
    throw new TypeError(`revisions is a list, of ${known.join(", ")}`);
  const [unknown = wanted[0] ? undefined : "none"] = wanted.filter(
    (one) => !known.includes(one),
  );
  if (unknown !== undefined)
    throw new TypeError(
      `revisions: ${unknown}: expected of ${known.join(", ")}`,
    );
  return all.filter(({ table }) => wanted.includes(table.revision));
}

/** How a program comes to speak more revisions. */
export function wayTo(revisions: string): string {
  return `generate ${revisions} as well, or import @mcp-gen/runtime, which speaks every revision`;
}
