import type { Change } from "./change.ts";

/** A change is inherited where the base that declares it has the same. */
export function inheritance(changes: readonly Change[]): Change[] {
  const keys = keysOf(changes);
  return changes.map(({ inheritedFrom: base, ...change }) =>
    base !== undefined && keys.has(keyOf(change, base))
      ? { ...change, inheritedFrom: base }
      : change,
  );
}

/** The changes that none of the others tells, being that of the base. */
export function withoutInherited(changes: readonly Change[]): Change[] {
  const keys = keysOf(changes);
  return changes.filter(
    (change) =>
      change.inheritedFrom === undefined ||
      !keys.has(keyOf(change, change.inheritedFrom)),
  );
}

/** The names of the types that have a change because they extend its type. */
export function heirsOf(change: Change, changes: readonly Change[]): string[] {
  const { name } = change.where;
  if (name === undefined) return [];
  const key = keyOf(change, name);
  return changes
    .filter((one) => one.inheritedFrom === name && keyOf(one, name) === key)
    .map(({ where }) => where.name ?? "");
}

function keysOf(changes: readonly Change[]): Set<string> {
  return new Set(changes.map((change) => keyOf(change, change.where.name)));
}

function keyOf(change: Change, name: string | undefined): string {
  const { rule, where, before, after } = change;
  return JSON.stringify([
    rule,
    name,
    where.method,
    where.path,
    before ?? null,
    after ?? null,
  ]);
}
