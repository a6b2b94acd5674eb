import type { ts } from "../source/compiler.ts";
import type { Declared } from "../source/module.ts";
import type { Site } from "../source/session.ts";
import { createBindName, noteCore } from "./core.ts";
import { checkImport } from "./missing.ts";
import { resolveBinding } from "./resolve.ts";

/** What `namespace.name` means inside the module; undefined where it is no namespace. */
export function resolveMember(
  site: Site,
  namespace: string,
  node: ts.Identifier,
): Declared | undefined {
  const found = site.module.namespaces.get(namespace);
  return found && resolveImported(site, found.specifier, node);
}

/** What a name means that is imported where it is used. */
export function resolveImported(
  site: Site,
  specifier: ts.Expression,
  node: ts.Identifier,
): Declared {
  const binding = createBindName(site, specifier)(node.text, node);
  if (binding.core === true) noteCore(site, binding);
  else checkImport(site, binding);
  return resolveBinding(site.module, binding, new Set());
}
