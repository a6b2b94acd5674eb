import { ts } from "ts-morph";

/** Source text whose named functions tell `globalThis.walk` that they were entered. */
export function instrument(text: string, file: string): string {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const marks: Mark[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) marks.push(...marksOf(node, file));
    ts.forEachChild(node, visit);
  };
  visit(source);
  // From the end, so that the places of the others stay as they are.
  return marks
    .sort((one, other) => other.at - one.at)
    .reduce(
      (done, { at, code }) => done.slice(0, at) + code + done.slice(at),
      text,
    );
}

interface Mark {
  readonly at: number;
  readonly code: string;
}

function marksOf(node: ts.SignatureDeclaration, file: string): Mark[] {
  const body = "body" in node ? node.body : undefined;
  const name = nameOf(node);
  if (!body || name === undefined) return [];
  const told = `globalThis.walk?.(${JSON.stringify(`${file} ${name}`)})`;
  if (ts.isBlock(body)) return [{ at: body.getStart() + 1, code: `${told};` }];
  return [
    { at: body.getStart(), code: `(${told}, ` },
    { at: body.getEnd(), code: ")" },
  ];
}

/**
 * Functions without a name are part of the one that they stand in, and what only
 * reads a property is no step.
 */
function nameOf(node: ts.SignatureDeclaration): string | undefined {
  const { parent } = node;
  if (ts.isConstructorDeclaration(node))
    return `new ${node.parent.name?.text ?? "class"}`;
  if (ts.isMethodDeclaration(node)) {
    const name = node.name.getText();
    return ts.isClassLike(parent) ? `${parent.name?.text}.${name}` : name;
  }
  if (ts.isFunctionDeclaration(node)) return node.name?.text;
  const named =
    ts.isVariableDeclaration(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isPropertyAssignment(parent);
  return named ? parent.name.getText() : undefined;
}
