import { createFlattener } from "../../model/flatten.ts";
import type { Capability, Protocol } from "../../model/index.ts";
import { createResolver, type Resolved } from "../../model/resolve.ts";
import { createScope } from "../../model/scope.ts";

/** Whether the schema gives a capability as a boolean; else it is an object. */
export type IsFlag = (capability: Capability) => boolean;

/** Looks capabilities up where the schema declares what each side can. */
export function createIsFlag({ declarations }: Protocol): IsFlag {
  const scope = createScope(declarations);
  const resolve = createResolver(scope, { strict: true });
  const flatten = createFlattener(resolve);

  function typeAt(name: string, path: readonly string[]): Resolved | undefined {
    if (!scope.types.has(name)) return undefined;
    let type = resolve({ kind: "reference", name });
    for (const step of path) {
      const member = flatten(type).properties.get(step);
      if (member === undefined) return undefined;
      type = resolve(member.type);
    }
    return type;
  }

  return (capability) =>
    declarers(capability).some((name) => {
      const type = typeAt(name, capability.path.split("."));
      return type?.kind === "keyword" && type.name === "boolean";
    });
}

/** The types in which the capability may stand. */
function declarers({ side }: Capability): readonly string[] {
  switch (side) {
    case "client":
      return ["ClientCapabilities"];
    case "server":
      return ["ServerCapabilities"];
    case "receiver":
    case "sender":
      return ["ClientCapabilities", "ServerCapabilities"];
    default:
      return side satisfies never;
  }
}
