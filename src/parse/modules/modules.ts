import { suggest } from "../../diagnostics/nearest.ts";
import { compiler, type ts } from "../source/compiler.ts";
import type { Binding, Declared, Module } from "../source/module.ts";
import {
  report,
  reportAt,
  type SchemaFile,
  type Session,
  type Site,
} from "../source/session.ts";
import {
  brokenStatements,
  openSource,
  syntaxErrors,
} from "../source/source.ts";
import { collectStatements } from "./statements.ts";

/** Reads a file into a module, once for each path. */
export function openModule(session: Session, file: SchemaFile): Module {
  const known = session.modules.get(file.path);
  if (known !== undefined) return known;
  const source = openSource(file.path, file.text);
  const errors = syntaxErrors(source);
  const module: Module = {
    path: file.path,
    source,
    broken: brokenStatements(source, errors),
    declared: new Map(),
    imports: new Map(),
    reexports: new Map(),
    listed: [],
    stars: [],
    dependencies: [],
  };
  // Before its imports are followed, which may lead back here.
  session.modules.set(file.path, module);
  for (const error of errors) {
    const message = compiler.flattenDiagnosticMessageText(
      error.messageText,
      " ",
    );
    reportAt(session, module, "syntax-error", error, {
      message,
      hint: "correct the file; what the error lies in has not been read",
    });
  }
  collectStatements({ session, module });
  return module;
}

/** What a name means inside the module. */
export function resolveName(
  module: Module,
  name: string,
): Declared | undefined {
  const own = module.declared.get(name);
  if (own !== undefined) return own;
  const binding = module.imports.get(name);
  return binding && resolveBinding(module, binding, new Set());
}

/** What a name means to those who import it from the module. */
function resolveExport(
  module: Module,
  name: string,
  seen: Set<Module>,
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
function resolveBinding(
  module: Module,
  { from, name, node }: Binding,
  seen: Set<Module>,
): Declared {
  const found = from && resolveExport(from, name, seen);
  return found ?? { kind: "unreadable", name, nameNode: node, module, node };
}

/** Everything that the module offers: its own, and what it passes on. */
export function exportsOf(
  module: Module,
  seen: Set<Module> = new Set(),
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
export function importsOf(module: Module): Declared[] {
  return [...module.imports.values()].map((binding) =>
    resolveBinding(module, binding, new Set()),
  );
}

/** Reports the names that are imported or exported, and that nothing declares. */
export function checkImports(session: Session): void {
  for (const module of session.modules.values()) {
    const { imports, reexports, listed } = module;
    for (const { from, name, node } of [
      ...imports.values(),
      ...reexports.values(),
    ]) {
      if (from === undefined || from.broken.size > 0) continue;
      if (resolveExport(from, name, new Set()) !== undefined) continue;
      reportMissing({ session, module }, from, name, node);
    }
    for (const node of listed) {
      if (module.broken.size > 0 || resolveName(module, node.text)) continue;
      reportMissing({ session, module }, module, node.text, node);
    }
  }
}

function reportMissing(
  site: Site,
  from: Module,
  name: string,
  node: ts.Node,
): void {
  report(site, "unknown-export", node, {
    message: `${JSON.stringify(from.path)} does not declare ${JSON.stringify(name)}`,
    hint:
      suggest(name, from.declared.keys()) ??
      "correct the name, or declare it in that file",
  });
}
