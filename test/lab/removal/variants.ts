import { ts } from "ts-morph";
import {
  declaredIn,
  nameOf,
  pathOf,
  propertiesIn,
  renamed,
  without,
  withoutAlone,
  type SchemaTree,
} from "./edit.ts";

/** A schema.ts with something taken away, or changed. */
export interface Variant {
  /** What was done to which piece. */
  readonly name: string;
  /** The schema: made when it is asked for, as there are thousands. */
  readonly text: () => string;
}

/** What is done to a schema, piece by piece. */
export const changes: Readonly<
  Record<string, (tree: SchemaTree) => Variant[]>
> = {
  "a declaration alone": (tree) =>
    ofNames(tree, (name) => withoutAlone(tree, new Set([name]))),
  "a declaration with what refers to it": (tree) =>
    ofNames(tree, (name) => without(tree, new Set([name]))),
  "another name": (tree) =>
    ofNames(tree, (name) => renamed(tree, name, `${name}Renamed`)),
  "no property": (tree) => ofProperties(tree, () => undefined),
  "a property required or optional": (tree) =>
    ofProperties(tree, otherPresence),
  "another type": (tree) => ofTypes(tree, otherType),
  "a type with one more form": (tree) =>
    ofTypes(tree, (type) => `(${type.getText()}) | { extra: string }`),
  "a type that may be null": (tree) =>
    ofTypes(tree, (type) => `(${type.getText()}) | null`),
  "a text": (tree) => ofTypes(tree, () => "string"),
  anything: (tree) => ofTypes(tree, () => "unknown"),
  "another method": (tree) =>
    ofTypes(tree, ({ parent }, text) =>
      parent.getText().startsWith("method:") && text.startsWith('"')
        ? `"x/${text.slice(1)}`
        : undefined,
    ),
};

/** Sets of declarations and properties that are gone at once. */
export function randomSets(
  tree: SchemaTree,
  count: number,
  random: () => number,
): Variant[] {
  const names = declaredIn(tree).map(nameOf);
  const properties = propertiesIn(tree);
  const pick = <T>(from: readonly T[]): T[] =>
    from.slice(Math.floor(random() * from.length)).slice(0, 1);
  return Array.from({ length: count }, () => {
    const size = 1 + Math.floor(random() ** 2 * 40);
    const rolls = Array.from({ length: size }, () => random() < 0.5);
    const gone = rolls.flatMap((isName) => (isName ? pick(names) : []));
    const cut = rolls.flatMap((isName) => (isName ? [] : pick(properties)));
    return {
      name: [...gone, ...cut.map(pathOf)].join(),
      text: () =>
        without(
          tree,
          new Set(gone),
          new Map(cut.map((property) => [property, undefined])),
        ),
    };
  });
}

function ofNames(
  tree: SchemaTree,
  change: (name: string) => string,
): Variant[] {
  const names = new Set(declaredIn(tree).map(nameOf));
  return [...names].map((name) => ({ name, text: () => change(name) }));
}

function ofProperties(
  tree: SchemaTree,
  change: (property: ts.PropertySignature) => string | undefined,
): Variant[] {
  return propertiesIn(tree).map((property) => ({
    name: pathOf(property),
    text: () =>
      without(tree, new Set(), new Map([[property, change(property)]])),
  }));
}

function ofTypes(
  tree: SchemaTree,
  change: (type: ts.TypeNode, text: string) => string | undefined,
): Variant[] {
  return propertiesIn(tree).flatMap((property) => {
    const { type } = property;
    const changed = type && change(type, type.getText());
    return type === undefined || changed === undefined
      ? []
      : [
          {
            name: `${pathOf(property)}: ${changed}`,
            text: () => without(tree, new Set(), new Map([[type, changed]])),
          },
        ];
  });
}

function otherPresence(property: ts.PropertySignature): string {
  const name = property.name.getText();
  const rest = property.getText().slice(name.length);
  return property.questionToken ? name + rest.slice(1) : `${name}?${rest}`;
}

function otherType(type: ts.TypeNode, text: string): string {
  switch (type.kind) {
    case ts.SyntaxKind.StringKeyword:
      return "number";
    case ts.SyntaxKind.NumberKeyword:
      return "string";
    case ts.SyntaxKind.BooleanKeyword:
      return "{}";
    case ts.SyntaxKind.LiteralType:
      return "string";
    case ts.SyntaxKind.UnionType:
      return (type as ts.UnionTypeNode).types[0]?.getText() ?? "never";
    case ts.SyntaxKind.ArrayType:
      return (type as ts.ArrayTypeNode).elementType.getText();
    default:
      return `(${text})[]`;
  }
}
