import { bodies, resolveAlias } from "../derive/lookup.ts";
import type { Declaration, Protocol, Type } from "../model/index.ts";
import { createScope, type Scope } from "../model/scope.ts";

/** What is said of a type, and where: no value is told by it. */
const prose = new Set([
  ...["comment", "position", "deprecated", "internal", "category"],
]);

/** Whether two declarations are the same but for what is said of them. */
export function isEqual(one: Declaration, other: Declaration): boolean {
  return textOf(one) === textOf(other);
}

function textOf(declaration: Declaration): string {
  return JSON.stringify(declaration, (key, value: unknown) =>
    prose.has(key) ? undefined : sorted(value),
  );
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return value;
  return Object.fromEntries(
    Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/**
 * Whether a declaration that differs from the core's of the same name was taken from it: most
 * of what it has, the core's has as well, or all that an older core's has, it has as well.
 */
export function isCopy(
  { name, kind }: Declaration,
  core: Protocol,
  copied: Protocol,
): boolean {
  const [before, after] = [core, copied].map(({ declarations }) =>
    createScope(declarations),
  );
  if (before === undefined || after === undefined) return false;
  // Who takes a constant's name takes it for the value of their own version.
  if (kind === "constant") return true;
  const own = partsOf(name, after);
  const known = partsOf(name, before);
  if (own.kind !== known.kind) return false;
  const shared = new Set(
    own.parts.filter((part) => known.parts.includes(part)),
  );
  return (
    own.parts.length === 0 ||
    shared.size * 2 > own.parts.length ||
    (shared.size >= telling && shared.size === new Set(known.parts).size)
  );
}

/** So many names alike are no chance. */
const telling = 3;

interface Parts {
  readonly kind: "object" | "enum" | "other";
  readonly parts: readonly string[];
}

/** The names of properties or members, or the types of a union. */
function partsOf(name: string, scope: Scope): Parts {
  const declaration = scope.types.get(name);
  if (declaration?.kind === "enum")
    return {
      kind: "enum",
      parts: declaration.members.map((member) => member.name),
    };
  const self: Type = { kind: "reference", name };
  const objects = bodies(self, scope);
  const type = resolveAlias(self, scope);
  if (objects.length > 0 || type.kind === "record")
    return {
      kind: "object",
      parts: objects.flatMap(({ properties }) =>
        properties.map((property) => property.name),
      ),
    };
  const members = type.kind === "union" ? type.members : [type];
  return {
    kind: "other",
    parts: members.map((member) => JSON.stringify(member)),
  };
}
