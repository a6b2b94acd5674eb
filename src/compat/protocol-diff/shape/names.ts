import type { Field, ObjectShape, Shape } from "./shape.ts";

/** The shape with other names in its references. */
export function withNames(
  shape: Shape,
  named: (name: string) => string,
): Shape {
  const inside = (one: Shape): Shape => withNames(one, named);
  switch (shape.kind) {
    case "keyword":
    case "literal":
      return shape;
    case "reference":
      return { ...shape, name: named(shape.name) };
    case "array":
      return { ...shape, element: inside(shape.element) };
    case "tuple":
      return {
        ...shape,
        elements: shape.elements.map((element) => ({
          ...element,
          shape: inside(element.shape),
        })),
      };
    case "object":
      return objectWith(shape, inside);
    case "union":
    case "intersection":
      return { ...shape, members: shape.members.map(inside) };
    default:
      return shape satisfies never;
  }
}

function objectWith(
  object: ObjectShape,
  inside: (shape: Shape) => Shape,
): ObjectShape {
  const fields = [...object.fields].map(([name, field]): [string, Field] => [
    name,
    { ...field, shape: inside(field.shape) },
  ]);
  const { index } = object;
  return {
    ...object,
    fields: new Map(fields),
    ...(index !== undefined && { index: inside(index) }),
  };
}
