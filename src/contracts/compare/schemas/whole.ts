import type { SnapshotRule } from "../change.ts";
import {
  subjectAt,
  type Difference,
  type Pair,
  type Way,
} from "./difference.ts";
import { isWithin, relate } from "./relation/index.ts";
import { schemaText } from "./text.ts";

/** Two schemas that differ as a whole: what matters is which values they share. */
export function wholeDifference(pair: Pair): Difference {
  const { before, after, path, way } = pair;
  return {
    kind: "changed",
    subject: subjectAt(way, path),
    rule: `${way}-${valuesRule(pair)}`,
    path,
    before: schemaText(before.schema),
    after: schemaText(after.schema),
  };
}

type ValuesRule = SnapshotRule extends infer Rule
  ? Rule extends `${Way}-${infer End}`
    ? End
    : never
  : never;

function valuesRule({ before, after, way, effort }: Pair): ValuesRule {
  const isSent = way === "arguments";
  const [from, to] = isSent ? [before, after] : [after, before];
  const relation = relate(from, to, effort);
  if (relation === "unknown") return "unproven";
  const isBack = relate(to, from, effort) === "within";
  if (relation === "not within")
    return !isBack ? "replaced" : isSent ? "narrowed" : "widened";
  if (!isBack) return isSent ? "widened" : "narrowed";
  return isWithin(from, to, { effort }) && isWithin(to, from, { effort })
    ? "same"
    : "compatible";
}
