import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";

/**
 * Takes out of emitted declarations what nobody who reads them needs: space, where they
 * were made from, titles of links that say what they stand at, and what modules have
 * for each other alone.
 * @param {readonly string[]} files all of them
 * @param {(file: string) => boolean} isShared whether only others of them import it
 */
export function shortenDeclarations(files, isShared) {
  const texts = new Map(
    files.map((file) => [file, readFileSync(file, "utf8")]),
  );
  const wanted = importedNames(texts);
  for (const [file, text] of texts) {
    const needed = isShared(file) ? reachable(text, wanted.get(file)) : text;
    writeFileSync(file, withoutSpace(withoutNotes(needed)));
  }
}

/** What others take of each file, by name. */
function importedNames(texts) {
  const wanted = new Map();
  for (const [file, text] of texts)
    for (const statement of parse(text).statements) {
      const from = statement.moduleSpecifier?.text;
      if (!from?.startsWith(".")) continue;
      const clause =
        statement.importClause?.namedBindings ?? statement.exportClause;
      const target = path.join(
        path.dirname(file),
        from.replace(/\.js$/, ".d.ts"),
      );
      const names = wanted.get(target) ?? new Set();
      for (const { name, propertyName = name } of clause?.elements ?? [])
        names.add(propertyName.text);
      wanted.set(target, names);
    }
  return wanted;
}

/**
 * The declarations of some names, and of those that they refer to.
 * @param {string} text
 * @param {ReadonlySet<string>} names
 */
function reachable(text, names = new Set()) {
  const source = parse(text);
  const isDeclared = (statement) => !ts.isImportDeclaration(statement);
  const namesOf = (statement) =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(({ name }) => name.text)
      : [statement.name?.text];
  const kept = new Set();
  const keep = (name) => {
    for (const statement of source.statements)
      if (!kept.has(statement) && namesOf(statement).includes(name)) {
        kept.add(statement);
        identifiersOf(statement).forEach(keep);
      }
  };
  names.forEach(keep);
  return source.statements
    .filter((statement) => !isDeclared(statement) || kept.has(statement))
    .map((statement) => statement.getFullText(source))
    .join("");
}

function identifiersOf(statement) {
  const found = [];
  const visit = (node) => {
    if (ts.isIdentifier(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(statement);
  return found;
}

/** @param {string} text */
function withoutNotes(text) {
  return tidied(
    text
      .replace(/^(?:(?:\/\/|\/\* ).*\n)+/, "")
      .replace(/@see \{@link (\S+) \| [^}\n]*\}/g, "@see $1")
      .replace(/\n *\* @category .*/g, "")
      // The schemas of a module are one list.
      .replace(/;\n+export declare const (?=\w+: StandardSchema<)/g, ",\n"),
  );
}

/**
 * Leaves out the links to the pages of the specification: what is said of a type or a
 * method stays.
 * @param {string} text of emitted declarations
 */
export function withoutLinks(text) {
  return tidied(
    text.replace(
      /\n *\* @see https:\/\/(?:modelcontextprotocol\.io|github\.com\/modelcontextprotocol)\/\S+/g,
      "",
    ),
  );
}

/** Comments without empty lines at their end, on one line where they have no more. */
function tidied(text) {
  return text
    .replace(/(\n *\*)+(?=\n *\*\/)/g, "")
    .replace(/\/\*\*\n *\* (.*)\n *\*\//g, "/** $1 */")
    .replace(/ *\/\*\*\n *\*\/\n/g, "");
}

/**
 * A space for each step that a line stands in; what is imported, and what is exported
 * of others, is on one line.
 * @param {string} text
 */
export function withoutSpace(text) {
  const [step = "  "] = /(?<=[{;,]\n) +(?! )/.exec(text) ?? [];
  return text
    .replace(/\n(?:[ \t]*\n)+/g, "\n")
    .replace(/^( *)(?=\S)/gm, (spaces) => {
      const steps = Math.floor(spaces.length / step.length);
      return " ".repeat(steps + (spaces.length % step.length));
    })
    .replace(/^(?:import|export)(?: type)? \{[^}]*\}(?= from)/gm, (list) =>
      list.replace(/,?\s*\n\s*\}/, " }").replace(/\s*\n\s*/g, " "),
    )
    .trimStart();
}

/** @param {string} text */
function parse(text) {
  return ts.createSourceFile(
    "text.d.ts",
    text,
    ts.ScriptTarget.Latest,
    false,
    ts.ScriptKind.TS,
  );
}
