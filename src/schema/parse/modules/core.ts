import type { ts } from "../source/compiler.ts";
import type { ImportBinding, SchemaModule } from "../source/module.ts";
import { report, type ParseSession, type Site } from "../source/session.ts";
import { positionAt } from "../source/source.ts";
import { resolveExport } from "./resolve.ts";
import { findSibling, isRelative, openSibling } from "./siblings.ts";

/** What the names of one import stand for. */
export type BindName = (name: string, node: ts.Node) => ImportBinding;

/**
 * Binds the names of an import. In the schema of an extension they are those of a file of its
 * own, or else the core's: whatever file the core is said to be in, and if it has the name.
 */
export function createBindName(site: Site, specifier: ts.Expression): BindName {
  const { core } = site.session.options;
  if (core === undefined) {
    // A file that is imported is opened, also where nothing is taken from it.
    const from = openSibling(site, specifier);
    return (name, node) => ({ from, name, node });
  }
  const from = findSibling(site, specifier);
  let isReported = false;
  return (name, node) => {
    if (from !== undefined && isOwn(from, name, core))
      return { from, name, node };
    if (core.has(name) || !isRelative(specifier))
      return { from: undefined, core: true, name, node };
    if (from === undefined && !isReported) openSibling(site, specifier);
    isReported = true;
    return { from, name, node };
  };
}

/** Whether a file of the extension has the name, and has it not as a copy of the core. */
function isOwn(
  from: SchemaModule,
  name: string,
  core: ReadonlySet<string>,
): boolean {
  const declared = resolveExport(from, name, new Set());
  if (declared === undefined || declared.kind === "core") return false;
  return !core.has(name) || !copiesCore(declared.module, core);
}

/** So many names of the core are no chance. */
const fewest = 10;

/** Whether a file is the core's own schema, of some revision: most of its names are the core's. */
export function copiesCore(
  { declared }: SchemaModule,
  core: ReadonlySet<string>,
): boolean {
  const names = [...declared.keys()];
  const shared = names.filter((name) => core.has(name)).length;
  return shared >= fewest && shared * 2 > names.length;
}

/** Notes that the extension uses a name of the core. */
export function noteCore(
  { session, module }: Site,
  { name, node }: Pick<ImportBinding, "name" | "node">,
  local: string = name,
): void {
  if (session.coreImports.has(name)) return;
  session.coreImports.set(name, {
    name,
    ...(local === name ? {} : { as: local }),
    position: positionAt(module, node.getStart(module.source)),
  });
}

/** A name cannot be the extension's own and the core's at once. */
export function checkOwnNames(session: ParseSession): void {
  for (const { name, nameNode, module } of session.declarations.keys()) {
    const taken = session.coreImports.get(name);
    if (taken === undefined) continue;
    const as = taken.as === undefined ? "" : ` as ${taken.as}`;
    report({ session, module }, "duplicate-declaration", nameNode, {
      message: `${JSON.stringify(name)} is declared here, and imported from the core${as}`,
      hint: "give the extension's own type another name",
    });
  }
}
