import { writeFileSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";
import { composedMap } from "./declaration-map.js";

/**
 * Puts what modules declare for those who import them into one file of the folder, or
 * one more for each package that the declarations refer to: whoever does not use them
 * need not have it. Each module exports its own of it. Gives the files.
 * @param {string} folder that holds all of the modules that are ours
 * @param {readonly string[]} entries
 * @param {(file: string) => boolean} hasSource whether its source is in the package,
 * where an editor is led to
 * @param {readonly string[]} [others] folders with more modules of ours
 * @returns {string[]}
 */
export function bundleDeclarations(folder, entries, hasSource, others = []) {
  const program = ts.createProgram([...entries], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    skipLibCheck: true,
    types: [],
  });
  const bundle = new Bundle(program.getTypeChecker(), folder, others);
  const modules = entries.map((entry) => {
    const source = program.getSourceFile(entry);
    if (source === undefined) throw new Error(`there is no ${entry}`);
    return { entry, source, exported: bundle.add(source) };
  });
  const files = bundle.files();
  for (const [name, parts] of files) {
    const map = parts.some(({ from }) => from && hasSource(from.file))
      ? composedMap(parts, folder, name)
      : "";
    const text = parts.map((part) => part.text).join("\n");
    writeFileSync(path.join(folder, name), `${text}\n${map}`);
  }
  for (const { entry, source, exported } of modules)
    writeFileSync(entry, bundle.index(entry, source, exported));
  return [
    ...[...files.keys()].map((name) => path.join(folder, name)),
    ...entries,
  ];
}

/**
 * A declaration, under a name that no other has.
 * @typedef {object} Declared
 * @property {string} name
 * @property {string} file of the bundle
 */

/**
 * Lines of a file of the bundle, and where they are from.
 * @typedef {object} Part
 * @property {string} text
 * @property {{ file: string, line: number }} [from]
 */

class Bundle {
  #checker;
  #folder;
  #ours;
  /** By symbol: the first of a name to come has it. */
  #declared = new Map();
  #taken = new Set();
  /** By statement: its part, its file, and the symbols that it refers to. */
  #statements = new Map();
  /** Modules that are exported with a star: so can others add to what they declare. */
  #open = new Set();

  /**
   * @param {ts.TypeChecker} checker
   * @param {string} folder
   * @param {readonly string[]} others
   */
  constructor(checker, folder, others) {
    this.#checker = checker;
    this.#folder = folder;
    this.#ours = [folder, ...others].map((one) => `${one}/`);
  }

  /**
   * Adds what a module exports; gives the symbols by the names that it has for them.
   * @param {ts.SourceFile} source
   */
  add(source) {
    for (const statement of source.statements)
      if (ts.isExportDeclaration(statement) && !statement.exportClause)
        this.#open.add(this.#moduleOf(statement.moduleSpecifier));
    for (const identifier of augmentations(source).flatMap(identifiersOf)) {
      const symbol = this.#inner(identifier);
      if (symbol !== undefined) this.#declare(symbol);
    }
    const module = this.#checker.getSymbolAtLocation(source);
    const all = module ? this.#checker.getExportsOfModule(module) : [];
    return all.map((symbol) => {
      const target = this.#target(symbol);
      this.#declare(target);
      const isType = symbol.declarations.some(ts.isTypeOnlyExportDeclaration);
      return { name: symbol.name, target, isType };
    });
  }

