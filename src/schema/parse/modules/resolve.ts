import type {
  ImportBinding,
  Declared,
  SchemaModule,
} from "../source/module.ts";

/** What a name means inside the module. */
export function resolveName(
  module: SchemaModule,
  name: string,
): Declared | undefined {
  const own = module.declared.get(name);
  if (own !== undefined) return own;
  const binding = module.imports.get(name);
  return binding && resolveBinding(module, binding, new Set());
}

/** What a name means to those who import it from the module. */
export function resolveExport(
  module: SchemaModule,
  name: string,
  seen: Set<SchemaModule>,
): Declared | undefined {
  if (seen.has(module)) return undefined;
  seen.add(module);
  const own = module.declared.get(name);
  if (own !== undefined) return own;
  const binding = module.imports.get(name) ?? module.reexports.get(name);
  if (binding !== undefined) return resolveBinding(module, binding, seen);
  for (const star of module.stars) {
    const found = resolveExport(star, name, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What cannot be resolved has been reported with the import, and counts as declared. */
export function resolveBinding(
  module: SchemaModule,
  { from, core, name, node }: ImportBinding,
  seen: Set<SchemaModule>,
): Declared {
  if (core === true)
    return { kind: "core", name, nameNode: node, module, node };
  const found = from && resolveExport(from, name, seen);
  return found ?? { kind: "unreadable", name, nameNode: node, module, node };
}

/** Everything that the module offers: its own, and what it passes on. */
export function exportsOf(
  module: SchemaModule,
  seen: Set<SchemaModule> = new Set(),
): Declared[] {
  if (seen.has(module)) return [];
  seen.add(module);
  const reexported = [...module.reexports.values()].map((binding) =>
    resolveBinding(module, binding, new Set()),
  );
  return [
    ...module.stars.flatMap((star) => exportsOf(star, seen)),
    ...reexported,
    ...module.declared.values(),
  ];
}

/** What the module imports, whether it uses it or not. */
export function importsOf(module: SchemaModule): Declared[] {
  return [...module.imports.values()].map((binding) =>
    resolveBinding(module, binding, new Set()),
  );
}
