import type { Protocol } from "../../schema/model/index.ts";

/**
 * Whether the schema's error message may stand without an id. Where it may not,
 * an error about a message whose id nobody could read has JSON-RPC's null id.
 */
export function allowsErrorsWithoutId(protocol: Protocol): boolean {
  return protocol.declarations.some((declaration) => {
    if (declaration.kind !== "interface") return false;
    const { properties } = declaration;
    const id = properties.find(({ name }) => name === "id");
    return (
      id?.optional === true && properties.some(({ name }) => name === "error")
    );
  });
}
