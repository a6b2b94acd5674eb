import type { Diagnostic } from "../../../base/diagnostics/diagnostic.ts";
import { createScope, type Scope } from "../../model/scope.ts";
import { typesOfDeclaration } from "../../model/walk.ts";
import type {
  Declaration,
  InterfaceDeclaration,
  Property,
  Type,
} from "../../model/index.ts";
import {
  report,
  unreadableType,
  type ParseSession,
} from "../source/session.ts";
import type { DeclarationIndex } from "./declared.ts";
import { createAssignable, type Assignable } from "./assignable.ts";
import { kindsOf, type Kinds } from "./kinds.ts";

/**
 * Reports properties that surely do not fit those of a base, or the index signature
 * beside them: the compiler would refuse what is emitted of them.
 */
export function checkOverrides(
  session: ParseSession,
  index: DeclarationIndex,
): void {
  const isWhole =
    session.options.core === undefined && !session.diagnostics.some(isError);
  const types = isWhole
    ? compareTypes(createScope([...index.values()]))
    : undefined;
  for (const [{ module, nameNode }, declaration] of session.declarations) {
    if (types !== undefined) checkLiterals(session, declaration, types);
    if (declaration.kind !== "interface") continue;
    for (const one of findProblems(declaration, index, types)) {
      const { name, problem } = one;
      report({ session, module }, "incompatible-property", nameNode, {
        message: `${JSON.stringify(name)} of ${declaration.name} ${problem}`,
        hint:
          one.hint ??
          "a type that extends another may only narrow what that says",
      });
    }
  }
}

/** Reports properties of type literals that do not fit the index signature beside them. */
function checkLiterals(
  session: ParseSession,
  declaration: Declaration,
  { fits }: Assignable,
): void {
  for (const type of typesOfDeclaration(declaration)) {
    if (type.kind !== "object" || type.index === undefined) continue;
    for (const property of type.properties) {
      const place = session.places.get(property);
      if (place === undefined || fits(property.type, type.index.type)) continue;
      report(place.reader, "incompatible-property", place.node, {
        message: `${JSON.stringify(property.name)} of a type in ${declaration.name} does not fit the index signature beside it`,
        hint: "write the type of the index signature as a union that has the type of the property",
      });
    }
  }
}

/** What has errors already has types that cannot be followed, and so has an extension alone. */
function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

interface Problem {
  name: string;
  problem: string;
  /** How to mend it, where narrowing is not how. */
  hint?: string;
}

/** The compiler's rules, and the same but for the index signatures of interfaces. */
interface Comparison extends Assignable {
  readonly withOpenInterfaces: Assignable;
}

function compareTypes(scope: Scope): Comparison {
  return {
    ...createAssignable(scope),
    withOpenInterfaces: createAssignable(scope, { openInterfaces: true }),
  };
}

function findProblems(
  declaration: InterfaceDeclaration,
  index: DeclarationIndex,
  types: Comparison | undefined,
): Problem[] {
  const told = declaration.properties.flatMap((property) => [
    ...bases(declaration, property.name, index).flatMap((base) =>
      overrideProblem(property, base, index),
    ),
    ...indexProblem(property, declaration.index?.type, index),
  ]);
  return told.length > 0 || types === undefined
    ? told
    : [
        ...deepProblems(declaration, types),
        ...indexProblems(declaration, types),
      ];
}

/** Properties, inherited ones as well, that do not fit the index signature of the type. */
function indexProblems(
  { name: owner }: InterfaceDeclaration,
  { fits, membersOf }: Assignable,
): Problem[] {
  const { properties, index } = membersOf({ kind: "reference", name: owner });
  if (index === undefined) return [];
  return [...properties.values()]
    .filter((one) => !fits(one.type, index.type))
    .map(({ name }) => ({
      name,
      problem: "does not fit the index signature of the type",
      hint: "write the type of the index signature as a union that has the type of the property",
    }));
}

/** What the kinds of values do not show: fields within fields, and bases that disagree. */
function deepProblems(
  declaration: InterfaceDeclaration,
  types: Comparison,
): Problem[] {
  const inherited = new Map<string, Property>();
  const found: Problem[] = [];
  const own = new Map(declaration.properties.map((one) => [one.name, one]));
  for (const base of declaration.extends)
    for (const property of types.membersOf(base).properties.values()) {
      const { name } = property;
      const mine = own.get(name);
      const other = inherited.get(name);
      inherited.set(name, property);
      const from = base.kind === "reference" ? base.name : "a base";
      if (mine !== undefined && !narrows(mine, property, types))
        found.push({
          name,
          problem: `does not fit the same property of ${from}`,
          ...(narrows(mine, property, types.withOpenInterfaces) && {
            hint: literalHint,
          }),
        });
      else if (mine === undefined && other && !isAlike(other, property, types))
        found.push({
          name,
          problem: `is one thing in ${from} and another in the base before it`,
        });
    }
  return found;
}

/** An interface may be declared again with more, so the compiler does not let it stand for an index signature. */
const literalHint =
  "an interface does not fit an index signature other than of any: write the type of the property as a type literal (type Name = { … }), or the base's index signature with any";

function narrows(own: Property, base: Property, { fits }: Assignable): boolean {
  return (
    (own.optional !== true || base.optional === true) &&
    fits(own.type, base.type)
  );
}

function isAlike(
  one: Property,
  other: Property,
  { fits }: Assignable,
): boolean {
  return (
    (one.optional === true) === (other.optional === true) &&
    fits(one.type, other.type) &&
    fits(other.type, one.type)
  );
}

interface Inherited {
  from: string;
  property: Property;
}

/** The nearest declaration of a property on each way up; ways that meet go on as one. */
function bases(
  declaration: InterfaceDeclaration,
  name: string,
  index: DeclarationIndex,
  seen: Set<string> = new Set(),
): Inherited[] {
  return declaration.extends.flatMap((type): Inherited[] => {
    if (type.kind !== "reference" || seen.has(type.name)) return [];
    seen.add(type.name);
    const base = index.get(type.name);
    if (base?.kind !== "interface") return [];
    const property = base.properties.find((one) => one.name === name);
    return property === undefined
      ? bases(base, name, index, seen)
      : [{ from: base.name, property }];
  });
}

function overrideProblem(
  { name, type, optional }: Property,
  { from, property }: Inherited,
  index: DeclarationIndex,
): Problem[] {
  if (optional === true && property.optional !== true)
    return [{ name, problem: `is optional, but not in ${from}` }];
  return fits(type, property.type, index)
    ? []
    : [{ name, problem: `does not fit the same property of ${from}` }];
}

function indexProblem(
  { name, type }: Property,
  other: Type | undefined,
  index: DeclarationIndex,
): Problem[] {
  return other === undefined || fits(type, other, index)
    ? []
    : [{ name, problem: "does not fit the index signature beside it" }];
}

function fits(type: Type, wider: Type, index: DeclarationIndex): boolean {
  if (type === unreadableType || wider === unreadableType) return true;
  const own = kindsOf(index, type);
  const allowed: Kinds = kindsOf(index, wider);
  if (own === undefined || allowed === undefined) return true;
  return [...own].every((kind) => allowed.has(kind));
}
