import type { Flatten, Members } from "../../../schema/model/flatten.ts";
import type {
  Annotated,
  TupleElement,
  Type,
} from "../../../schema/model/index.ts";
import type { Resolve } from "../../../schema/model/resolve.ts";
import type { Resolved } from "../../../schema/model/resolved.ts";
import { keywordShape } from "./keywords.ts";
import type { Element, Field, ObjectShape, Shape } from "./shape.ts";

/** What the body of a type is worked out with. */
export interface Inside {
  readonly resolve: Resolve;
  readonly flatten: Flatten;
  /** Whether a number that stands at the path may have a fraction. */
  isFraction(path: string): boolean;
  /** The shape of a type expression, and of what is said where it stands. */
  shapeOf(type: Type, path: string, said?: Annotated): Shape;
  /** The shape of a type whose names have been followed. */
  resolvedShape(type: Resolved, path: string): Shape;
}

/** What a type accepts, written out to the names inside of it. */
export function bodyShape(type: Resolved, path: string, inside: Inside): Shape {
  const { flatten, isFraction, shapeOf, resolvedShape } = inside;
  switch (type.kind) {
    case "keyword":
      return keywordShape(type.name, isFraction(path));
    case "literal":
      return { kind: "literal", value: type.value };
    case "enum":
      return {
        kind: "union",
        isEnum: true,
        members: type.declaration.members.map(({ value }) => ({
          kind: "literal",
          value,
        })),
      };
    case "array":
      return { kind: "array", element: shapeOf(type.element, path) };
    case "tuple":
      return {
        kind: "tuple",
        elements: type.elements.map((one) => elementOf(one, path, inside)),
      };
    case "union":
      return {
        kind: "union",
        members: type.members.map((member) => resolvedShape(member, path)),
      };
    case "intersection":
      return type.members.every(isObject)
        ? objectOf(flatten(type), path, inside)
        : {
            kind: "intersection",
            members: type.members.map((one) => resolvedShape(one, path)),
          };
    case "object":
    case "interface":
    case "record":
    case "wrap":
    case "select":
      return objectOf(flatten(type), path, inside);
    default:
      return type satisfies never;
  }
}

function isObject({ kind }: Resolved): boolean {
  return (
    kind === "interface" ||
    kind === "object" ||
    kind === "record" ||
    kind === "wrap" ||
    kind === "select"
  );
}

function elementOf(
  { type, optional, rest }: TupleElement,
  path: string,
  { resolve, shapeOf }: Inside,
): Element {
  const resolved = resolve(type);
  const shape =
    rest && resolved.kind === "array"
      ? shapeOf(resolved.element, path)
      : shapeOf(type, path);
  return { shape, ...(optional && { optional }), ...(rest && { rest }) };
}

function objectOf(
  { properties, index }: Members,
  path: string,
  { shapeOf }: Inside,
): ObjectShape {
  const fields = [...properties.values()].map((member): [string, Field] => {
    const { name, type, optional = false, owner } = member;
    const shape = shapeOf(type, `${owner ?? path}.${name}`, member);
    return [name, { shape, optional, said: member, ...(owner && { owner }) }];
  });
  const other = index && shapeOf(index.type, index.owner ?? path, index);
  return {
    kind: "object",
    fields: new Map(fields),
    ...(index &&
      other && {
        index: other,
        indexFrom: {
          said: index,
          ...(index.owner && { owner: index.owner }),
        },
      }),
  };
}
