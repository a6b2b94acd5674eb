import type { Type } from "../../schema/model/index.ts";
import { typesWithin } from "../../schema/model/walk.ts";

/** The declarations that types refer to by name, at any depth. */
export function declaredNames(types: Iterable<Type>): string[] {
  const names = new Set<string>();
  for (const type of types)
    for (const part of typesWithin(type)) {
      if (part.kind === "reference" || part.kind === "constant")
        names.add(part.name);
      if (part.kind === "enumMember") names.add(part.enum);
    }
  return [...names];
}
