import type {
  Declaration,
  Protocol,
  Type,
} from "../../../schema/model/index.ts";
import { typesOfDeclaration, typesWithin } from "../../../schema/model/walk.ts";

/** The names of types that a type leads to, itself among them. */
export type Reach = (names: Iterable<string>) => Set<string>;

/** Follows the references of a protocol's declarations. */
export function createReach({ declarations }: Protocol): Reach {
  const references = new Map(
    declarations.map((declaration) => [declaration.name, namesIn(declaration)]),
  );
  return (names) => {
    const reached = new Set(names);
    // A set is walked to its end, also to what is added on the way.
    for (const name of reached)
      for (const next of references.get(name) ?? []) reached.add(next);
    return reached;
  };
}

/** The names that a declaration refers to. */
export function namesIn(declaration: Declaration): string[] {
  return [...typesOfDeclaration(declaration)].flatMap(referredName);
}

/** The names that a type expression refers to. */
export function namesWithin(type: Type): string[] {
  return [...typesWithin(type)].flatMap(referredName);
}

function referredName(type: Type): string[] {
  if (type.kind === "reference") return [type.name];
  if (type.kind === "constant") return [type.name];
  return type.kind === "enumMember" ? [type.enum] : [];
}
