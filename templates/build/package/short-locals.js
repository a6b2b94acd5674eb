import { transform } from "esbuild";
import { ts } from "ts-morph";

/**
 * Shortens the names that are declared within functions, and those of private fields.
 * Those of functions, classes and methods stay, for stack traces: they are declared for all of a module, or are
 * properties.
 * @param {string} text of a module
 */
export async function shortLocals(text) {
  const source = ts.createSourceFile(
    "text.js",
    text,
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.JS,
  );
  const isLink = (statement) =>
    ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
  const links = source.statements.filter(isLink);
  const textOf = (statements) =>
    statements.map((one) => one.getFullText(source)).join("");
  const body = textOf(source.statements.filter((one) => !isLink(one)));
  if (body.includes(marker)) throw new Error(`a name has ${marker} in it`);
  // Without imports and exports it is a script, whose declarations are everybody's.
  // ASCII, which is the default: V8 reads other texts more slowly.
  const { code } = await transform(withoutMethods(body), {
    minifyIdentifiers: true,
  });
  const imports = textOf(links.filter(ts.isImportDeclaration));
  const exports = textOf(links.filter(ts.isExportDeclaration));
  return `${imports}\n${code.replaceAll(marker, "#")}\n${exports}\n`;
}

/** Stands for the sign of private methods, whose names would be shortened too. */
const marker = "$private$";

/** @param {string} text */
function withoutMethods(text) {
  const source = ts.createSourceFile(
    "body.js",
    text,
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.JS,
  );
  const found = [];
  const called = new Set();
  const visit = (node) => {
    if (ts.isPrivateIdentifier(node)) {
      found.push(node);
      if (isFunction(node)) called.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  const starts = found
    .filter(({ text }) => called.has(text))
    .map((node) => node.getStart(source));
  let last = 0;
  let changed = "";
  for (const start of starts) {
    changed += text.slice(last, start) + marker;
    last = start + 1;
  }
  return changed + text.slice(last);
}

/** Whether it declares what a stack trace has the name of. */
function isFunction({ parent }) {
  if (!ts.isPropertyDeclaration(parent)) return ts.isClassElement(parent);
  const { initializer } = parent;
  return (
    initializer !== undefined &&
    (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
  );
}
