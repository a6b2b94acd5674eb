import path from "node:path";
import { ts } from "ts-morph";

/**
 * Leaves out of a bundle's imports what it does not use, and has each name once: what
 * stands for a module elsewhere gives all of it to everyone who imports it.
 * @param {string} text of a bundle whose own names are no other's, in any scope
 */
export function neededImports(text) {
  const source = parse(text);
  const lists = source.statements.filter(isList);
  const rest = source.statements.filter((one) => !isList(one));
  const uses = usesOf(rest);
  /** @type {Map<string, Map<string, string>>} by file and name, what it is called here */
  const taken = new Map();
  const renamed = new Map();
  for (const statement of lists) {
    const from = statement.moduleSpecifier.text;
    const names = taken.get(from) ?? new Map();
    for (const { name, propertyName = name } of elementsOf(statement)) {
      if (!uses.has(name.text)) continue;
      const first = names.get(propertyName.text);
      if (first === undefined) names.set(propertyName.text, name.text);
      else renamed.set(name.text, first);
    }
    taken.set(from, names);
  }
  const edits = [...renamed].flatMap(([name, first]) =>
    uses.get(name).map((node) => ({ node, first })),
  );
  const body = edited(text, source, lists, edits);
  const imports = [...taken].filter(([, names]) => names.size > 0);
  return [...imports.map(statementOf), body].join("\n");
}

/**
 * The names that some bundles take of another.
 * @param {string} file of the other
 * @param {readonly { file: string, text: string }[]} outputs
 * @returns {ReadonlySet<string>}
 */
export function takenNames(file, outputs) {
  const isOfFile = (own, { moduleSpecifier: from }) =>
    from?.text.startsWith(".") &&
    path.resolve(path.dirname(own), from.text) === file;
  return new Set(
    outputs.flatMap(({ file: own, text }) =>
      parse(text)
        .statements.filter((one) => isOfFile(own, one))
        .flatMap(elementsOf)
        .map(({ name, propertyName = name }) => propertyName.text),
    ),
  );
}

/** @param {string} text */
function parse(text) {
  const { Latest } = ts.ScriptTarget;
  return ts.createSourceFile("text.js", text, Latest, true, ts.ScriptKind.JS);
}

/** Whether it imports names from a file, and nothing else. */
function isList(statement) {
  const clause = ts.isImportDeclaration(statement) && statement.importClause;
  return Boolean(
    clause &&
    !clause.name &&
    clause.namedBindings &&
    ts.isNamedImports(clause.namedBindings),
  );
}

/** @returns {readonly (ts.ImportSpecifier | ts.ExportSpecifier)[]} */
function elementsOf({ importClause, exportClause }) {
  return (importClause?.namedBindings ?? exportClause)?.elements ?? [];
}

/** Where each identifier stands. */
function usesOf(statements) {
  const uses = new Map();
  const visit = (node) => {
    if (ts.isIdentifier(node))
      uses.set(node.text, [...(uses.get(node.text) ?? []), node]);
    ts.forEachChild(node, visit);
  };
  statements.forEach(visit);
  return uses;
}

/** The text without some statements, with other names at some places. */
function edited(text, source, removed, renamed) {
  const edits = [
    ...removed.map((node) => ({ from: node.getFullStart(), node, by: "" })),
    ...renamed.map(({ node, first }) => {
      if (ts.isShorthandPropertyAssignment(node.parent))
        throw new Error(`a property is called as an import is: ${node.text}`);
      return { from: node.getStart(source), node, by: first };
    }),
  ].sort((one, other) => one.from - other.from);
  let last = 0;
  let changed = "";
  for (const { from, node, by } of edits) {
    changed += text.slice(last, from) + by;
    last = node.end;
  }
  return changed + text.slice(last);
}

function statementOf([from, names]) {
  const list = [...names].map(([name, local]) =>
    name === local ? name : `${name} as ${local}`,
  );
  return `import ${namesInBraces(list)} from ${JSON.stringify(from)};`;
}

/**
 * Returns the names of an import or export, each on a line of its own.
 * @param {readonly string[]} names
 */
export function namesInBraces(names) {
  const lines = names.map((name) => `  ${name}`);
  return `{\n${lines.join(",\n")}\n}`;
}
