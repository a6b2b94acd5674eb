import type {
  ObjectType,
  Property,
  TupleElement,
  Type,
} from "../../model/type.ts";

/** A type as TypeScript writes it, without spaces: `Pick<Tool,"name">`. */
export function typeText(type: Type): string {
  switch (type.kind) {
    case "keyword":
    case "reference":
      return type.name;
    case "literal":
      return JSON.stringify(type.value);
    case "constant":
      return `typeof ${type.name}`;
    case "enumMember":
      return `${type.enum}.${type.member}`;
    case "array":
      return `${operandText(type.element)}[]`;
    case "tuple":
      return `[${type.elements.map(elementText).join()}]`;
    case "object":
      return objectText(type);
    case "record":
      return `Record<${typeText(type.key)},${typeText(type.value)}>`;
    case "union":
      return type.members.map(typeText).join("|");
    case "intersection":
      return type.members.map(operandText).join("&");
    case "wrap":
      return `${type.name}<${typeText(type.type)}>`;
    case "select":
      return `${type.name}<${typeText(type.type)},${keysText(type.keys)}>`;
    default:
      return type satisfies never;
  }
}

function operandText(type: Type): string {
  const text = typeText(type);
  return type.kind === "union" || type.kind === "intersection"
    ? `(${text})`
    : text;
}

function elementText({ type, optional, rest }: TupleElement): string {
  return `${rest ? "..." : ""}${typeText(type)}${optional ? "?" : ""}`;
}

function objectText({ properties, index }: ObjectType): string {
  const members = properties.map(propertyText);
  if (index)
    members.push(`[${index.parameter}:string]:${typeText(index.type)};`);
  return `{${members.join("")}}`;
}

function propertyText({ name, type, optional }: Property): string {
  return `${JSON.stringify(name)}${optional ? "?" : ""}:${typeText(type)};`;
}

function keysText(keys: readonly string[]): string {
  return keys.map((key) => JSON.stringify(key)).join("|");
}
