import type { Declaration } from "../declaration.ts";
import type { Type } from "../type.ts";
import { typesOfDeclaration } from "../walk.ts";

/**
 * How much may become of a schema when every type is written out, as guards and JSON
 * Schema are: what is inherited counts for each type that inherits it. The published
 * revisions have less than a tenth of it.
 */
const maxMembers = 50_000;

/** How many alternatives an intersection of several unions may have. */
const maxAlternatives = 256;

/** How many bodies may stand behind what picks or changes the properties of types, or in a tuple. */
const maxCopies = 256;

/** A declaration that would become too large, and what is too much about it. */
export interface SizeProblem {
  readonly name: string;
  readonly problem: string;
  readonly hint: string;
}

/** What of a schema would become too large to be emitted; in time that is linear in its text. */
export function sizeProblems(
  declarations: readonly Declaration[],
): SizeProblem[] {
  const sizes = createSizes(declarations);
  const problems: SizeProblem[] = [];
  let total = 0;
  for (const declaration of declarations) {
    const { name } = declaration;
    for (const type of typesOfDeclaration(declaration)) {
      if (type.kind !== "intersection" && type.kind !== "tuple") continue;
      if (sizes.copies(type) > maxCopies)
        problems.push(tooManyCopies(name, type.kind));
      if (type.kind === "tuple") continue;
      total += sizes.alternatives(type) * sizes.members(type).size;
      if (multiplies(type.members.map(sizes.alternatives)))
        problems.push(tooManyAlternatives(name));
    }
    if (declaration.kind === "interface")
      total += sizes.members({ kind: "reference", name }).size;
    // What comes later adds to what is too much already.
    if (problems.length > 0) return problems;
    if (total > maxMembers || sizes.isOver()) return [tooManyMembers(name)];
  }
  return [];
}

interface Sizes {
  /** The properties that a type has, those of its bases as well. */
  members(type: Type): ReadonlySet<string>;
  /** How many types a value may be of. */
  alternatives(type: Type): number;
  /** How many bodies it is made of, those counted each time that utility types take. */
  copies(type: Type): number;
  /** Whether there are so many members that they are not counted any more. */
  isOver(): boolean;
}

function createSizes(declarations: readonly Declaration[]): Sizes {
  const index = new Map(declarations.map((one) => [one.name, one]));
  const budget = { left: 4 * maxMembers };
  const unite = createUnite(budget);
  const membersOf = createMembers(unite);
  const namedMembers = memo((name, again: (name: string) => Names): Names => {
    const declaration = index.get(name);
    if (declaration?.kind === "alias")
      return membersOf(declaration.type, again);
    if (declaration?.kind !== "interface") return nothing;
    const bases = declaration.extends.map((base) => membersOf(base, again));
    return unite([propertyNames(declaration), ...bases]);
  }, nothing);
  const namedCopies = memo((name, again: (name: string) => number) => {
    const declaration = index.get(name);
    return declaration?.kind === "alias"
      ? copiesOf(declaration.type, again)
      : 1;
  }, 1);
  const namedAlternatives = memo((name, again: (name: string) => number) => {
    const declaration = index.get(name);
    return declaration?.kind === "alias"
      ? alternativesOf(declaration.type, again)
      : 1;
  }, 1);
  return {
    members: (type) => membersOf(type, namedMembers),
    alternatives: (type) => alternativesOf(type, namedAlternatives),
    copies: (type) => copiesOf(type, namedCopies),
    isOver: () => budget.left < 0,
  };
}

type Names = ReadonlySet<string>;

const nothing: Names = new Set();

function createMembers(
  unite: Unite,
): (type: Type, named: (name: string) => Names) => Names {
  const membersOf = (type: Type, named: (name: string) => Names): Names => {
    switch (type.kind) {
      case "reference":
        return named(type.name);
      case "object":
        return propertyNames(type);
      case "union":
      case "intersection":
        return unite(type.members.map((member) => membersOf(member, named)));
      case "wrap":
      case "select":
        return membersOf(type.type, named);
      default:
        return nothing;
    }
  };
  return membersOf;
}

function alternativesOf(type: Type, named: (name: string) => number): number {
  switch (type.kind) {
    case "reference":
      return named(type.name);
    case "union":
      return type.members
        .map((member) => alternativesOf(member, named))
        .reduce((sum, count) => sum + count, 0);
    case "intersection":
      return product(
        type.members.map((member) => alternativesOf(member, named)),
      );
    case "wrap":
    case "select":
      return alternativesOf(type.type, named);
    default:
      return 1;
  }
}

function copiesOf(type: Type, named: (name: string) => number): number {
  switch (type.kind) {
    case "reference":
      return named(type.name);
    case "intersection":
      return partsOf(type.members)
        .map((member) => copiesOf(member, named))
        .reduce((sum, count) => sum + count, 0);
    case "tuple":
      // Each element is checked where it stands.
      return type.elements
        .map((element) => copiesOf(element.type, named))
        .reduce((sum, count) => sum + count, 0);
    case "wrap":
    case "select":
      return copiesOf(type.type, named);
    default:
      return 1;
  }
}

/** The members of an intersection, a name once. */
function partsOf(members: readonly Type[]): Type[] {
  const names = new Set<string>();
  return members.filter(
    (type) =>
      type.kind !== "reference" || names.size < names.add(type.name).size,
  );
}

function propertyNames({
  properties,
}: {
  readonly properties: readonly { readonly name: string }[];
}): Names {
  return new Set(properties.map(({ name }) => name));
}

type Unite = (sets: readonly Names[]) => Names;

/** Gathers names, until there are more than would be taken. */
function createUnite(budget: { left: number }): Unite {
  return (sets) => {
    const [first, ...others] = sets.filter(({ size }) => size > 0);
    if (first === undefined || others.length === 0) return first ?? nothing;
    if (budget.left < 0) return first;
    const all = new Set(sets.flatMap((names) => [...names]));
    budget.left -= all.size;
    return all;
  };
}

/** One union among types that are none only adds to each of its members. */
function multiplies(factors: readonly number[]): boolean {
  const all = product(factors);
  return all > maxAlternatives && all > Math.max(...factors);
}

function product(factors: readonly number[]): number {
  return factors.reduce((all, factor) => all * factor, 1);
}

/** What is said of each name, once; of a name that is being looked at, `inCycle`. */
function memo<Value>(
  look: (name: string, again: (name: string) => Value) => Value,
  inCycle: Value,
): (name: string) => Value {
  const known = new Map<string, Value>();
  const again = (name: string): Value => {
    const value = known.get(name);
    if (value !== undefined) return value;
    known.set(name, inCycle);
    const found = look(name, again);
    known.set(name, found);
    return found;
  };
  return again;
}

function tooManyAlternatives(name: string): SizeProblem {
  return {
    name,
    problem: `intersects unions that have more than ${maxAlternatives} alternatives together`,
    hint: "write the union of the types that are meant, or give each union a property of its own",
  };
}

function tooManyCopies(
  name: string,
  kind: "intersection" | "tuple",
): SizeProblem {
  if (kind === "tuple")
    return {
      name,
      problem: `is, or has, a tuple that has more than ${maxCopies} elements with those of the tuples in it`,
      hint: "write an array, or an object",
    };
  return {
    name,
    problem: `takes the properties of more than ${maxCopies} types by Pick, Omit, Partial and the like`,
    hint: "declare the properties that are meant",
  };
}

function tooManyMembers(name: string): SizeProblem {
  return {
    name,
    problem: `brings the properties of all types, inherited ones counted for each, to more than ${maxMembers}`,
    hint: "shorten the chains of extends clauses",
  };
}
