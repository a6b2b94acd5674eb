import type { Shape } from "./shape.ts";

/** The names of types whose values stand inside an object, directly or by a union or list. */
export function heldNames(named: ReadonlyMap<string, Shape>): Set<string> {
  const held = new Set(
    [...named.values()].flatMap((shape) => insideObjects(shape)),
  );
  // A set is walked to its end, also to what is added on the way.
  for (const name of held) {
    const shape = named.get(name);
    if (shape !== undefined) for (const next of onTop(shape)) held.add(next);
  }
  return held;
}

/** The names in the fields of objects, however deep. */
function insideObjects(shape: Shape): string[] {
  return shape.kind === "object"
    ? fieldsOf(shape).flatMap(everywhere)
    : partsOf(shape).flatMap(insideObjects);
}

/** The names that a type is, a union or list of them included. */
function onTop(shape: Shape): string[] {
  if (shape.kind === "reference") return [shape.name];
  return shape.kind === "object" ? [] : partsOf(shape).flatMap(onTop);
}

function everywhere(shape: Shape): string[] {
  if (shape.kind === "reference") return [shape.name];
  const parts = shape.kind === "object" ? fieldsOf(shape) : partsOf(shape);
  return parts.flatMap(everywhere);
}

function fieldsOf({ fields, index }: Shape & { kind: "object" }): Shape[] {
  const shapes = [...fields.values()].map(({ shape }) => shape);
  return index === undefined ? shapes : [...shapes, index];
}

function partsOf(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case "array":
      return [shape.element];
    case "tuple":
      return shape.elements.map((element) => element.shape);
    case "union":
    case "intersection":
      return shape.members;
    default:
      return [];
  }
}
