import type { SchemaPath } from "../error.ts";

/** Gives what is referred to names, each of them once. */
export function createNames(): (path: SchemaPath) => string {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return (path) => {
    const wanted = wellFormed(nameAt(path));
    let name = wanted;
    let count = counts.get(wanted) ?? 1;
    while (taken.has(name)) name = `${wanted}-${String(++count)}`;
    counts.set(wanted, count);
    taken.add(name);
    return name;
  };
}

/** The last key that says something: an index is told with the key before it. */
function nameAt(path: SchemaPath): string {
  const last = path.at(-1);
  if (last === undefined) return "root";
  if (typeof last === "string" && last !== "") return last;
  const before = path.at(-2);
  return `${String(before ?? "schema")}-${String(last)}`;
}

/** Half of a pair of surrogates cannot be percent-encoded. */
function wellFormed(name: string): string {
  return name.replace(/\p{Surrogate}/gu, "\ufffd");
}
