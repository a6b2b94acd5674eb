import type { Declaration } from "../declaration.ts";
import type { Type } from "../type.ts";

/** The names of types that stand for themselves, or extend themselves. */
export function cyclicNames({
  declarations,
}: {
  readonly declarations: readonly Declaration[];
}): string[] {
  const direct = new Map(
    declarations.map((declaration) => [
      declaration.name,
      declarationNames(declaration),
    ]),
  );
  return [...direct.keys()].filter((name) => reaches(name, direct));
}

function reaches(
  goal: string,
  direct: ReadonlyMap<string, readonly string[]>,
): boolean {
  const seen = new Set<string>();
  const queue = [...(direct.get(goal) ?? [])];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (name === goal) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    queue.push(...(direct.get(name) ?? []));
  }
  return false;
}

function declarationNames(declaration: Declaration): string[] {
  if (declaration.kind === "interface")
    return declaration.extends.flatMap(directNames);
  return declaration.kind === "alias" ? directNames(declaration.type) : [];
}

/** What must be known before the type itself is: properties and items need not. */
function directNames(type: Type): string[] {
  switch (type.kind) {
    case "reference":
      return [type.name];
    case "union":
    case "intersection":
      return type.members.flatMap(directNames);
    case "wrap":
    case "select":
      return directNames(type.type);
    case "record":
      return directNames(type.key);
    default:
      return [];
  }
}
