import {
  compareShapes,
  type Comparison,
  type Difference,
  type Place,
} from "./compare.ts";
import { compareSaid } from "./documentation.ts";
import type { Field, ObjectShape, Shape } from "./shape.ts";
import { isUnknown } from "./unknown.ts";
import { textOf } from "./text.ts";

/** The differences of two object types, field by field. */
export function compareFields(
  before: ObjectShape,
  after: ObjectShape,
  place: Place,
  comparison: Comparison,
): Difference[] {
  const names = new Set([...before.fields.keys(), ...after.fields.keys()]);
  return [
    ...[...names].flatMap((name) =>
      compareField(name, before, after, place, comparison),
    ),
    ...compareIndex(before, after, place, comparison),
  ];
}

function compareField(
  name: string,
  before: ObjectShape,
  after: ObjectShape,
  place: Place,
  comparison: Comparison,
): Difference[] {
  const [old, now] = [before.fields.get(name), after.fields.get(name)];
  const at = fieldPlace(name, place, now ?? old);
  const [left, right] = [old ?? indexed(before), now ?? indexed(after)];
  if (left !== undefined && right !== undefined) {
    const differences = compareBoth(left, right, at, comparison);
    const isDeclared = old !== undefined && now !== undefined;
    if (isDeclared || differences.length > 0) return differences;
  }
  if (now !== undefined) return [loneField("added", now, at)];
  return old === undefined ? [] : [loneField("removed", old, at)];
}

/** What is inside a field is declared where the outermost field is. */
function fieldPlace(
  name: string,
  { path, owner: outer }: Place,
  field: Field | undefined,
): Place {
  const owner = outer ?? field?.owner;
  return {
    path: [...path, name],
    // The params of a message are a field of it.
    subject: path.length === 0 && name === "params" ? "params" : "field",
    ...(owner !== undefined && { owner }),
  };
}

/** An index signature says what a property is that no field names. */
function indexed({ index }: ObjectShape): Field | undefined {
  return index === undefined || isUnknown(index)
    ? undefined
    : { shape: index, optional: true, said: {} };
}

function loneField(
  kind: "added" | "removed",
  field: Field,
  place: Place,
): Difference {
  return {
    ...place,
    kind,
    rule: field.optional ? `field-${kind}` : `required-field-${kind}`,
    [kind === "added" ? "after" : "before"]: fieldText(field),
  };
}

function compareBoth(
  old: Field,
  now: Field,
  place: Place,
  comparison: Comparison,
): Difference[] {
  const presence: Difference = {
    ...place,
    kind: "changed",
    rule: now.optional ? "field-optional" : "field-required",
    before: fieldText(old),
    after: fieldText(now),
  };
  return [
    ...(old.optional === now.optional ? [] : [presence]),
    ...compareShapes(old.shape, now.shape, place, comparison),
    ...compareSaid(old.said, now.said, place),
  ];
}

function compareIndex(
  { index: old }: ObjectShape,
  { index: now }: ObjectShape,
  { path, owner }: Place,
  comparison: Comparison,
): Difference[] {
  const place: Place = {
    path: [...path, "*"],
    subject: "field",
    ...(owner !== undefined && { owner }),
  };
  const field = (shape: Shape): Field => ({ shape, optional: true, said: {} });
  if (old === undefined)
    return now === undefined ? [] : [loneField("added", field(now), place)];
  return now === undefined
    ? [loneField("removed", field(old), place)]
    : compareShapes(old, now, place, comparison);
}

function fieldText({ shape, optional }: Field): string {
  return optional ? `${textOf(shape)} | undefined` : textOf(shape);
}
