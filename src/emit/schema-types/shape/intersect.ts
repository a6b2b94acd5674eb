import { extentOf, isAnything, isChoiceOfTypes } from "./parts.ts";
import {
  everyPart,
  loosened,
  type ArrayShape,
  type ObjectShape,
  type Part,
  type Shape,
} from "./shape.ts";
import { uniteShapes, widestArrays, widestObjects } from "./unite.ts";
import { common } from "./values.ts";

/** More alternatives than these are of no use to who reads a type. */
export const mostAlternatives = 32;

/** Gives what a definition takes. */
export type Expand = (name: string) => Shape;

/** The values that both shapes take. */
export function intersectShapes(a: Shape, b: Shape, expand: Expand): Shape {
  if (isChoiceOfTypes(a)) return chosen(b, a, expand);
  if (isChoiceOfTypes(b)) return chosen(a, b, expand);
  return intersectBare(withoutNames(a, expand), withoutNames(b, expand));
}

/** What a shape takes of some types: definitions that are of these alone keep their names. */
function chosen(shape: Shape, types: Shape, expand: Expand): Shape {
  if (isAnything(types)) return shape;
  const kept = shape.names.filter((name) =>
    isWithin(withoutNames(expand(name), expand), types),
  );
  const names = shape.names.filter((name) => !kept.includes(name));
  const bare = withoutNames({ ...shape, names }, expand);
  const rest = intersectBare(bare, types);
  if (kept.length === 0) return rest;
  return { ...loosened(rest, [...shape.loose]), names: kept };
}

function isWithin(shape: Shape, types: Shape): boolean {
  return everyPart.every(
    (part) =>
      extentOf(types, part) === "all" || extentOf(shape, part) === "none",
  );
}

/** The shape with what its definitions take in their place. */
export function withoutNames(shape: Shape, expand: Expand): Shape {
  if (shape.names.length === 0) return shape;
  const inner = shape.names.map((name) => withoutNames(expand(name), expand));
  return uniteShapes([{ ...shape, names: [] }, ...inner]);
}

function intersectBare(a: Shape, b: Shape): Shape {
  const objects = pairs(a.objects, b.objects, bothObjects);
  const arrays = pairs(a.arrays, b.arrays, bothArrays);
  const shape: Shape = {
    constants: common(a.constants, b.constants),
    numbers: common(a.numbers, b.numbers),
    strings: common(a.strings, b.strings),
    objects: objects === undefined ? a.objects : widestObjects(objects),
    arrays: arrays === undefined ? a.arrays : widestArrays(arrays),
    names: [],
    loose: new Set(),
    reasons: [...new Set([...a.reasons, ...b.reasons])],
  };
  const loose = everyPart.filter(
    (part) => isLoose(a, part, b) || isLoose(b, part, a),
  );
  if (objects !== undefined && arrays !== undefined)
    return loosened(shape, loose);
  const many: Part[] = ["objects", "arrays"];
  return loosened(shape, [...loose, ...many], "it has too many alternatives");
}

/** What is surely empty on the other side is exact, whatever this side says. */
function isLoose(shape: Shape, part: Part, other: Shape): boolean {
  return shape.loose.has(part) && extentOf(other, part) !== "none";
}

/** What two alternatives have in common, for all of both; `undefined` where they are too many. */
function pairs<T>(
  a: readonly T[],
  b: readonly T[],
  both: (a: T, b: T) => T | undefined,
): T[] | undefined {
  const longest = Math.max(a.length, b.length);
  if (a.length * b.length > Math.max(mostAlternatives ** 2, longest))
    return undefined;
  const found = a.flatMap((one) =>
    b.flatMap((other) => both(one, other) ?? []),
  );
  return found.length > Math.max(mostAlternatives, longest) ? undefined : found;
}

function bothObjects(a: ObjectShape, b: ObjectShape): ObjectShape | undefined {
  const required = union(a.required, b.required);
  const absent = union(a.absent, b.absent);
  if (required.some((name) => absent.includes(name))) return undefined;
  return { members: union(a.members, b.members), required, absent };
}

function bothArrays(a: ArrayShape, b: ArrayShape): ArrayShape | undefined {
  const least = Math.max(a.least, b.least);
  const most = Math.min(a.most, b.most);
  if (least > most) return undefined;
  return { members: union(a.members, b.members), least, most };
}

function union<T>(a: readonly T[], b: readonly T[]): readonly T[] {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  return [...new Set([...a, ...b])];
}
