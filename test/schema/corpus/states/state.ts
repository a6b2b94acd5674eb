import { readTree, type SchemaTree } from "../../../lab/removal/edit.ts";
import { one, type Random } from "./numbers.ts";

/** A schema.ts as it may have been between two revisions. */
export interface State {
  /** How it came to be. */
  readonly name: string;
  readonly text: string;
}

/** What may happen to a schema while people write it. */
export type Slip = (tree: SchemaTree, random: Random) => string;

/** A schema after so many slips, one in each state. */
export function slipped(
  text: string,
  kinds: Readonly<Record<string, Slip>>,
  count: number,
  random: Random,
): State[] {
  const tree = readTree(text);
  return Array.from({ length: count }, () => {
    const [name, slip] = one(random, Object.entries(kinds));
    return { name, text: slip(tree, random) };
  });
}