  /** The parts of each file, by its name; after all are added. */
  files() {
    this.#settle();
    const files = new Map();
    for (const { file, part } of this.#statements.values())
      files.set(file, [...(files.get(file) ?? []), part]);
    return new Map(
      [...files].map(([file, parts]) => {
        const imports = this.#importsOf(file).map((text) => ({ text }));
        return [file, [...imports, ...parts, { text: "export {};" }]];
      }),
    );
  }

  /** The text of a module that exports its own of it. */
  index(entry, source, exported) {
    const lines = new Map();
    for (const { name, target, isType } of exported) {
      const declared = this.#declared.get(target);
      const isSame = declared.name === name;
      const clause = isSame ? name : `${declared.name} as ${name}`;
      const from = specifier(path.dirname(entry), this.#folder, declared.file);
      const isOpen = this.#open.has(fileOf(target));
      const start = isType || isOpen ? "export type" : "export";
      const key = `${start} ${isOpen ? "*" : "|"} from "${from}";`;
      lines.set(key, [...(lines.get(key) ?? []), clause]);
    }
    const text = [...lines].map(([key, clauses]) =>
      key.replace("|", `{ ${clauses.join(", ")} }`),
    );
    for (const statement of augmentations(source))
      text.push(...this.#augmenting(entry, statement));
    const [comment] = ts.getLeadingCommentRanges(source.text, 0) ?? [];
    const head = comment ? [source.text.slice(comment.pos, comment.end)] : [];
    return [...head, ...text, "export {};\n"].join("\n");
  }

  /** What a module adds to the declarations of another: it does so where it is imported. */
  #augmenting(entry, { name, body }) {
    const module = this.#moduleOf(name);
    const place = (file) => specifier(path.dirname(entry), this.#folder, file);
    const own = body.statements.map((one) => one.name.text);
    const symbols = new Set(
      identifiersOf(body)
        .map((identifier) => this.#inner(identifier))
        .filter((symbol) => symbol && !own.includes(symbol.name)),
    );
    const imports = [...symbols].map((symbol) => {
      const declared = this.#declared.get(symbol);
      const clause =
        declared.name === symbol.name
          ? symbol.name
          : `${declared.name} as ${symbol.name}`;
      return `import type { ${clause} } from "${place(declared.file)}";`;
    });
    const file = this.#openFile(module);
    return [...imports, `declare module "${place(file)}" ${body.getText()}`];
  }

  /** The file of the bundle that has what an open module declares. */
  #openFile(module) {
    for (const [symbol, { file }] of this.#declared)
      if (fileOf(symbol) === module) return file;
    throw new Error(`${module} declares nothing that is exported`);
  }

  /** Who refers to what needs a package needs it too. */
  #settle() {
    const all = [...this.#statements.values()];
    let count;
    do {
      count = all.reduce((sum, { packages }) => sum + packages.size, 0);
      for (const { packages, symbols } of all)
        for (const symbol of symbols)
          for (const statement of statementsOf(symbol))
            for (const one of this.#statements.get(statement).packages)
              packages.add(one);
    } while (all.reduce((sum, { packages }) => sum + packages.size, 0) > count);
    for (const [statement, entry] of this.#statements) {
      const { fileName } = statement.getSourceFile();
      const own = this.#open.has(fileName)
        ? [path.basename(fileName, ".d.ts")]
        : [];
      const names = ["declarations", ...own, ...[...entry.packages].sort()];
      entry.file = `${names.join("-")}.d.ts`;
    }
    for (const [symbol, declared] of this.#declared) {
      const [statement] = statementsOf(symbol);
      declared.file = this.#statements.get(statement).file;
    }
  }

  /** Lines that import what a file refers to: of packages, and of other files. */
  #importsOf(file) {
    const lines = new Set();
    for (const one of this.#statements.values()) {
      if (one.file !== file) continue;
      for (const line of one.imports) lines.add(line);
      for (const symbol of one.symbols) {
        const other = this.#declared.get(symbol);
        if (other.file !== file)
          lines.add(`import { ${other.name} } from "./${jsName(other.file)}";`);
      }
    }
    return [...lines].sort();
  }

  /** The file of the module that a specifier names. */
  #moduleOf(specifier) {
    const symbol = this.#checker.getSymbolAtLocation(specifier);
    return symbol?.valueDeclaration?.getSourceFile().fileName;
  }

  /** @param {ts.Symbol} symbol */
  #target(symbol) {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  /** @param {ts.Symbol} symbol that is declared for all of a module */
  #declare(symbol) {
    if (this.#declared.has(symbol)) return;
    let name = symbol.name;
    for (let count = 1; this.#taken.has(name); count++)
      name = `${symbol.name}$${count}`;
    this.#taken.add(name);
    this.#declared.set(symbol, { name, file: "" });
    statementsOf(symbol).forEach((statement) => this.#include(statement));
  }

  /** Adds a statement, with all that it refers to. */
  #include(statement) {
    if (this.#statements.has(statement)) return;
    const symbols = [];
    const entry = { file: "", part: { text: "" }, symbols };
    this.#statements.set(statement, entry);
    const source = statement.getSourceFile();
    const identifiers = identifiersOf(statement);
    const outer = identifiers.flatMap((one) => this.#outerImport(one));
    entry.imports = outer.map(({ line }) => line);
    entry.packages = new Set(outer.map((one) => one.package));
    const edits = identifiers.flatMap((identifier) => {
      const symbol = this.#inner(identifier);
      if (symbol === undefined) return [];
      this.#declare(symbol);
      symbols.push(symbol);
      const { name } = this.#declared.get(symbol);
      const start = identifier.getStart(source);
      return name === identifier.text
        ? []
        : [{ start, end: identifier.end, name }];
    });
    entry.part = partOf(statement, edits);
  }

  /** What of this folder an identifier stands for, if it is declared for all of a module. */
  #inner(identifier) {
    const symbol = this.#checker.getSymbolAtLocation(identifier);
    const target = symbol && this.#target(symbol);
    const declaration = target?.declarations?.find((one) => !isAdded(one));
    if (declaration === undefined || !isOfModule(declaration)) return undefined;
    const { fileName } = declaration.getSourceFile();
    return this.#ours.some((one) => fileName.startsWith(one))
      ? target
      : undefined;
  }

  /** The import of a package that an identifier comes by, if it does. */
  #outerImport(identifier) {
    const symbol = this.#checker.getSymbolAtLocation(identifier);
    const [declaration] = symbol?.declarations ?? [];
    const statement = declaration && importOf(declaration);
    if (statement === undefined) return [];
    const from = statement.moduleSpecifier.text;
    if (from.startsWith(".")) return [];
    const name = ts.isNamespaceImport(declaration)
      ? declaration.getText()
      : `{ ${declaration.getText().replace(/^type /, "")} }`;
    const line = `import type ${name} from "${from}";`;
    return [{ line, package: from.replace(/[:/].*/, "") }];
  }
}

/** The statement of a name that an import brings. */
function importOf(declaration) {
  if (ts.isNamespaceImport(declaration)) return declaration.parent.parent;
  if (ts.isImportSpecifier(declaration))
    return declaration.parent.parent.parent;
  return undefined;
}

/** @param {ts.Statement} statement */
function identifiersOf(statement) {
  const found = [];
  const visit = (node) => {
    if (ts.isImportTypeNode(node))
      throw new Error(`an import within a type: ${node.getText()}`);
    if (ts.isIdentifier(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(statement);
  return found;
}

/**
 * The text of a statement with the comments before it; it begins a line.
 * @returns {Part}
 */
function partOf(statement, edits) {
  const source = statement.getSourceFile();
  const full = statement.getFullStart();
  const start = full + /^\s*/.exec(source.text.slice(full))[0].length;
  let text = source.text.slice(start, statement.end);
  for (const { start: from, end, name } of edits.reverse())
    text = text.slice(0, from - start) + name + text.slice(end - start);
  if (!/^(\/\*[^]*?\*\/\s*)*export /.test(text))
    text = text.replace(/^((?:\/\*[^]*?\*\/\s*)*)/, "$1export ");
  const { line } = source.getLineAndCharacterOfPosition(start);
  return { text, from: { file: source.fileName, line } };
}

/** @param {ts.Symbol} symbol */
function fileOf({ declarations }) {
  return declarations.find((one) => !isAdded(one)).getSourceFile().fileName;
}

/** @param {ts.Symbol} symbol without what other modules add to it */
function statementsOf({ declarations }) {
  return declarations.filter((one) => !isAdded(one)).map(statementOf);
}

/** @param {ts.Declaration} declaration */
function isAdded({ parent }) {
  return parent !== undefined && ts.isModuleBlock(parent);
}

/**
 * What a module adds to the declarations of others.
 * @param {ts.SourceFile} source
 */
function augmentations({ statements }) {
  return statements.filter(
    (one) => ts.isModuleDeclaration(one) && ts.isStringLiteral(one.name),
  );
}

/** @param {ts.Declaration} declaration */
function statementOf(declaration) {
  return ts.isVariableDeclaration(declaration)
    ? declaration.parent.parent
    : declaration;
}

/** @param {ts.Declaration} declaration */
function isOfModule(declaration) {
  const { parent } = statementOf(declaration);
  return (
    parent !== undefined &&
    ts.isSourceFile(parent) &&
    ts.isExternalModule(parent)
  );
}

function specifier(from, folder, file) {
  const relative = path.relative(from, path.join(folder, jsName(file)));
  const posix = relative.replaceAll(path.sep, "/");
  return posix.startsWith(".") ? posix : `./${posix}`;
}

function jsName(file) {
  return file.replace(/\.d\.ts$/, ".js");
}
