import type { NormalSchema } from "../../../schema/model/json-schema.ts";
import { intersectShapes, mostAlternatives } from "./intersect.ts";
import { extentOf } from "./parts.ts";
import {
  anyArray,
  anyConstant,
  anyObject,
  anything,
  everyPart,
  loosened,
  nothing,
  type ObjectShape,
  type Part,
  type Shape,
} from "./shape.ts";
import { allValues, common, complementOf } from "./values.ts";

/**
 * The values that a shape without names does not take, and those of which it is not known:
 * what a loose part leaves out cannot be told.
 */
export function complementShape(shape: Shape): Shape {
  const { loose } = shape;
  const objects = loose.has("objects")
    ? undefined
    : complementObjects(shape.objects);
  const isArrayKnown =
    !loose.has("arrays") && extentOf(shape, "arrays") !== "some";
  const unknown: Part[] = everyPart.filter((part) => loose.has(part));
  if (objects === undefined) unknown.push("objects");
  if (!isArrayKnown) unknown.push("arrays");
  const complement: Shape = {
    ...nothing,
    constants: loose.has("constants")
      ? anyConstant
      : common(anyConstant, complementOf(shape.constants)),
    numbers: loose.has("numbers") ? allValues : complementOf(shape.numbers),
    strings: loose.has("strings") ? allValues : complementOf(shape.strings),
    arrays:
      isArrayKnown && extentOf(shape, "arrays") === "all" ? [] : [anyArray],
    objects: objects ?? [anyObject],
  };
  return loosened(complement, unknown);
}

/** The objects that are none of the alternatives. */
function complementObjects(
  shapes: readonly ObjectShape[],
): readonly ObjectShape[] | undefined {
  let left: Shape = anything;
  for (const shape of shapes) {
    const objects = complementObject(shape);
    if (objects === undefined) return undefined;
    const one = { ...anything, objects };
    left = intersectShapes(left, one, () => anything);
    if (left.loose.size > 0) return undefined;
  }
  return left.objects;
}

/** One alternative for each thing that is said of the object, in which that is not so. */
function complementObject(shape: ObjectShape): ObjectShape[] | undefined {
  const others: ObjectShape[] = [
    ...shape.required.map((name) => ({ ...anyObject, absent: [name] })),
    ...shape.absent.map((name) => ({ ...anyObject, required: [name] })),
  ];
  for (const { properties, patterns, others: rest } of shape.members) {
    if (patterns.length > 0 || rest !== undefined) return undefined;
    for (const [name, schema] of properties)
      others.push({
        members: [
          { properties: new Map([[name, negated(schema)]]), patterns: [] },
        ],
        required: [name],
        absent: [],
      });
  }
  return others.length > mostAlternatives ? undefined : others;
}

const negations = new WeakMap<NormalSchema, NormalSchema>();

/** The schema of what another does not take: the same one for the same schema. */
export function negated(schema: NormalSchema): NormalSchema {
  const known = negations.get(schema) ?? { not: schema };
  negations.set(schema, known);
  return known;
}
