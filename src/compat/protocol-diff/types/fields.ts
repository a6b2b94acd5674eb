import type { CompareInside, Difference, TypePlace } from "./comparison.ts";
import { compareSaid } from "./documentation.ts";
import { loneTurn } from "../change/make.ts";
import { fieldOnWire } from "../shape/on-wire.ts";
import { loneFieldRule, presenceRule } from "./presence.ts";
import type { Field, ObjectShape, Shape } from "../shape/shape.ts";
import { indexOf, isUnknown } from "../shape/unknown.ts";
import { textOf } from "../shape/text.ts";

/** Two object types, where they stand, and how the types inside are compared. */
export interface ObjectPair {
  before: ObjectShape;
  after: ObjectShape;
  place: TypePlace;
  inside: CompareInside;
}

/** The differences of two object types, field by field. */
export function compareFields(pair: ObjectPair): Difference[] {
  const { before, after } = pair;
  const names = new Set([...before.fields.keys(), ...after.fields.keys()]);
  return [
    ...[...names].flatMap((name) => compareField(name, pair)),
    ...compareIndex(pair),
  ];
}

function compareField(name: string, pair: ObjectPair): Difference[] {
  const { before, after } = pair;
  const [old, now] = [before.fields.get(name), after.fields.get(name)];
  const left = fieldOnWire(before, name) ?? indexed(before, after, now);
  const right = fieldOnWire(after, name) ?? indexed(after, before, old);
  if (left !== undefined && right !== undefined) {
    const at = fieldPlace(name, pair.place, now ?? old);
    const differences = [
      ...comparePresence(name, old ?? left, now ?? right, pair),
      ...pair.inside(left.shape, right.shape, at),
    ];
    if (old !== undefined && now !== undefined)
      return [...differences, ...compareSaid(old.said, now.said, at)];
    if (differences.length > 0) return differences;
  }
  if (now !== undefined) return [loneField("added", name, now, pair)];
  return old === undefined ? [] : [loneField("removed", name, old, pair)];
}

/** What is inside a field is declared where the outermost field is. */
function fieldPlace(
  name: string,
  { path, owner: outer }: TypePlace,
  field: Field | undefined,
): TypePlace {
  const owner = outer ?? field?.owner;
  return {
    path: [...path, name],
    // The params of a message are a field of it.
    subject: path.length === 0 && name === "params" ? "params" : "field",
    ...(owner !== undefined && { owner }),
  };
}

/**
 * An index signature says what a property is that no field names. One that is open to
 * anything says nothing where both types have it, or the field is required: that it
 * came or went says as much.
 */
function indexed(
  { index }: ObjectShape,
  { index: other }: ObjectShape,
  field: Field | undefined,
): Field | undefined {
  if (index === undefined) return undefined;
  const isOpen = other !== undefined && isUnknown(other);
  const saysNothing = isUnknown(index) && (isOpen || field?.optional === false);
  return saysNothing ? undefined : indexField(index);
}

function indexField(shape: Shape): Field {
  return { shape, optional: true, said: {} };
}

function loneField(
  kind: "added" | "removed",
  name: string,
  field: Field,
  { before, after, place }: ObjectPair,
): Difference {
  const [own, other] = kind === "added" ? [after, before] : [before, after];
  return {
    ...fieldPlace(name, place, field),
    ...loneTurn(kind, fieldText(field)),
    rule: loneFieldRule(kind, name, own, other),
  };
}

function comparePresence(
  name: string,
  old: Field,
  now: Field,
  { before, after, place }: ObjectPair,
): Difference[] {
  const rule = presenceRule(name, before, after);
  if (rule === undefined) return [];
  return [
    {
      ...fieldPlace(name, place, now),
      kind: "changed",
      rule,
      before: fieldText(old),
      after: fieldText(now),
    },
  ];
}

function compareIndex({
  before,
  after,
  place: { path, owner: outer },
  inside,
}: ObjectPair): Difference[] {
  const [was, is] = [before.indexFrom, after.indexFrom];
  const owner = outer ?? (is ?? was)?.owner;
  const place: TypePlace = {
    path: [...path, "*"],
    subject: "field",
    ...(owner !== undefined && { owner }),
  };
  if (before.index === undefined && after.index === undefined) return [];
  const [old, now] = [indexOf(before), indexOf(after)];
  if (old !== undefined && now !== undefined)
    return [
      ...inside(old, now, place),
      ...compareSaid(was?.said ?? {}, is?.said ?? {}, place),
    ];
  if (now !== undefined)
    return [
      {
        ...place,
        kind: "added",
        rule: "field-added",
        after: fieldText(indexField(now)),
      },
    ];
  return old === undefined
    ? []
    : [
        {
          ...place,
          kind: "removed",
          rule: "field-removed",
          before: fieldText(indexField(old)),
        },
      ];
}

function fieldText({ shape, optional }: Field): string {
  return optional ? `${textOf(shape)} | undefined` : textOf(shape);
}
