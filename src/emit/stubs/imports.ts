import { byCodeUnit } from "../../base/order.ts";
import type { ImportItem } from "../print/module.ts";

/** The imports of a module, gathered while what needs them is printed. */
export interface Imports {
  /** Imports a type or a value by name, and returns its name in the module. */
  type(from: string, name: string, as?: string): string;
  value(from: string, name: string, as?: string): string;
  /** Imports a module as a whole, under a name of its own. */
  namespace(from: string, name: string, use: "types" | "values"): void;
  /** What has been asked for so far, in an order that does not depend on it. */
  items(): ImportItem[];
}

export function createImports(): Imports {
  const modules = new Map<string, Needed>();

  function needed(from: string): Needed {
    const known = modules.get(from);
    if (known !== undefined) return known;
    const fresh: Needed = {
      types: new Map(),
      values: new Map(),
      namespaces: new Map(),
    };
    modules.set(from, fresh);
    return fresh;
  }

  return {
    type(from, name, as = name) {
      needed(from).types.set(as, name);
      return as;
    },
    value(from, name, as = name) {
      needed(from).values.set(as, name);
      return as;
    },
    namespace(from, name, use) {
      const { namespaces } = needed(from);
      if (use === "values" || !namespaces.has(name)) namespaces.set(name, use);
    },
    items: () =>
      [...modules]
        .sort(([a], [b]) => byCodeUnit(a, b))
        .flatMap(([from, found]) => importItems(from, found)),
  };
}

/** Names in the module, with what they stand for. */
interface Needed {
  readonly types: Map<string, string>;
  readonly values: Map<string, string>;
  readonly namespaces: Map<string, "types" | "values">;
}

function importItems(from: string, found: Needed): ImportItem[] {
  const whole = [...found.namespaces].map(([namespace, use]): ImportItem => ({
    kind: "import",
    types: use === "types",
    names: [],
    namespace,
    from,
  }));
  return [
    ...whole,
    ...byName(from, false, found.values),
    ...byName(from, true, found.types),
  ];
}

function byName(
  from: string,
  types: boolean,
  names: ReadonlyMap<string, string>,
): ImportItem[] {
  if (names.size === 0) return [];
  const sorted = [...names]
    .map(([as, name]) => ({ name, as }))
    .sort((a, b) => byCodeUnit(a.name, b.name));
  return [{ kind: "import", types, names: sorted, from }];
}
