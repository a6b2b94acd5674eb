import { ts } from "ts-morph";

/** The text of a statement without its types, as JavaScript. */
export function stripTypes(statement: ts.Node, source: ts.SourceFile): string {
  const cuts: ts.TextRange[] = [];
  const visit = (node: ts.Node): void => {
    cuts.push(...typesOf(node));
    ts.forEachChild(node, visit);
  };
  visit(statement);
  let at = statement.getStart(source);
  let text = "";
  for (const { pos, end } of cuts.sort((a, b) => a.pos - b.pos)) {
    if (pos < at) continue;
    text += source.text.slice(at, pos);
    at = end;
  }
  return text + source.text.slice(at, statement.end);
}

/** The types that stand in a node itself, with the signs that lead to them. */
function typesOf(node: ts.Node): ts.TextRange[] {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return [{ pos: node.expression.end, end: node.end }];
  if (ts.isVariableDeclaration(node) || ts.isParameter(node))
    return node.type === undefined
      ? []
      : [{ pos: node.name.end, end: node.type.end }];
  if (!ts.isFunctionLike(node)) return [];
  const { type, typeParameters } = node;
  return [
    // A type begins behind its colon, a list of parameters behind its bracket.
    ...(type === undefined ? [] : [{ pos: type.pos - 1, end: type.end }]),
    ...(typeParameters === undefined
      ? []
      : [{ pos: typeParameters.pos - 1, end: typeParameters.end + 1 }]),
  ];
}
