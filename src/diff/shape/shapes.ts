import { createFlattener, type Members } from "../../model/flatten.ts";
import type {
  Annotated,
  Constraints,
  Protocol,
  TupleElement,
  Type,
} from "../../model/index.ts";
import { createLoopOwner } from "../../model/loops.ts";
import { createResolver, type Resolved } from "../../model/resolve.ts";
import { createScope, type TypeDeclaration } from "../../model/scope.ts";
import { withResultTypes } from "./result-types.ts";
import { withEnvelopes } from "./envelope.ts";
import type { Element, Keyword, Limits, Shape } from "./shape.ts";

/** The types of a protocol by name, and the shape of any other type of it. */
export interface Shapes {
  named: ReadonlyMap<string, Shape>;
  of(type: Type): Shape;
}

/**
 * Works out what the types of a protocol accept. A mere name for another type is
 * followed, unless the other protocol has a type of that name: what it stands for is
 * compared there alone.
 */
export function createShapes(protocol: Protocol, other: Protocol): Shapes {
  const scope = createScope(protocol.declarations);
  const resolve = createResolver(scope, { strict: true });
  const keptNames = ownNames(other);
  const flatten = createFlattener(resolve);
  const loopOwner = createLoopOwner(protocol.declarations, resolve);
  const loopNames = new Map<Resolved, string>();
  const loops = new Map<string, Shape>();

  function isFraction(path: string): boolean {
    return protocol.fractions.some(
      (at) => path === at || path.startsWith(`${at}.`),
    );
  }

  function shapeOf(type: Type, path: string, said?: Annotated): Shape {
    return said?.constraints?.type === undefined
      ? limited(referredShape(type, path), said?.constraints)
      : limited(keywordsNamed(said.constraints.type), said.constraints);
  }

  function referredShape(type: Type, path: string): Shape {
    return type.kind === "reference" && keptNames.has(type.name)
      ? { kind: "reference", name: type.name }
      : resolvedShape(resolve(type), path);
  }

  function resolvedShape(type: Resolved, path: string): Shape {
    const name = nameOf(type) ?? loopName(type);
    return name === undefined
      ? bodyOf(type, path)
      : { kind: "reference", name };
  }

  /** What leads back to itself and has no name is given one, after its alias. */
  function loopName(type: Resolved): string | undefined {
    const owner = loopOwner(type);
    const known = loopNames.get(type);
    if (owner === undefined || known !== undefined) return known;
    let count = 1;
    while (loops.has(`${owner} member ${count}`)) count++;
    const name = `${owner} member ${count}`;
    loopNames.set(type, name);
    // Its own name is taken before its inside is looked at.
    loops.set(name, { kind: "keyword", name: "unknown" });
    loops.set(name, bodyOf(type, owner));
    return name;
  }

  function bodyOf(type: Resolved, path: string): Shape {
    const constraints = type.alias?.constraints;
    return constraints?.type === undefined
      ? limited(plainBody(type, path), constraints)
      : limited(keywordsNamed(constraints.type), constraints);
  }

  function plainBody(type: Resolved, path: string): Shape {
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
          elements: type.elements.map((element) => elementOf(element, path)),
        };
      case "union":
        return {
          kind: "union",
          members: type.members.map((member) => resolvedShape(member, path)),
        };
      case "intersection":
        return type.members.every(isObject)
          ? objectOf(flatten(type), path)
          : {
              kind: "intersection",
              members: type.members.map((one) => resolvedShape(one, path)),
            };
      case "object":
      case "interface":
      case "record":
      case "wrap":
      case "select":
        return objectOf(flatten(type), path);
      default:
        return type satisfies never;
    }
  }

  function elementOf(
    { type, optional, rest }: TupleElement,
    path: string,
  ): Element {
    const resolved = resolve(type);
    const shape =
      rest && resolved.kind === "array"
        ? shapeOf(resolved.element, path)
        : shapeOf(type, path);
    return { shape, ...(optional && { optional }), ...(rest && { rest }) };
  }

  function objectOf({ properties, index }: Members, path: string): Shape {
    const fields = [...properties.values()].map((member) => {
      const { name, type, optional = false, owner } = member;
      const shape = shapeOf(type, `${owner ?? path}.${name}`, member);
      return [
        name,
        { shape, optional, said: member, ...(owner && { owner }) },
      ] as const;
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

  /** An alias of a named type is a reference to it. */
  function definition({ name }: TypeDeclaration): Shape {
    const type = resolve({ kind: "reference", name });
    const own = nameOf(type);
    return own === undefined || own === name
      ? bodyOf(type, name)
      : { kind: "reference", name: own };
  }

  const declared = new Map(
    [...scope.types].map(([name, type]) => [name, definition(type)]),
  );
  return {
    named: new Map([
      ...withResultTypes(withEnvelopes(declared, protocol), protocol),
      ...loops,
    ]),
    of: (type) => shapeOf(type, ""),
  };
}

/** The names of types that are more than another name of something else. */
function ownNames({ declarations }: Protocol): Set<string> {
  const scope = createScope(declarations);
  const resolve = createResolver(scope, { strict: true });
  return new Set(
    [...scope.types.keys()].filter(
      (name) => nameOf(resolve({ kind: "reference", name })) === name,
    ),
  );
}

/** The name by which a type is referred to. */
function nameOf(type: Resolved): string | undefined {
  if (type.kind === "interface" || type.kind === "enum")
    return type.declaration.name;
  return type.kind === "keyword" || type.kind === "literal"
    ? undefined
    : type.alias?.name;
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

/** A number is an integer unless something says that it may have a fraction. */
function keywordShape(
  name: Keyword | "any" | "object",
  isFraction: boolean,
): Shape {
  if (name === "object") return { kind: "object", fields: new Map() };
  if (name === "any") return { kind: "keyword", name: "unknown" };
  if (name === "number" && !isFraction)
    return { kind: "keyword", name: "integer" };
  return { kind: "keyword", name };
}

const keywords: ReadonlyMap<string, Shape> = new Map(
  (["string", "number", "integer", "boolean", "null", "object"] as const).map(
    (name) => [name, keywordShape(name, true)],
  ),
);

/** A `@TJS-type` names a type of JSON Schema, or lists several as JSON. */
function keywordsNamed(text: string): Shape {
  const names: unknown = text.startsWith("[") ? parsed(text) : [text];
  const members = (Array.isArray(names) ? names : []).map(
    (name): Shape =>
      keywords.get(String(name)) ??
      (name === "array"
        ? { kind: "array", element: { kind: "keyword", name: "unknown" } }
        : { kind: "keyword", name: "unknown" }),
  );
  const [first, second] = members;
  if (first === undefined) return { kind: "keyword", name: "unknown" };
  return second === undefined ? first : { kind: "union", members };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}

function limited(shape: Shape, constraints: Constraints = {}): Shape {
  const { type: _, format: __, default: ___, nullable, ...own } = constraints;
  const limits: Limits = { ...shape.limits, ...own };
  const body = Object.keys(limits).length > 0 ? { ...shape, limits } : shape;
  if (!nullable) return body;
  const none: Shape = { kind: "keyword", name: "null" };
  return body.kind === "union" && body.limits === undefined
    ? { kind: "union", members: [...body.members, none] }
    : { kind: "union", members: [body, none] };
}
