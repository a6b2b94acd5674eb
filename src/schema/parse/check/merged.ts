import type { Property } from "../../model/index.ts";
import { report, type Check } from "../source/session.ts";
import type { DeclarationIndex } from "./declared.ts";
import { areSame } from "./same.ts";

/** A property that two declarations of an interface have must be the same in both. */
export function checkMerged(
  index: DeclarationIndex,
  { reader, node, owner, first, again }: Extract<Check, { kind: "merged" }>,
): void {
  const problem = disagreement(index, first.property, again);
  if (problem === undefined) return;
  report(reader, "merged-differently", node, {
    message: `${JSON.stringify(again.name)} of ${owner} ${problem}`,
    hint: "say the same in both, or leave one of them out",
    other: first.node,
  });
}

function disagreement(
  index: DeclarationIndex,
  first: Property,
  again: Property,
): string | undefined {
  if (first.optional !== again.optional)
    return "is optional in one declaration, and required in another";
  if (first.readonly !== again.readonly)
    return "is readonly in one declaration, and not in another";
  return areSame(index, first.type, again.type)
    ? undefined
    : "has another type than in an earlier declaration";
}
