import type { InterfaceDeclaration } from "./declaration.ts";
import type { Resolve, Resolved } from "./resolved.ts";
import type { IndexSignature, Property, RecordType, Type } from "./type.ts";

/** The properties of an object type, its own and those of its bases. */
export interface Members {
  properties: ReadonlyMap<string, Member>;
  index?: IndexMember;
}

export interface Member extends Property {
  /** The name of the interface or alias whose text declares the property. */
  owner?: string;
}

export interface IndexMember extends IndexSignature {
  owner?: string;
  /** Whether a base declares it. */
  inherited?: true;
}

export type Flatten = (type: Resolved) => Members;

const nothing: Members = { properties: new Map() };

/**
 * Gives the members of any object type. What an interface declares itself
 * wins over its bases, and an earlier base over a later one.
 */
export function createFlattener(resolve: Resolve): Flatten {
  const known = new Map<InterfaceDeclaration, Members>();

  function flatten(type: Resolved): Members {
    switch (type.kind) {
      case "interface":
        return flattenInterface(type.declaration);
      case "object":
        return ownMembers(type, type.alias?.name);
      case "record":
        return flattenRecord(type);
      case "wrap":
        return withPresence(flatten(resolve(type.type)), type.name);
      case "select":
        return select(flatten(resolve(type.type)), type.name, type.keys);
      case "intersection":
        return type.members.map(flatten).reduce(intersect);
      case "keyword":
      case "literal":
      case "enum":
      case "array":
      case "tuple":
      case "union":
        return nothing;
      default:
        return type satisfies never;
    }
  }

  function flattenInterface(declaration: InterfaceDeclaration): Members {
    const flat =
      known.get(declaration) ??
      declaration.extends
        .map((base) => flatten(resolve(base)))
        .reduce(inherit, ownMembers(declaration, declaration.name));
    known.set(declaration, flat);
    return flat;
  }

  function flattenRecord({ key, value }: RecordType): Members {
    const keys = resolve(key);
    const choices = keys.kind === "union" ? keys.members : [keys];
    const names = choices.flatMap(keyNames);
    const open = choices.some(
      (choice) => choice.kind === "keyword" && choice.name !== "never",
    );
    return {
      properties: new Map(
        names.map((name) => [name, { name, type: value }] as const),
      ),
      ...(open && {
        index: { parameter: "key", type: value, inherited: true },
      }),
    };
  }

  return flatten;
}

/** The property names that a key of a record stands for. */
function keyNames(key: Resolved): string[] {
  if (key.kind === "literal") return [String(key.value)];
  return key.kind === "enum"
    ? key.declaration.members.map(({ value }) => String(value))
    : [];
}

interface Body {
  properties: readonly Property[];
  index?: IndexSignature;
}

function ownMembers({ properties, index }: Body, owner?: string): Members {
  const owned = owner === undefined ? {} : { owner };
  return {
    properties: new Map(
      properties.map((property) => [property.name, { ...property, ...owned }]),
    ),
    ...(index && { index: { ...index, ...owned } }),
  };
}

function inherit(own: Members, base: Members): Members {
  const properties = new Map(own.properties);
  for (const [name, member] of base.properties) {
    const mine = properties.get(name);
    properties.set(
      name,
      mine === undefined ? member : documented(mine, member),
    );
  }
  const index = own.index ?? (base.index && { ...base.index, inherited: true });
  return { properties, ...(index && { index }) };
}

/** A property without a description of its own takes over that of its base. */
function documented(own: Member, base: Member): Member {
  const text = base.comment?.text;
  return text === undefined || own.comment?.text !== undefined
    ? own
    : { ...own, comment: { ...own.comment, text } };
}

function withPresence(
  members: Members,
  name: "Partial" | "Required" | "Readonly",
): Members {
  if (name === "Readonly") return members;
  return mapMembers(members, ({ optional: _, ...member }) =>
    name === "Partial" ? { ...member, optional: true } : member,
  );
}

function mapMembers(
  { properties, index }: Members,
  change: (member: Member) => Member,
): Members {
  return {
    properties: new Map(
      [...properties].map(([name, member]) => [name, change(member)]),
    ),
    ...(index && { index: { ...index, inherited: true } }),
  };
}

function select(
  members: Members,
  name: "Omit" | "Pick",
  keys: readonly string[],
): Members {
  return name === "Pick" ? pick(members, keys) : omit(members, keys);
}

/** A key that only the index signature stands for becomes a property of its type. */
function pick(
  { properties, index }: Members,
  keys: readonly string[],
): Members {
  const declared = [...properties].filter(([name]) => keys.includes(name));
  const indexed = keys.flatMap((name): [string, Member][] =>
    index === undefined || properties.has(name)
      ? []
      : [[name, { name, type: index.type }]],
  );
  return { properties: new Map([...declared, ...indexed]) };
}

/** Of a type that has an index signature nothing else is kept, as in TypeScript. */
function omit(
  { properties, index }: Members,
  keys: readonly string[],
): Members {
  if (index !== undefined)
    return { properties: new Map(), index: { ...index, inherited: true } };
  return {
    properties: new Map(
      [...properties].filter(([name]) => !keys.includes(name)),
    ),
  };
}

/** A property of both must satisfy both, and is optional when it is in both. */
function intersect(left: Members, right: Members): Members {
  const properties = new Map(left.properties);
  for (const [name, member] of right.properties) {
    const other = properties.get(name);
    properties.set(name, other === undefined ? member : both(other, member));
  }
  const index = intersectIndex(left.index, right.index);
  return { properties, ...(index && { index }) };
}

function both(left: Member, right: Member): Member {
  const { optional: _, ...merged } = { ...right, ...left };
  return {
    ...merged,
    type: intersection(left.type, right.type),
    ...(left.optional && right.optional && { optional: true }),
  };
}

function intersectIndex(
  left?: IndexMember,
  right?: IndexMember,
): IndexMember | undefined {
  if (left === undefined || right === undefined) {
    const index = left ?? right;
    return index && { ...index, inherited: true };
  }
  const type = intersection(left.type, right.type);
  return { ...left, type, inherited: true };
}

function intersection(left: Type, right: Type): Type {
  return { kind: "intersection", members: [left, right] };
}
