import { reservedKey } from "../../runtime/protocol/validation/reserved-keys.ts";
import type { Declaration, Protocol } from "../../schema/model/index.ts";
import { typesOfDeclaration } from "../../schema/model/walk.ts";

/**
 * Returns the keys of `_meta` with a reserved prefix that the schema names, as a
 * property of a type or as the value of a constant, in source order.
 */
export function reservedMetaKeys({ declarations }: Protocol): string[] {
  const names = declarations
    .flatMap(namesOf)
    .filter((name) => reservedKey.test(name));
  return [...new Set(names)];
}

function namesOf(declaration: Declaration): string[] {
  if (declaration.kind === "constant") {
    const { value } = declaration;
    return typeof value === "string" ? [value] : [];
  }
  const own = declaration.kind === "interface" ? declaration.properties : [];
  const inner = [...typesOfDeclaration(declaration)].flatMap((type) =>
    type.kind === "object" ? type.properties : [],
  );
  return [...own, ...inner].map(({ name }) => name);
}
