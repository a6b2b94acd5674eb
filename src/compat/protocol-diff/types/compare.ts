import type { Rule } from "../change/change.ts";
import type { Shape } from "../shape/shape.ts";
import { textOf } from "../shape/text.ts";
import type {
  CompareInside,
  Comparison,
  Difference,
  TypePlace,
} from "./comparison.ts";
import { compareFields } from "./fields.ts";
import { compareMembers, membersOf } from "./members.ts";

/** The differences of two types, as deep inside as they can be told. */
export function compareShapes(
  before: Shape,
  after: Shape,
  place: TypePlace,
  comparison: Comparison,
): Difference[] {
  if (textOf(before) === textOf(after))
    return compareAlike(before, after, place, comparison);
  return (
    compareInside(before, after, place, comparison) ?? [
      whole(before, after, place, comparison),
    ]
  );
}

function insideOf(comparison: Comparison): CompareInside {
  return (before, after, place) =>
    compareShapes(before, after, place, comparison);
}

/** Types of the same text can still differ in what is said of their fields. */
function compareAlike(
  before: Shape,
  after: Shape,
  place: TypePlace,
  comparison: Comparison,
): Difference[] {
  if (before.kind === "object" && after.kind === "object")
    return compareFields({
      before,
      after,
      place,
      inside: insideOf(comparison),
    });
  if (before.kind !== "array" || after.kind !== "array") return [];
  const inside = { ...place, path: [...place.path, "[]"] };
  return compareShapes(before.element, after.element, inside, comparison);
}

function compareInside(
  before: Shape,
  after: Shape,
  place: TypePlace,
  comparison: Comparison,
): Difference[] | undefined {
  const areNamed = [before, after].every(({ kind }) => kind === "reference");
  if (areNamed) return undefined;
  const { expand } = comparison;
  const [left, right] = [expand.before(before), expand.after(after)];
  const sameLimits =
    JSON.stringify(left.limits) === JSON.stringify(right.limits);
  if (!sameLimits) return undefined;
  if (left.kind === "object" && right.kind === "object")
    return orWhole(
      compareFields({
        before: left,
        after: right,
        place,
        inside: insideOf(comparison),
      }),
    );
  if (left.kind === "array" && right.kind === "array") {
    const inside = { ...place, path: [...place.path, "[]"] };
    return orWhole(
      compareShapes(left.element, right.element, inside, comparison),
    );
  }
  const [old, now] = [choicesOf(before, left), choicesOf(after, right)];
  if (membersOf(old).some((one) => isAmong(one, membersOf(now))))
    return orWhole(compareMembers(old, now, place, comparison));
  return undefined;
}

/** A name stays a name, unless it is that of a union. */
function choicesOf(named: Shape, expanded: Shape): Shape {
  return expanded.kind === "union" ? expanded : named;
}

/** Where nothing inside differs, the types are written in two ways. */
function orWhole(differences: Difference[]): Difference[] | undefined {
  return differences.length === 0 ? undefined : differences;
}

function isAmong(shape: Shape, shapes: readonly Shape[]): boolean {
  return shapes.some((one) => textOf(one) === textOf(shape));
}

/** Two types that differ as a whole: what matters is which values they share. */
function whole(
  before: Shape,
  after: Shape,
  { path, subject, owner }: TypePlace,
  { expand, within, closedWithin, renamed }: Comparison,
): Difference {
  const [old, now] = [expand.before(before), expand.after(after)];
  const isSame = (): boolean =>
    closedWithin(old, now) && closedWithin(now, old);
  const isRenamed =
    before.kind === "reference" &&
    after.kind === "reference" &&
    renamed.get(before.name) === after.name;
  return {
    kind: isRenamed ? "renamed" : "changed",
    subject,
    rule: isRenamed
      ? "type-renamed"
      : valuesRule(within(old, now), within(now, old), isSame),
    path,
    before: textOf(before),
    after: textOf(after),
    ...(owner !== undefined && { owner }),
  };
}

function valuesRule(
  keepsOld: boolean,
  keepsNew: boolean,
  isSame: () => boolean,
): Rule {
  if (!keepsOld) return keepsNew ? "values-narrowed" : "values-replaced";
  if (!keepsNew) return "values-widened";
  return isSame() ? "values-same" : "values-compatible";
}
