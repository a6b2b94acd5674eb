import { SyntaxKind, type ts } from "../source/compiler.ts";
import type { SchemaModule } from "../source/module.ts";
import { report, type Wording, type Site } from "../source/session.ts";
import { createBindName, noteCore } from "./core.ts";
import { isSibling, openSibling } from "./siblings.ts";

const byName: Wording = {
  message: "only imports by name can be read",
  hint: 'write import { A } from "./other.ts"',
};

/** Enters what `import { A, B as C } from "./other.ts"` brings in. */
export function readImports(site: Site, node: ts.ImportDeclaration): void {
  const clause = node.importClause;
  const bindings = clause?.namedBindings;
  const whole = bindings?.kind === SyntaxKind.NamespaceImport;
  const isExtension = site.session.options.core !== undefined;
  if (whole && clause?.name === undefined && isExtension) {
    enterNamespace(site, bindings.name, node.moduleSpecifier);
    return;
  }
  if (clause?.name !== undefined || bindings === undefined || whole) {
    report(site, "unsupported-import", node, byName);
    if (clause?.name) enterUnreadable(site, clause.name);
    if (whole) enterUnreadable(site, bindings.name);
    return;
  }
  const bind = createBindName(site, node.moduleSpecifier);
  for (const { name, propertyName } of bindings.elements) {
    if (isTaken(site.module, name.text)) {
      reportTaken(site, name);
      continue;
    }
    const binding = bind((propertyName ?? name).text, name);
    if (binding.core === true) noteCore(site, binding, name.text);
    site.module.imports.set(name.text, binding);
  }
}

function enterNamespace(
  site: Site,
  node: ts.Identifier,
  specifier: ts.Expression,
): void {
  if (isTaken(site.module, node.text)) reportTaken(site, node);
  else site.module.namespaces.set(node.text, { specifier, node });
}

/** Enters what `export { A } from` and `export * from` pass on. */
export function readExports(site: Site, node: ts.ExportDeclaration): void {
  const clause = node.exportClause;
  if (clause?.kind === SyntaxKind.NamespaceExport) {
    report(site, "unsupported-import", node, {
      message: "a namespace of exports has no place in a schema",
      hint: 'write export * from "./other.ts"',
    });
    return;
  }
  const names = clause?.elements ?? [];
  names.forEach((name) => refuseRenaming(site, name));
  const { moduleSpecifier: specifier } = node;
  if (specifier === undefined) {
    names.forEach(({ name, propertyName }) =>
      site.module.listed.push(propertyName ?? name),
    );
    return;
  }
  if (clause === undefined) {
    readStar(site, specifier);
    return;
  }
  const bind = createBindName(site, specifier);
  for (const { name, propertyName } of names) {
    const binding = bind((propertyName ?? name).text, name);
    if (binding.core === true) noteCore(site, binding);
    site.module.reexports.set(name.text, binding);
  }
}

function readStar(site: Site, specifier: ts.Expression): void {
  // Whoever passes all of a package on declares nothing by that.
  const isExtension = site.session.options.core !== undefined;
  if (isExtension && !isSibling(specifier)) return;
  const from = openSibling(site, specifier);
  if (from !== undefined) site.module.stars.push(from);
}

/** So that what refers to the name is not reported as well. */
function enterUnreadable(site: Site, node: ts.Identifier): void {
  site.module.imports.set(node.text, {
    from: undefined,
    name: node.text,
    node,
  });
}

function refuseRenaming(
  site: Site,
  { propertyName, name }: ts.ExportSpecifier,
): void {
  if (propertyName === undefined || propertyName.text === name.text) return;
  report(site, "unsupported-import", name, {
    message: `${JSON.stringify(propertyName.text)} cannot be exported under another name`,
    hint: "rename the declaration itself",
  });
}

function isTaken(module: SchemaModule, name: string): boolean {
  return (
    module.declared.has(name) ||
    module.imports.has(name) ||
    module.namespaces.has(name)
  );
}

function reportTaken(site: Site, name: ts.Identifier): void {
  report(site, "duplicate-declaration", name, {
    message: `${JSON.stringify(name.text)} is declared twice`,
    hint: "import it under another name",
  });
}
