import { Node } from "ts-morph";
import { formatted } from "./signature.ts";
import type { Sources } from "./sources.ts";
import { declarationOf, piecesOf, textOf } from "./type-text.ts";

/** So many are shown below a declaration at most: beyond, they are read in the source. */
const most = 8;

/**
 * The types that declarations name and nobody can import, as code: a reader would look
 * for them in vain.
 */
export async function hiddenTypes(
  nodes: readonly Node[],
  sources: Sources,
): Promise<string> {
  const found = new Set<Node>();
  for (const node of nodes)
    for (const one of namedIn(node)) if (isHidden(one, sources)) found.add(one);
  const shown = [...found].filter((one) => !nodes.includes(one)).slice(0, most);
  const texts = shown.map(textOfType).filter((text) => text !== "");
  return texts.length === 0 ? "" : formatted(texts.join("\n"));
}

/** What the types of a declaration's own signature name. */
function namedIn(node: Node): Node[] {
  const found: Node[] = [];
  const visit = (one: Node): void => {
    // What a function does inside is nobody's to see.
    if (Node.isBlock(one) || Node.isTypeParameterDeclaration(one)) return;
    if (Node.isTypeReference(one)) {
      const declaration = declarationOf(one.getTypeName().getSymbol());
      if (declaration) found.push(declaration);
    }
    one.forEachChild(visit);
  };
  node.forEachChild(visit);
  return found;
}

function isHidden(node: Node, sources: Sources): boolean {
  const file = node.getSourceFile().getFilePath();
  return (
    (Node.isTypeAliasDeclaration(node) || Node.isInterfaceDeclaration(node)) &&
    !file.includes("/node_modules/") &&
    !file.includes("/generated/") &&
    sources.of(node) === undefined
  );
}

function textOfType(node: Node): string {
  const plain = (): undefined => undefined;
  if (Node.isTypeAliasDeclaration(node)) {
    const type = textOf(piecesOf(node.getTypeNodeOrThrow(), plain));
    return `type ${node.getName()}${parametersOf(node)} = ${type};`;
  }
  if (!Node.isInterfaceDeclaration(node)) return "";
  const members = node.getMembers().map((one) => textOf(piecesOf(one, plain)));
  const bases = node.getExtends().map((one) => textOf(piecesOf(one, plain)));
  const clause = bases.length > 0 ? ` extends ${bases.join(", ")}` : "";
  return `interface ${node.getName()}${parametersOf(node)}${clause} { ${members.map((one) => (one.endsWith(";") ? one : `${one};`)).join(" ")} }`;
}

function parametersOf(node: Node): string {
  if (!Node.isTypeParametered(node)) return "";
  const all = node.getTypeParameters();
  const texts = all.map((one) => textOf(piecesOf(one, () => undefined)));
  return texts.length > 0 ? `<${texts.join(", ")}>` : "";
}
