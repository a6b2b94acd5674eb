import { compiler, SyntaxKind, type ts } from "../source/compiler.ts";
import type { Declared } from "../source/module.ts";
import { report, type Site } from "../source/session.ts";

/**
 * An interface that is declared again goes on where it is. Undefined where the declarations are
 * not both interfaces.
 */
export function mergeInterfaces(
  site: Site,
  earlier: Declared,
  again: Declared,
): Declared | undefined {
  const [first, second] = [earlier, again].map(interfaceOf);
  if (first === undefined || second === undefined) return undefined;
  if (isExported(first) !== isExported(second))
    report(site, "merged-differently", again.nameNode, {
      message: `${again.name} is declared with export and without`,
      hint: "export each of its declarations",
      other: earlier.nameNode,
    });
  // What one of them could not be read for has been reported.
  if (earlier.kind !== "interface" || again.kind !== "interface")
    return earlier.kind === "interface" ? again : earlier;
  return { ...earlier, later: [...earlier.later, again.node] };
}

function interfaceOf({
  kind,
  node,
}: Declared): ts.InterfaceDeclaration | undefined {
  const isInterface = kind === "interface" || kind === "unreadable";
  return isInterface && compiler.isInterfaceDeclaration(node)
    ? node
    : undefined;
}

function isExported({ modifiers }: ts.InterfaceDeclaration): boolean {
  return (
    modifiers?.some(({ kind }) => kind === SyntaxKind.ExportKeyword) ?? false
  );
}
