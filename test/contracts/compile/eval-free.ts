import { ts } from "ts-morph";

/** What makes code of a text, or loads it, when it is called. */
const makers: ReadonlySet<string> = new Set([
  ...["eval", "Function", "constructor"],
  ...["setTimeout", "setInterval", "importScripts", "require"],
]);

/** The places of a module that make code of a text: a worker refuses them, and a page with a strict policy. */
export function evalIn(text: string): string[] {
  const source = ts.createSourceFile(
    "module.ts",
    text,
    ts.ScriptTarget.ES2023,
    true,
  );
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isCallOfMaker(node) || isMakerAsValue(node))
      found.push(node.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isCallOfMaker(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return false;
  const { expression } = node;
  if (expression.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isElementAccessExpression(expression))
    return (
      ts.isStringLiteralLike(expression.argumentExpression) &&
      makers.has(expression.argumentExpression.text)
    );
  const name = ts.isPropertyAccessExpression(expression)
    ? expression.name
    : expression;
  return ts.isIdentifier(name) && makers.has(name.text);
}

/** Handed on under its own name: what is read of a value, and what a property is called, is no such thing. */
function isMakerAsValue(node: ts.Node): boolean {
  if (!ts.isIdentifier(node)) return false;
  if (node.text !== "eval" && node.text !== "Function") return false;
  const { parent } = node;
  const isName =
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    ts.isTypeElement(parent) ||
    ts.isTypeNode(parent);
  return !isName;
}
