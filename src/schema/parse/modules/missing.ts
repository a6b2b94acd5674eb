import { suggest } from "../../../base/diagnostics/nearest.ts";
import type { ts } from "../source/compiler.ts";
import type { ImportBinding, SchemaModule } from "../source/module.ts";
import { report, type ParseSession, type Site } from "../source/session.ts";
import { resolveExport, resolveName } from "./resolve.ts";

/** Reports the names that are imported or exported, and that nothing declares. */
export function checkImports(session: ParseSession): void {
  for (const module of session.modules.values()) {
    const { imports, reexports, listed } = module;
    for (const binding of [...imports.values(), ...reexports.values()])
      checkImport({ session, module }, binding);
    for (const node of listed) {
      if (module.broken.size > 0 || resolveName(module, node.text)) continue;
      reportMissing({ session, module }, module, node.text, node);
    }
  }
}

/** Reports a name that the file that it is imported from does not have. */
export function checkImport(
  site: Site,
  { from, name, node }: ImportBinding,
): void {
  if (from === undefined || from.broken.size > 0) return;
  if (resolveExport(from, name, new Set()) !== undefined) return;
  reportMissing(site, from, name, node);
}

function reportMissing(
  site: Site,
  from: SchemaModule,
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
