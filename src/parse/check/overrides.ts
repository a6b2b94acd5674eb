import type {
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
import { kindsOf, type Kinds } from "./kinds.ts";

/**
 * Reports properties that surely do not fit those of a base, or the index signature
 * beside them. Only the kinds of JSON values are compared: what the compiler would
 * refuse beyond that is left to it.
 */
export function checkOverrides(
  session: ParseSession,
  index: DeclarationIndex,
): void {
  for (const [{ module, nameNode }, declaration] of session.declarations) {
    if (declaration.kind !== "interface") continue;
    for (const { name, problem } of findProblems(declaration, index))
      report({ session, module }, "incompatible-property", nameNode, {
        message: `${JSON.stringify(name)} of ${declaration.name} ${problem}`,
        hint: "a type that extends another may only narrow what that says",
      });
  }
}

interface Problem {
  name: string;
  problem: string;
}

function findProblems(
  declaration: InterfaceDeclaration,
  index: DeclarationIndex,
): Problem[] {
  return declaration.properties.flatMap((property) => [
    ...bases(declaration, property.name, index).flatMap((base) =>
      overrideProblem(property, base, index),
    ),
    ...indexProblem(property, declaration.index?.type, index),
  ]);
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
