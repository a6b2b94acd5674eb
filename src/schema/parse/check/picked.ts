import { suggest } from "../../../base/diagnostics/nearest.ts";
import type {
  InterfaceDeclaration,
  ObjectType,
  Type,
} from "../../model/index.ts";
import { report, unreadableType } from "../source/session.ts";
import type { DeclarationIndex } from "./declared.ts";
import type { Check } from "../source/session.ts";

/** Every property name of a type; `undefined` when any name may occur. */
type Names = ReadonlySet<string> | undefined;

/** What is known of the schema's types so far, so that each is looked at once. */
interface Search {
  index: DeclarationIndex;
  found: Map<string, Names>;
}

/** `Pick` takes properties that are there; `Omit` may leave out what is not. */
export function checkPickedKeys(
  index: DeclarationIndex,
  { select, reader, node }: Extract<Check, { kind: "select" }>,
): void {
  if (select.name !== "Pick") return;
  const names = propertyNames({ index, found: new Map() }, select.type);
  if (names === undefined) return;
  for (const key of select.keys) {
    if (names.has(key)) continue;
    report(reader, "unknown-key", node, {
      message: `there is no property ${JSON.stringify(key)} to pick`,
      hint: suggest(key, names) ?? "correct the key, or add the property",
    });
  }
}

function propertyNames(search: Search, type: Type): Names {
  if (type === unreadableType) return undefined;
  switch (type.kind) {
    case "object":
      return memberNames(type);
    case "intersection":
      return union(type.members.map((member) => propertyNames(search, member)));
    case "wrap":
      return propertyNames(search, type.type);
    case "select": {
      if (type.name === "Pick") return new Set(type.keys);
      const names = propertyNames(search, type.type);
      return names && new Set([...names].filter((n) => !type.keys.includes(n)));
    }
    case "reference":
      return namedPropertyNames(search, type.name);
    default:
      return undefined;
  }
}

function namedPropertyNames(search: Search, name: string): Names {
  const { index, found } = search;
  if (found.has(name)) return found.get(name);
  // Until the answer is known: what extends itself has been reported.
  found.set(name, new Set());
  const target = index.get(name);
  const names =
    target?.kind === "alias"
      ? propertyNames(search, target.type)
      : target?.kind === "interface"
        ? interfacePropertyNames(search, target)
        : undefined;
  found.set(name, names);
  return names;
}

function interfacePropertyNames(
  search: Search,
  target: InterfaceDeclaration,
): Names {
  const bases = target.extends.map((base) => propertyNames(search, base));
  return union([memberNames(target), ...bases]);
}

function memberNames({
  properties,
  index,
}: ObjectType | InterfaceDeclaration): Names {
  if (index !== undefined) return undefined;
  return new Set(properties.map(({ name }) => name));
}

function union(parts: readonly Names[]): Names {
  const all = new Set<string>();
  for (const part of parts) {
    if (part === undefined) return undefined;
    part.forEach((name) => all.add(name));
  }
  return all;
}
