import { capabilityKeys } from "../../schema/model/paths/capability-path.ts";
import type { Capability, Protocol } from "../../schema/model/index.ts";
import type { Resolved } from "../../schema/model/resolved.ts";
import { createLookup } from "../lookup/lookup.ts";

/** Whether the schema gives a capability as a boolean; else it is an object. */
export type IsFlag = (capability: Capability) => boolean;

/** Looks capabilities up where the schema declares what each side can. */
export function createIsFlag(protocol: Protocol): IsFlag {
  const { find, resolve, members } = createLookup(protocol);

  function typeAt(name: string, path: readonly string[]): Resolved | undefined {
    let type = find(name);
    for (const step of path) {
      const member = type && members(type).properties.get(step);
      if (member === undefined) return undefined;
      type = resolve(member.type);
    }
    return type;
  }

  return (capability) =>
    declarers(capability).some((name) => {
      const type = typeAt(name, capabilityKeys(capability.path));
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
