import { ts } from "ts-morph";
import {
  declaredIn,
  without,
  type Declared,
  type SchemaTree,
} from "../../../lab/removal/edit.ts";
import { one, type Random } from "./numbers.ts";

export function interfacesIn(tree: SchemaTree): ts.InterfaceDeclaration[] {
  return declaredIn(tree).filter(
    (declared: Declared): declared is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(declared),
  );
}

export function isMessage({ members }: ts.InterfaceDeclaration): boolean {
  return members.some((member) => /^method: "/.test(member.getText()));
}

export function insertAtStatement(
  { source, text }: SchemaTree,
  random: Random,
  part: string,
): string {
  const { end } = one(random, [...source.statements]);
  return `${text.slice(0, end)}\n${part}${text.slice(end)}`;
}

export function found<T extends ts.Node>(
  { source }: SchemaTree,
  is: (node: ts.Node) => node is T,
): T[] {
  const nodes: T[] = [];
  const visit = (node: ts.Node): void => {
    if (is(node)) nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return nodes;
}

export function changed(
  tree: SchemaTree,
  changes: Iterable<readonly [ts.Node | undefined, string | undefined]>,
): string {
  const byNode = new Map<ts.Node, string | undefined>();
  for (const [node, text] of changes) if (node) byNode.set(node, text);
  return without(tree, new Set(), byNode);
}

export function hasInner(node: ts.Node, among: readonly ts.Node[]): boolean {
  return among.some(
    (other) => other !== node && other.pos >= node.pos && other.end <= node.end,
  );
}

/** Where the tokens of a schema begin. */
export function tokensIn({ text }: SchemaTree): number[] {
  const scanner = ts.createScanner(
    ts.ScriptTarget.Latest,
    true,
    ts.LanguageVariant.Standard,
    text,
  );
  const places: number[] = [];
  while (scanner.scan() !== ts.SyntaxKind.EndOfFileToken)
    places.push(scanner.getTokenStart());
  return places;
}
