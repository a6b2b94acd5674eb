import type { NormalSchema } from "../../../schema/model/json-schema.ts";
import type { TupleElement, Type } from "../../../schema/model/index.ts";
import type { ArrayShape } from "../shape/shape.ts";
import {
  below,
  isKeyword,
  keyword,
  type Maker,
  type TypePlace,
} from "./types.ts";

/** Tuples of more elements are lists. */
const mostElements = 64;

/** A list, or a tuple where the first items have types of their own. */
export function arrayType(
  shape: ArrayShape,
  maker: Maker,
  place: TypePlace,
): Type {
  const length = Math.max(0, ...shape.members.map(({ first }) => first.length));
  const rest = maker.typeOf(itemsAt(shape, length), below(place, "*"));
  if (length > mostElements) {
    const reason = `it is a tuple of ${length} elements`;
    return { kind: "array", element: maker.note(below(place, "*"), reason) };
  }
  if (length === 0 && !isKeyword(rest, "never") && shape.most > 0)
    return { kind: "array", element: rest };
  return tupleType(shape, length, rest, maker, place);
}

function tupleType(
  shape: ArrayShape,
  length: number,
  rest: Type,
  maker: Maker,
  place: TypePlace,
): Type {
  const elements: TupleElement[] = [];
  for (let index = 0; index < Math.min(length, shape.most); index++) {
    const type = maker.typeOf(itemsAt(shape, index), below(place, index));
    const isOptional = index >= shape.least;
    if (isKeyword(type, "never")) {
      // A list that ends before this item.
      return isOptional ? { kind: "tuple", elements } : type;
    }
    elements.push({ type, ...(isOptional && { optional: true as const }) });
  }
  const isClosed = isKeyword(rest, "never") || shape.most <= length;
  if (isClosed)
    return shape.least > length
      ? keyword("never")
      : { kind: "tuple", elements };
  const others: Type = { kind: "array", element: rest };
  return {
    kind: "tuple",
    elements: [...elements, { type: others, rest: true }],
  };
}

/** What an item has to fit. */
function itemsAt({ members }: ArrayShape, index: number): NormalSchema[] {
  return members.flatMap(({ first, others }) => first[index] ?? others ?? []);
}
