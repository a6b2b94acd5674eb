import type {
  ObjectType,
  Property,
  TupleElement,
  Type,
} from "../../../schema/model/index.ts";
import { propertyName } from "../../print/names.ts";

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
      return `${readonlyText(type)}${elementTypeText(type.element)}[]`;
    case "tuple":
      return `${readonlyText(type)}[${type.elements.map(elementText).join()}]`;
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

function elementTypeText(type: Type): string {
  const isList = type.kind === "array" || type.kind === "tuple";
  return isList && type.readonly === true
    ? `(${typeText(type)})`
    : operandText(type);
}

function elementText(element: TupleElement): string {
  const { name, optional, rest } = element;
  const type = name === undefined ? operandText : typeText;
  const text = `${rest ? "..." : ""}${name ?? type(element.type)}${optional ? "?" : ""}`;
  return name === undefined ? text : `${text}:${type(element.type)}`;
}

function objectText({ properties, index }: ObjectType): string {
  const members = properties.map(propertyText);
  if (index)
    members.unshift(
      `${readonlyText(index)}[${index.parameter}:string]:${typeText(index.type)};`,
    );
  return `{${members.join("")}}`;
}

function propertyText(property: Property): string {
  const { name, type, optional } = property;
  return `${readonlyText(property)}${propertyName(name)}${optional ? "?" : ""}:${typeText(type)};`;
}

function readonlyText({ readonly }: { readonly?: true }): string {
  return readonly === true ? "readonly" : "";
}

function keysText(keys: readonly string[]): string {
  return keys.map((key) => JSON.stringify(key)).join("|");
}
