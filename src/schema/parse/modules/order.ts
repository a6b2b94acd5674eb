import type { Declaration } from "../../model/index.ts";
import type { Declared, SchemaModule } from "../source/module.ts";
import { report, type ParseSession } from "../source/session.ts";

/** The declarations in order: those of an imported file before those of the file that imports it. */
export function orderDeclarations(
  session: ParseSession,
  root: SchemaModule,
): Declaration[] {
  const ordered = new Map<string, Declaration>();
  for (const module of inOrder(root, new Set())) {
    for (const declared of module.declared.values()) {
      const declaration = session.declarations.get(declared);
      if (declaration === undefined) continue;
      if (ordered.has(declared.name)) reportTwice(session, declared);
      else ordered.set(declared.name, declaration);
    }
  }
  return [...ordered.values()];
}

function inOrder(
  module: SchemaModule,
  seen: Set<SchemaModule>,
): SchemaModule[] {
  if (seen.has(module)) return [];
  seen.add(module);
  const before = module.dependencies.flatMap((one) => inOrder(one, seen));
  return [...before, module];
}

function reportTwice(session: ParseSession, declared: Declared): void {
  const { module, name, nameNode } = declared;
  report({ session, module }, "duplicate-declaration", nameNode, {
    message: `${JSON.stringify(name)} is declared in another file as well`,
    hint: "rename or remove one; all declarations end up in one file",
  });
}
