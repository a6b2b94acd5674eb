import { complementShape } from "./complement.ts";
import { extentOf } from "./parts.ts";
import {
  loosened,
  nothing,
  type ObjectShape,
  type Part,
  type Shape,
} from "./shape.ts";
import { uniteShapes } from "./unite.ts";
import {
  allTogether,
  common,
  complementOf,
  isNone,
  noValues,
  type Values,
} from "./values.ts";
import { bothShapes, expanded, type Working } from "./working.ts";

/** What exactly one of the shapes takes, as far as it can be told from what any of them does. */
export function exactlyOne(shapes: readonly Shape[], working: Working): Shape {
  if (shapes.length === 1) return uniteShapes(shapes);
  const bare = shapes.map((shape) => expanded(shape, working));
  const shared = sharedParts(bare);
  if (shared.length === 0) return uniteShapes(shapes);
  const united = uniteShapes(bare);
  const isLoose = (part: Part): boolean =>
    bare.some(({ loose }) => loose.has(part));
  const constants = ofOne(
    bare.map((one) => one.constants),
    isLoose("constants"),
  );
  const numbers = ofOne(
    bare.map((one) => one.numbers),
    isLoose("numbers"),
  );
  const strings = ofOne(
    bare.map((one) => one.strings),
    isLoose("strings"),
  );
  const objects = shared.includes("objects")
    ? objectsOfOne(bare, working)
    : united.objects;
  const unclear: Part[] = [];
  if (constants === undefined) unclear.push("constants");
  if (numbers === undefined) unclear.push("numbers");
  if (strings === undefined) unclear.push("strings");
  if (objects === undefined) unclear.push("objects");
  if (shared.includes("arrays")) unclear.push("arrays");
  const isAsUnited = shared.every((part) => unclear.includes(part));
  if (isAsUnited) return loosened(uniteShapes(shapes), unclear);
  const shape: Shape = {
    ...united,
    constants: constants ?? united.constants,
    numbers: numbers ?? united.numbers,
    strings: strings ?? united.strings,
    objects: objects ?? united.objects,
  };
  return loosened(shape, unclear);
}

/** The types of which more than one shape takes values. */
function sharedParts(shapes: readonly Shape[]): Part[] {
  const parts: Part[] = [];
  for (const part of ["arrays", "objects"] as const)
    if (shapes.filter((one) => extentOf(one, part) !== "none").length > 1)
      parts.push(part);
  if (!isNone(repeatedIn(shapes.map(({ constants }) => constants))))
    parts.push("constants");
  if (!isNone(repeatedIn(shapes.map(({ numbers }) => numbers))))
    parts.push("numbers");
  if (!isNone(repeatedIn(shapes.map(({ strings }) => strings))))
    parts.push("strings");
  return parts;
}

/** The values of one shape alone; `undefined` where a shape may take fewer than it says. */
function ofOne<T>(
  each: readonly Values<T>[],
  isLoose: boolean,
): Values<T> | undefined {
  const repeated = repeatedIn(each);
  const all = allTogether(each);
  if (isNone(repeated)) return all;
  return isLoose ? undefined : common(all, complementOf(repeated));
}

function repeatedIn<T>(each: readonly Values<T>[]): Values<T> {
  let seen: Values<T> = noValues;
  let repeated: Values<T> = noValues;
  for (const values of each) {
    repeated = allTogether([repeated, common(seen, values)]);
    seen = allTogether([seen, values]);
  }
  return repeated;
}

/** More alternatives than these are not told apart. */
const mostTold = 8;

/** The objects of one shape alone, where all that is said is which properties are there. */
function objectsOfOne(
  shapes: readonly Shape[],
  working: Working,
): readonly ObjectShape[] | undefined {
  const isBare = shapes.every(
    ({ loose, objects }) =>
      !loose.has("objects") &&
      objects.every(({ members }) => members.length === 0),
  );
  if (!isBare || shapes.length > mostTold) return undefined;
  const alone = shapes.map((shape, index) => {
    const others = shapes.filter((_, place) => place !== index);
    return others
      .map(({ objects }) => complementShape({ ...nothing, objects }))
      .reduce((a, b) => bothShapes(a, b, working), {
        ...nothing,
        objects: shape.objects,
      });
  });
  const { objects, loose } = uniteShapes(alone);
  return loose.has("objects") ? undefined : objects;
}
