import type { FixedCode, FixedItem } from "./module.ts";

/** What a template declares, as a part of a module. */
export function fixedItem(code: FixedCode, exported: boolean): FixedItem {
  return { kind: "fixed", exported, ...code };
}

/** Of a template, what the names lead to, in its own order. */
export function neededCode(
  template: Readonly<Record<string, FixedCode>>,
  names: Iterable<string>,
): FixedCode[] {
  const needed = new Set(names);
  // A set also visits what is added on the way.
  for (const name of needed)
    for (const other of template[name]?.needs ?? []) needed.add(other);
  return Object.values(template).filter(({ name }) => needed.has(name));
}
