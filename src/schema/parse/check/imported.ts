import type { Declaration } from "../../model/index.ts";
import { typesOfDeclaration } from "../../model/walk.ts";
import type { ParseSession } from "../source/session.ts";

/**
 * Returns true if the values of all constants and enums are known that types name. An
 * extension does not know those of the core.
 */
export function knowsValues({
  declarations,
  coreImports,
}: ParseSession): boolean {
  if (coreImports.size === 0) return true;
  const known = new Set([...declarations.values()].map(({ name }) => name));
  return [...declarations.values()].every((declaration) =>
    [...typesOfDeclaration(declaration)].every((type) => {
      if (type.kind === "constant") return known.has(type.name);
      return type.kind !== "enumMember" || known.has(type.enum);
    }),
  );
}

/** Declarations of what an extension imports: nothing is known of these types here. */
export function importedTypes({ coreImports }: ParseSession): Declaration[] {
  const names = [...coreImports.values()].flatMap(({ name, as }) =>
    as === undefined ? [name] : [name, as],
  );
  return [...new Set(names)].map((name) => ({
    kind: "alias",
    name,
    type: { kind: "keyword", name: "unknown" },
  }));
}
