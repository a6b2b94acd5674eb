import type { Declaration } from "./declaration.ts";
import type { Type } from "./type.ts";
import { typesOfDeclaration } from "./walk.ts";

/**
 * How much may become of a schema when every type is written out, as guards and JSON
 * Schema are: what is inherited counts for each type that inherits it. The published
 * revisions have less than a tenth of it.
 */
const maxMembers = 50_000;

/** How many alternatives an intersection of several unions may have. */
const maxAlternatives = 256;

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
      if (type.kind !== "intersection") continue;
      total += sizes.alternatives(type) * sizes.members(type).size;
      if (multiplies(type.members.map(sizes.alternatives)))
        problems.push(tooManyAlternatives(name));
    }
    if (declaration.kind === "interface")
      total += sizes.members({ kind: "reference", name }).size;
    // What comes later adds to what is too much already.
    if (total > maxMembers && problems.length === 0)
      return [tooManyMembers(name)];
  }
  return problems;
}

interface Sizes {
  /** The properties that a type has, those of its bases as well. */
  members(type: Type): ReadonlySet<string>;
  /** How many types a value may be of. */
  alternatives(type: Type): number;
}

function createSizes(declarations: readonly Declaration[]): Sizes {
  const index = new Map(declarations.map((one) => [one.name, one]));
  const namedMembers = memo((name, again: (name: string) => Names): Names => {
    const declaration = index.get(name);
    if (declaration?.kind === "alias")
      return membersOf(declaration.type, again);
    if (declaration?.kind !== "interface") return nothing;
    const bases = declaration.extends.map((base) => membersOf(base, again));
    return unite([propertyNames(declaration), ...bases]);
  }, nothing);
  const namedAlternatives = memo((name, again: (name: string) => number) => {
    const declaration = index.get(name);
    return declaration?.kind === "alias"
      ? alternativesOf(declaration.type, again)
      : 1;
  }, 1);
  return {
    members: (type) => membersOf(type, namedMembers),
    alternatives: (type) => alternativesOf(type, namedAlternatives),
  };
}

type Names = ReadonlySet<string>;

const nothing: Names = new Set();

function membersOf(type: Type, named: (name: string) => Names): Names {
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

function propertyNames({
  properties,
}: {
  readonly properties: readonly { readonly name: string }[];
}): Names {
  return new Set(properties.map(({ name }) => name));
}

function unite(sets: readonly Names[]): Names {
  const [first, ...others] = sets.filter(({ size }) => size > 0);
  if (first === undefined || others.length === 0) return first ?? nothing;
  return new Set(sets.flatMap((names) => [...names]));
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

function tooManyMembers(name: string): SizeProblem {
  return {
    name,
    problem: `brings the properties of all types, inherited ones counted for each, to more than ${maxMembers}`,
    hint: "shorten the chains of extends clauses",
  };
}
