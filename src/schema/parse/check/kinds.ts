import type { Declaration, Type } from "../../model/index.ts";
import type { DeclarationIndex } from "./declared.ts";

/** What a value can be, as far as JSON tells values apart. */
export type Kind =
  "string" | "number" | "boolean" | "null" | "object" | "array";

/** Every kind that a type allows; `undefined` where it may allow any. */
export type Kinds = ReadonlySet<Kind> | undefined;

// To TypeScript, a list is an object too.
const objects: Kinds = new Set<Kind>(["object", "array"]);

/** A type that is named on the way to itself allows, for all that is known, anything. */
export function kindsOf(
  index: DeclarationIndex,
  type: Type,
  path: readonly string[] = [],
): Kinds {
  switch (type.kind) {
    case "keyword":
      return keywordKinds(type.name);
    case "literal":
      return new Set([kindOfValue(type.value)]);
    case "constant":
    case "enumMember":
      return valueKinds(
        index.get(type.kind === "constant" ? type.name : type.enum),
      );
    case "array":
    case "tuple":
      return new Set<Kind>(["array"]);
    case "object":
      return asksForMore(type) ? objects : undefined;
    case "record":
      return objects;
    case "reference":
      return path.includes(type.name)
        ? undefined
        : namedKinds(index, type.name, [...path, type.name]);
    case "union":
      return united(type.members.map((one) => kindsOf(index, one, path)));
    case "intersection":
      return shared(type.members.map((one) => kindsOf(index, one, path)));
    case "wrap":
    case "select":
      return undefined;
    default:
      return type satisfies never;
  }
}

function keywordKinds(name: Extract<Type, { kind: "keyword" }>["name"]): Kinds {
  switch (name) {
    case "string":
    case "number":
    case "boolean":
    case "null":
      return new Set([name]);
    // What is sent is no object, whatever the compiler says.
    case "Date":
      return new Set(["string"]);
    case "object":
      return objects;
    case "any":
    case "unknown":
    case "never":
      return undefined;
    default:
      return name satisfies never;
  }
}

function namedKinds(
  index: DeclarationIndex,
  name: string,
  path: readonly string[],
): Kinds {
  const declaration = index.get(name);
  switch (declaration?.kind) {
    case "alias":
      return kindsOf(index, declaration.type, path);
    case "interface":
      return asksForMore(declaration) ? objects : undefined;
    default:
      return valueKinds(declaration);
  }
}

function valueKinds(declaration: Declaration | undefined): Kinds {
  if (declaration?.kind === "constant")
    return new Set([kindOfValue(declaration.value)]);
  if (declaration?.kind !== "enum") return undefined;
  return new Set(declaration.members.map(({ value }) => kindOfValue(value)));
}

function kindOfValue(value: string | number | boolean): Kind {
  const type = typeof value;
  return type === "string" || type === "number" ? type : "boolean";
}

/** Without a required property, text and numbers may pass for an object. */
function asksForMore({
  properties,
}:
  | Extract<Type, { kind: "object" }>
  | Extract<Declaration, { kind: "interface" }>): boolean {
  return properties.some(({ optional }) => optional !== true);
}

function united(parts: readonly Kinds[]): Kinds {
  const all = new Set<Kind>();
  for (const part of parts) {
    if (part === undefined) return undefined;
    part.forEach((kind) => all.add(kind));
  }
  return all;
}

function shared(parts: readonly Kinds[]): Kinds {
  const known = parts.filter((part) => part !== undefined);
  const [first, ...others] = known;
  if (first === undefined) return undefined;
  return new Set(
    [...first].filter((kind) => others.every((other) => other.has(kind))),
  );
}
