import path from "node:path";
import { Node, Project, type SourceFile } from "ts-morph";
import { entries, type Entry } from "../entries.ts";

/** An exported name: one declaration, under one name, of one or several entries. */
export interface Exported {
  readonly name: string;
  /** Its declarations: several for overloads. */
  readonly nodes: readonly Node[];
  /** What it can be imported from, the most common first. */
  readonly specifiers: readonly string[];
}

/** What users can import, found once for a repository. */
export interface Sources {
  readonly exported: readonly Exported[];
  /** What an entry exports under a name. */
  find(module: string, name: string): Exported | undefined;
  /** What is exported that has this declaration. */
  of(node: Node): Exported | undefined;
  /** All that an entry exports. */
  in(module: string): readonly Exported[];
  file(module: string): SourceFile;
}

let opened: { readonly repository: string; readonly sources: Sources };

/** Reads the entries and all that they import; the same again when asked again. */
export function openSources(repository: string): Sources {
  if (opened?.repository !== repository)
    opened = { repository, sources: readSources(repository) };
  return opened.sources;
}

function readSources(repository: string): Sources {
  const project = new Project({
    tsConfigFilePath: path.join(repository, "src/tsconfig.json"),
    skipAddingFilesFromTsConfig: true,
  });
  const file = (module: string): SourceFile =>
    project.addSourceFileAtPath(path.join(repository, module));
  for (const { module } of entries) file(module);
  project.resolveSourceFileDependencies();
  const byNode = new Map<Node, Exported>();
  const byModule = new Map<string, Map<string, Exported>>();
  for (const entry of entries) {
    const own = byModule.get(entry.module) ?? new Map<string, Exported>();
    byModule.set(entry.module, own);
    const source = file(entry.module);
    const typeOnly = typeStarNames(source);
    for (const [name, nodes] of source.getExportedDeclarations())
      if (!typeOnly.has(name) || nodes.some(isType))
        own.set(name, add(byNode, entry, name, nodes));
  }
  return {
    exported: [...new Set(byNode.values())],
    find: (module, name) => byModule.get(module)?.get(name),
    of: (node) => byNode.get(node),
    in: (module) => [...(byModule.get(module)?.values() ?? [])],
    file,
  };
}

/** Returns the names that come by `export type *` alone, so that values cannot be used. */
function typeStarNames(source: SourceFile): ReadonlySet<string> {
  const stars = source
    .getExportDeclarations()
    .filter((one) => one.isNamespaceExport() && !one.getNamespaceExport());
  const namesOf = (isTypeOnly: boolean): string[] =>
    stars
      .filter((one) => one.isTypeOnly() === isTypeOnly)
      .flatMap((one) => one.getModuleSpecifierSourceFile() ?? [])
      .flatMap((one) => [...one.getExportedDeclarations().keys()]);
  const own = source.getSymbol()?.getExports() ?? [];
  const usable = new Set([
    ...own.map((one) => one.getName()),
    ...namesOf(false),
  ]);
  return new Set(namesOf(true).filter((name) => !usable.has(name)));
}

function isType(node: Node): boolean {
  return !Node.isFunctionDeclaration(node) && !Node.isVariableDeclaration(node);
}

/** The same declaration is the same name, whatever it is imported from. */
function add(
  byNode: Map<Node, Exported>,
  { specifier }: Entry,
  name: string,
  nodes: readonly Node[],
): Exported {
  const [first] = nodes;
  if (!first) throw new Error(`${specifier} exports no declaration of ${name}`);
  const known = byNode.get(first);
  if (known && known.name !== name)
    throw new Error(`${known.name} is ${name} in ${specifier}`);
  const specifiers = [...(known?.specifiers ?? []), specifier];
  const exported = { name, nodes, specifiers: [...new Set(specifiers)] };
  if (known) return Object.assign(known, exported);
  for (const node of nodes) byNode.set(node, exported);
  return exported;
}
