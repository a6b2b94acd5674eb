import { writeFileSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";

/**
 * Writes the declarations that a module exports, and what those refer to, into its own
 * file of declarations: else each file that they are made of were one of the package.
 * @param {string} entry
 */
export function bundleDeclarations(entry) {
  const program = ts.createProgram([entry], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    skipLibCheck: true,
    types: [],
  });
  const bundle = new Bundle(program.getTypeChecker(), path.dirname(entry));
  const source = program.getSourceFile(entry);
  if (source === undefined) throw new Error(`there is no ${entry}`);
  writeFileSync(entry, bundle.print(source));
}

/** What of the declarations below a folder is needed, under names of their own. */
class Bundle {
  #checker;
  #folder;
  /** The text of each, in the order in which they are met. */
  #statements = new Map();
  /** By symbol; the first to come has the name that it is declared with. */
  #names = new Map();
  #taken = new Set();
  /** Lines that import from elsewhere. */
  #imports = new Set();

  /**
   * @param {ts.TypeChecker} checker
   * @param {string} folder
   */
  constructor(checker, folder) {
    this.#checker = checker;
    this.#folder = folder;
  }

  /** @param {ts.SourceFile} source */
  print(source) {
    const module = this.#checker.getSymbolAtLocation(source);
    const exported = this.#checker.getExportsOfModule(module).map((symbol) => {
      const name = this.#nameOf(this.#target(symbol));
      const clause = name === symbol.name ? name : `${name} as ${symbol.name}`;
      return { clause, isType: symbol.declarations.some(isTypeOnly) };
    });
    const list = (isType) =>
      exported.filter((one) => one.isType === isType).map((one) => one.clause);
    return [
      ...leadingComment(source),
      ...this.#imports,
      ...this.#statements.values(),
      `export { ${list(false).join(", ")} };`,
      `export type { ${list(true).join(", ")} };\n`,
    ].join("\n");
  }

  /** @param {ts.Symbol} symbol */
  #target(symbol) {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  /**
   * The name of what is declared for all of a module, which is added with all that
   * it refers to.
   * @param {ts.Symbol} symbol
   */
  #nameOf(symbol) {
    const known = this.#names.get(symbol);
    if (known !== undefined) return known;
    let name = symbol.name;
    for (let count = 1; this.#taken.has(name); count++)
      name = `${symbol.name}$${count}`;
    this.#taken.add(name);
    this.#names.set(symbol, name);
    for (const declaration of symbol.declarations)
      this.#add(statementOf(declaration));
    return name;
  }

  /** @param {ts.Statement} statement */
  #add(statement) {
    if (this.#statements.has(statement)) return;
    this.#statements.set(statement, "");
    const source = statement.getSourceFile();
    const edits = [];
    const visit = (node) => {
      if (ts.isImportTypeNode(node))
        throw new Error(`an import within a type: ${node.getText(source)}`);
      if (ts.isIdentifier(node)) {
        const name = this.#renamed(node);
        if (name !== undefined && name !== node.text)
          edits.push({ start: node.getStart(source), end: node.end, name });
      }
      ts.forEachChild(node, visit);
    };
    visit(statement);
    const start = statement.getFullStart();
    let text = source.text.slice(start, statement.end);
    for (const edit of edits.reverse())
      text =
        text.slice(0, edit.start - start) +
        edit.name +
        text.slice(edit.end - start);
    const body = text.trim().replace(/^((?:\/\*[^]*?\*\/\s*)?)export /, "$1");
    this.#statements.set(statement, body);
  }

  /**
   * The name in the bundle of what an identifier stands for, if it is one of a module.
   * @param {ts.Identifier} identifier
   */
  #renamed(identifier) {
    const symbol = this.#checker.getSymbolAtLocation(identifier);
    if (symbol === undefined) return undefined;
    const target = this.#target(symbol);
    const [declaration] = target.declarations ?? [];
    if (declaration === undefined || !isOfModule(declaration)) return undefined;
    const { fileName } = declaration.getSourceFile();
    if (fileName.startsWith(`${this.#folder}/`)) return this.#nameOf(target);
    this.#import(symbol);
    return undefined;
  }

  /** @param {ts.Symbol} symbol that another package declares */
  #import(symbol) {
    const line = symbol.declarations
      .filter((one) => ts.isImportSpecifier(one))
      .map((one) => one.parent.parent.parent.getText());
    line.forEach((text) => this.#imports.add(text));
  }
}

/** @param {ts.Declaration} declaration */
function statementOf(declaration) {
  return ts.isVariableDeclaration(declaration)
    ? declaration.parent.parent
    : declaration;
}

/** @param {ts.Declaration} declaration */
function isOfModule(declaration) {
  const statement = statementOf(declaration);
  return (
    statement.parent !== undefined &&
    ts.isSourceFile(statement.parent) &&
    ts.isExternalModule(statement.parent)
  );
}

/** @param {ts.Declaration} declaration */
function isTypeOnly(declaration) {
  return ts.isTypeOnlyExportDeclaration(declaration);
}

/** @param {ts.SourceFile} source */
function leadingComment(source) {
  const [comment] = ts.getLeadingCommentRanges(source.text, 0) ?? [];
  return comment ? [source.text.slice(comment.pos, comment.end)] : [];
}
