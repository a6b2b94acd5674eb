import {
  everyPart,
  nothing,
  type ArrayShape,
  type ObjectShape,
  type Shape,
} from "./shape.ts";
import { allTogether } from "./values.ts";

/** The values that at least one shape takes. */
export function uniteShapes(shapes: readonly Shape[]): Shape {
  const [only = nothing, second] = shapes;
  if (second === undefined) return only;
  return {
    constants: allTogether(shapes.map(({ constants }) => constants)),
    numbers: allTogether(shapes.map(({ numbers }) => numbers)),
    strings: allTogether(shapes.map(({ strings }) => strings)),
    arrays: widestArrays(shapes.flatMap(({ arrays }) => arrays)),
    objects: widestObjects(shapes.flatMap(({ objects }) => objects)),
    names: [...new Set(shapes.flatMap(({ names }) => names))],
    loose: new Set(
      everyPart.filter((part) => shapes.some(({ loose }) => loose.has(part))),
    ),
    reasons: [...new Set(shapes.flatMap(({ reasons }) => reasons))],
  };
}

/** Those that are not within another, each once. */
export function widestObjects(shapes: readonly ObjectShape[]): ObjectShape[] {
  return widest(
    shapes,
    (inner, outer) =>
      holds(inner.members, outer.members) &&
      holds(inner.required, outer.required) &&
      holds(inner.absent, outer.absent),
  );
}

export function widestArrays(shapes: readonly ArrayShape[]): ArrayShape[] {
  return widest(
    shapes,
    (inner, outer) =>
      holds(inner.members, outer.members) &&
      inner.least >= outer.least &&
      inner.most <= outer.most,
  );
}

/** Among more than these, none is looked for that is within another. */
const mostCompared = 200;

function widest<T>(
  shapes: readonly T[],
  isWithin: (inner: T, outer: T) => boolean,
): T[] {
  const each = [...new Set(shapes)];
  if (each.length > mostCompared) return each;
  return each.filter((one, index) =>
    each.every((other, place) => {
      if (place === index || !isWithin(one, other)) return true;
      // Of two that say the same, the first stays.
      return isWithin(other, one) && index < place;
    }),
  );
}

function holds<T>(all: readonly T[], some: readonly T[]): boolean {
  return some.every((one) => all.includes(one));
}
