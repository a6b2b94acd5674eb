import { fieldOnWire, namesOnWire } from "../shape/on-wire.ts";
import type { ObjectShape, Shape } from "../shape/shape.ts";
import { indexOf, isUnknown } from "../shape/unknown.ts";
import type { Relation, Within } from "./relation.ts";

/** Whether an object accepts every field of another. */
export function areFieldsWithin(
  from: ObjectShape,
  to: ObjectShape,
  { closed, within }: Relation,
): boolean {
  const known = namesOnWire(to);
  const declared = [...known].every((name) =>
    isFieldWithin(name, from, to, within),
  );
  const index = closed ? (indexOf(to) ?? none) : to.index;
  if (!declared || index === undefined) return declared;
  const own = indexOf(from);
  const others = [...from.fields].filter(([name]) => !known.has(name));
  return (
    others.every(([, { shape }]) => within(shape, index)) &&
    (own === undefined || within(own, index))
  );
}

function isFieldWithin(
  name: string,
  from: ObjectShape,
  to: ObjectShape,
  within: Within,
): boolean {
  const [own, wanted] = [fieldOnWire(from, name), fieldOnWire(to, name)];
  if (wanted === undefined) return true;
  const isNeeded = !wanted.optional && to.assumed !== name;
  if (isNeeded && (own === undefined || own.optional)) return false;
  if (own !== undefined) return within(own.shape, wanted.shape);
  const { index } = from;
  return (
    index === undefined ||
    (isUnknown(index) && to.index !== undefined && isUnknown(to.index)) ||
    within(index, wanted.shape)
  );
}

/** What properties are that there may not be. */
const none: Shape = { kind: "keyword", name: "never" };
