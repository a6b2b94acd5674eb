import type { Item } from "../print/module.ts";
import { namesIn } from "../print/names-in.ts";

/**
 * What is exported, and what that leads to, in its order: a check may be printed of a
 * definition that nothing calls in the end, and compilers tell of what is declared in vain.
 */
export function neededChecks(items: readonly Item[]): Item[] {
  const declared = new Map(
    items.flatMap((item) =>
      item.kind === "function" || item.kind === "constant"
        ? [[item.name, item] as const]
        : [],
    ),
  );
  const needed = new Set(
    [...declared.values()].filter(({ exported }) => exported),
  );
  // A set also visits what is added on the way.
  for (const item of needed)
    for (const { name } of namesIn(item)) {
      const other = declared.get(name);
      if (other !== undefined) needed.add(other);
    }
  return items.filter(
    (item) =>
      (item.kind !== "function" && item.kind !== "constant") ||
      needed.has(item),
  );
}
