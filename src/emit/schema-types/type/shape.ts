import type { Type } from "../../../schema/model/index.ts";
import { isAnything } from "../shape/parts.ts";
import type { Shape } from "../shape/shape.ts";
import type { Values } from "../shape/values.ts";
import { arrayType } from "./array.ts";
import { keepApart } from "./apart.ts";
import { eitherType } from "./either.ts";
import { objectType } from "./object.ts";
import { keyword, verbatim, type Maker, type TypePlace } from "./types.ts";

/** The type of all that a shape takes. */
export function typeOfShape(
  shape: Shape,
  place: TypePlace,
  maker: Maker,
): Type {
  const [reason = "TypeScript has no type for it"] = shape.reasons;
  if (isAnything(shape)) return maker.note(place, reason);
  const objects = keepApart(
    shape.objects.map((one) => ({
      shape: one,
      type: objectType(one, maker, place),
    })),
  );
  const arrays = shape.arrays.map((one) => arrayType(one, maker, place));
  return eitherType([
    ...literals(shape.strings, keyword("string")),
    ...numbers(shape.numbers),
    ...booleans(shape),
    ...shape.names.map((name) => verbatim(maker.nameOf(name))),
    ...objects,
    ...arrays,
    ...(shape.constants.values.includes(null) ? [keyword("null")] : []),
  ]);
}

function literals(
  { values, areExcepted }: Values<string | number>,
  all: Type,
): Type[] {
  if (areExcepted) return [all];
  return values.map((value) => ({ kind: "literal", value }));
}

function numbers(numbers: Values<number>): Type[] {
  // JSON can write numbers that JavaScript takes for infinite.
  const isFinite = numbers.values.every((value) => Number.isFinite(value));
  return isFinite ? literals(numbers, keyword("number")) : [keyword("number")];
}

function booleans({ constants: { values } }: Shape): Type[] {
  const found = values.filter((value) => typeof value === "boolean");
  if (found.length === 2) return [keyword("boolean")];
  return found.map((value) => ({ kind: "literal", value }));
}
