import { ts } from "ts-morph";

/**
 * A declaration of a bundle, and what it refers to, by the bundle's own names.
 * @typedef {object} Unit
 * @property {string} name
 * @property {string} text
 * @property {ReadonlySet<string>} needs other declarations, and what is imported
 */

/**
 * @typedef {object} Divided
 * @property {readonly Unit[]} units in their order
 * @property {ReadonlyMap<string, { name: string, from: string }>} imports by own name
 * @property {ReadonlyMap<string, string>} exports own names, by what they are exported as
 */

/**
 * Takes a bundle apart that does nothing but declare.
 * @param {string} text
 * @returns {Divided}
 */
export function divide(text) {
  const { checker, source } = parse(text);
  const declared = [];
  const imports = new Map();
  const exports = new Map();
  const symbols = new Map();
  const know = (name) =>
    symbols.set(checker.getSymbolAtLocation(name), name.text);
  for (const statement of source.statements)
    if (ts.isImportDeclaration(statement))
      for (const { name, propertyName = name } of elementsOf(statement)) {
        know(name);
        const from = statement.moduleSpecifier.text;
        imports.set(name.text, { name: propertyName.text, from });
      }
    else if (ts.isExportDeclaration(statement))
      for (const { name, propertyName = name } of statement.exportClause
        .elements)
        exports.set(name.text, propertyName.text);
    else
      for (const { name, node, text } of declarationsOf(statement, source)) {
        know(name);
        declared.push({ name: name.text, node, text });
      }
  const units = declared.map(({ name, node, text }) => {
    const needs = namesWithin(node, checker, symbols);
    needs.delete(name);
    return { name, text, needs };
  });
  return { units, imports, exports };
}

/** @param {string} text */
function parse(text) {
  const file = "/bundle.js";
  const options = { allowJs: true, noLib: true, noResolve: true, types: [] };
  const target = ts.ScriptTarget.ESNext;
  const source = ts.createSourceFile(file, text, target, true);
  const host = {
    ...ts.createCompilerHost(options),
    getSourceFile: (name) => (name === file ? source : undefined),
  };
  const program = ts.createProgram([file], { ...options, target }, host);
  return { checker: program.getTypeChecker(), source };
}

/** @param {ts.ImportDeclaration} statement */
function elementsOf(statement) {
  return statement.importClause.namedBindings.elements;
}

/** What a statement declares, one by one. */
function declarationsOf(statement, source) {
  const text = statement.getText(source);
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map((node) => {
      return { name: node.name, node, text: `var ${node.getText(source)};` };
    });
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
    return [{ name: statement.name, node: statement, text }];
  throw new Error(`a bundle does more than declare: ${text}`);
}

/** The names of a bundle, among those that a node has within it. */
function namesWithin(node, checker, symbols) {
  const found = new Set();
  const visit = (one) => {
    if (ts.isIdentifier(one)) {
      const symbol = ts.isShorthandPropertyAssignment(one.parent)
        ? checker.getShorthandAssignmentValueSymbol(one.parent)
        : checker.getSymbolAtLocation(one);
      const name = symbols.get(symbol);
      if (name !== undefined) found.add(name);
    }
    ts.forEachChild(one, visit);
  };
  visit(node);
  return found;
}
