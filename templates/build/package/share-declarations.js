import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";

/**
 * Writes once what several files declare alike: the first has it, the others export it
 * of that one. Declarations are alike when they read the same, comments too, and so
 * does all that they refer to.
 * @param {readonly string[]} files of declarations
 * @param {(text: string, file: string) => string} [read] a text as it is compared
 */
export function shareDeclarations(files, read = (text) => text) {
  const modules = new Map(files.map((file) => [file, moduleOf(file, read)]));
  const classes = classesOf(modules);
  const homes = new Map();
  for (const [file, module] of modules) {
    const moved = new Map();
    for (const one of module.declared.values()) {
      const home = homes.get(classes.get(one));
      // Of one file, two that are alike stay what they are.
      if (home === undefined) homes.set(classes.get(one), one);
      else if (home.file !== file && home.name === one.name)
        moved.set(one, home);
    }
    if (moved.size > 0) writeFileSync(file, textWithout(module, moved));
  }
}

/**
 * @typedef {object} Declared
 * @property {string} file
 * @property {string} name
 * @property {ts.Statement} statement
 * @property {string} text as it is compared
 * @property {boolean} isValue
 */

function moduleOf(file, read) {
  const text = readFileSync(file, "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const declared = new Map();
  const spaces = new Map();
  const passed = new Map();
  const stars = [];
  for (const statement of source.statements) {
    const from = statement.moduleSpecifier?.text;
    const clause = statement.importClause?.namedBindings;
    if (
      ts.isImportDeclaration(statement) ||
      ts.isExportDeclaration(statement)
    ) {
      const to = from && placeOf(file, from);
      if (clause && ts.isNamespaceImport(clause))
        spaces.set(clause.name.text, to);
      else if (from && !clause && !statement.exportClause) stars.push(to);
      else
        for (const { name, propertyName = name } of (
          clause ?? statement.exportClause
        ).elements)
          passed.set(name.text, { to, name: propertyName.text });
      continue;
    }
    const name = nameOf(statement);
    if (declared.has(name)) declared.get(name).text += ` again in ${file}`;
    else if (name !== undefined) declared.set(name, declarationOf(statement));
  }
  return { file, source, declared, spaces, passed, stars };

  function declarationOf(statement) {
    const whole = read(statement.getFullText(source).trim(), file);
    const isExported = statement.modifiers?.some(
      ({ kind }) => kind === ts.SyntaxKind.ExportKeyword,
    );
    return {
      file,
      name: nameOf(statement),
      statement,
      text: isExported ? whole : `${whole} of ${file}`,
      isValue:
        !ts.isInterfaceDeclaration(statement) &&
        !ts.isTypeAliasDeclaration(statement),
    };
  }
}

/** The file that an import names, or what it names. */
function placeOf(file, from) {
  return from.startsWith(".")
    ? path.join(path.dirname(file), from.replace(/\.js$/, ".d.ts"))
    : from;
}

/** The one name that an exported statement declares; overloads have none. */
function nameOf(statement) {
  if (!ts.isVariableStatement(statement)) return statement.name?.text;
  const [first, ...others] = statement.declarationList.declarations;
  return others.length === 0 ? first?.name.text : undefined;
}

/** What each declaration is, by a sign that those which are alike have in common. */
function classesOf(modules) {
  const all = [...modules.values()].flatMap((module) =>
    [...module.declared.values()].map((one) => {
      return { one, refers: references(one, module, modules) };
    }),
  );
  let signs = new Map(all.map(({ one }) => [one, signOf(one.text)]));
  for (let count = 0; ;) {
    const next = all.map(({ one, refers }) => {
      const others = refers.map(
        ([text, to]) => `${text}=${signs.get(to) ?? to}`,
      );
      return [one, signOf([signs.get(one), ...others].join())];
    });
    signs = new Map(next);
    const found = new Set(signs.values()).size;
    if (found === count) return signs;
    count = found;
  }
}

function signOf(text) {
  return createHash("sha256").update(text).digest("base64");
}

/** What a declaration refers to, by how it says it. */
function references({ statement }, module, modules) {
  const found = new Map();
  const visit = (node) => {
    if (ts.isQualifiedName(node) && module.spaces.has(node.left.text)) {
      const to = module.spaces.get(node.left.text);
      const text = `${node.left.text}.${node.right.text}`;
      found.set(text, resolve(to, node.right.text, modules));
    } else if (ts.isIdentifier(node)) {
      if (isMemberName(node)) return;
      if (module.declared.has(node.text) || module.passed.has(node.text))
        found.set(node.text, resolve(module.file, node.text, modules));
    } else ts.forEachChild(node, visit);
  };
  visit(statement);
  return [...found];
}

/** Whether it names a member or a parameter, and refers to nothing. */
function isMemberName(node) {
  const { parent } = node;
  const isOne = ts.isTypeElement(parent) || ts.isParameter(parent);
  return isOne && parent.name === node;
}

/** The declaration of a name that a file exports, or where else it is from. */
function resolve(file, name, modules) {
  const module = modules.get(file);
  const outside = `${file}#${name}`;
  if (module === undefined) return outside;
  const own = module.declared.get(name);
  if (own) return own;
  const passed = module.passed.get(name);
  if (passed?.to) return resolve(passed.to, passed.name, modules);
  const found = module.stars.map((to) => resolve(to, name, modules));
  return found.find((one) => typeof one !== "string") ?? found[0] ?? outside;
}

/** A file's text that exports of others what they have, and imports what it uses. */
function textWithout({ file, source, declared }, moved) {
  const gone = new Set([...moved.keys()].map(({ statement }) => statement));
  const kept = source.statements.filter((one) => !gone.has(one));
  const used = namesIn(kept.filter((one) => !ts.isImportDeclaration(one)));
  const lines = [...groupBy([...moved.values()], (one) => one.file)].flatMap(
    ([home, names]) => {
      const from = specifier(file, home);
      const list = (keyword, given) =>
        given.length > 0
          ? [
              `${keyword} { ${given.map(({ name }) => name).join(", ")} } from "${from}";`,
            ]
          : [];
      return [
        ...list(
          "import type",
          names.filter(({ name }) => used.has(name)),
        ),
        ...list(
          "export type",
          names.filter(({ isValue }) => !isValue),
        ),
        ...list(
          "export",
          names.filter(({ isValue }) => isValue),
        ),
      ];
    },
  );
  const rest = kept.map((one) => {
    const text = one.getFullText(source).replace(/^\n+/, "");
    return ts.isImportDeclaration(one) ? needed(one, text, used) : `${text}\n`;
  });
  const isImport = (one) => ts.isImportDeclaration(one);
  const first = kept.filter(isImport).length;
  return [
    ...rest.slice(0, first),
    ...lines.map((line) => `${line}\n`),
    ...rest.slice(first),
  ].join("");
}

/** An import of no more than what is used. */
function needed({ importClause, moduleSpecifier }, text, used) {
  const bindings = importClause?.namedBindings;
  if (!bindings) return `${text}\n`;
  if (ts.isNamespaceImport(bindings))
    return used.has(bindings.name.text) ? `${text}\n` : "";
  const names = bindings.elements.filter(({ name }) => used.has(name.text));
  const keyword = importClause.isTypeOnly ? "import type" : "import";
  const list = names.map((one) => one.getText()).join(", ");
  return names.length > 0
    ? `${keyword} { ${list} } from ${moduleSpecifier.getText()};\n`
    : "";
}

function namesIn(statements) {
  const found = new Set();
  const visit = (node) => {
    if (ts.isIdentifier(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  statements.forEach(visit);
  return found;
}

function specifier(file, home) {
  const to = path.relative(path.dirname(file), home).replaceAll(path.sep, "/");
  return (to.startsWith(".") ? to : `./${to}`).replace(/\.d\.ts$/, ".js");
}

function groupBy(list, keyOf) {
  const groups = new Map();
  for (const one of list)
    groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}
