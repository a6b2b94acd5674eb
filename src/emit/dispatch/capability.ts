import type {
  Capability,
  Declaration,
  Property,
  Protocol,
  Type,
} from "../../model/index.ts";

/** The type that declares what each side can. */
const capabilityTypes = {
  client: "ClientCapabilities",
  server: "ServerCapabilities",
} as const;

/** Whether the schema gives a capability as a boolean; else it is an object. */
export function isFlag(capability: Capability, protocol: Protocol): boolean {
  const declarations = new Map(
    protocol.declarations.map((declaration) => [declaration.name, declaration]),
  );
  const path = capability.path.split(".");
  return declarers(capability).some((name) => {
    const type = typeAt({ kind: "reference", name }, path, declarations);
    return type?.kind === "keyword" && type.name === "boolean";
  });
}

/** The types in which the capability may stand. */
function declarers({ side }: Capability): readonly string[] {
  switch (side) {
    case "client":
    case "server":
      return [capabilityTypes[side]];
    case "receiver":
    case "sender":
      return Object.values(capabilityTypes);
    default:
      return side satisfies never;
  }
}

function typeAt(
  type: Type,
  path: readonly string[],
  declarations: ReadonlyMap<string, Declaration>,
): Type | undefined {
  let current: Type | undefined = type;
  for (const name of path) {
    if (current === undefined) return undefined;
    const properties = propertiesOf(current, declarations);
    current = properties.find((property) => property.name === name)?.type;
  }
  return current;
}

function propertiesOf(
  type: Type,
  declarations: ReadonlyMap<string, Declaration>,
): readonly Property[] {
  if (type.kind === "object") return type.properties;
  if (type.kind !== "reference") return [];
  const declaration = declarations.get(type.name);
  if (declaration?.kind === "interface") return declaration.properties;
  if (declaration?.kind !== "alias" || declaration.type.kind !== "object")
    return [];
  return declaration.type.properties;
}
