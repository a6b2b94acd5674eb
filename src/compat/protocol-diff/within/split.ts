import { fieldOnWire } from "../shape/on-wire.ts";
import type { ObjectShape, Shape } from "../shape/shape.ts";
import type { Expand } from "./expand.ts";

/**
 * An object as several that together have its values, one for each value of a field that
 * tells the members of a union apart; undefined where there is no such field. Any other
 * field would only multiply them.
 */
export function splitFor(
  object: ObjectShape,
  members: readonly Shape[],
  expand: Expand,
): ObjectShape[] | undefined {
  const others = members.map(expand).filter((one) => one.kind === "object");
  for (const [name, field] of object.fields) {
    const values = literalsOf(expand(field.shape), expand);
    const tells = others.some((other) => {
      const own = fieldOnWire(other, name);
      return own !== undefined && expand(own.shape).kind === "literal";
    });
    if (!tells || !values) continue;
    return values.map((shape) => ({
      ...object,
      fields: new Map([...object.fields, [name, { ...field, shape }]]),
    }));
  }
  return undefined;
}

/** The values of a type that has only a few of them, but more than one. */
function literalsOf(shape: Shape, expand: Expand): Shape[] | undefined {
  if (shape.kind === "keyword" && shape.name === "boolean")
    return [true, false].map((value) => ({ kind: "literal", value }));
  if (shape.kind !== "union") return undefined;
  const members = shape.members.map(expand);
  return members.every(({ kind }) => kind === "literal") ? members : undefined;
}
