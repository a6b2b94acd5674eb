import { ts } from "ts-morph";

/** A schema.ts as a syntax tree, which is read once and printed with many changes. */
export interface SchemaTree {
  readonly text: string;
  readonly source: ts.SourceFile;
}

export function readTree(text: string): SchemaTree {
  const source = ts.createSourceFile(
    "schema.ts",
    text,
    ts.ScriptTarget.Latest,
    true,
  );
  return { text, source };
}

/** What a schema declares by a name of its own. */
export type Declared =
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.EnumDeclaration
  | ts.VariableStatement;

export function declaredIn({ source }: SchemaTree): Declared[] {
  return source.statements.filter(
    (statement): statement is Declared =>
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isEnumDeclaration(statement) ||
      ts.isVariableStatement(statement),
  );
}

export function nameOf(declared: Declared): string {
  return ts.isVariableStatement(declared)
    ? declared.declarationList.declarations
        .map(({ name }) => name.getText())
        .join()
    : declared.name.text;
}

/** The properties of all objects, at any depth, in source order. */
export function propertiesIn({ source }: SchemaTree): ts.PropertySignature[] {
  const found: ts.PropertySignature[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Where a property stands: `Tool.annotations`, `CallToolRequest.params.name`. */
export function pathOf(property: ts.PropertySignature): string {
  const names: string[] = [];
  for (
    let node: ts.Node = property;
    !ts.isSourceFile(node);
    node = node.parent
  ) {
    if (ts.isPropertySignature(node)) names.unshift(node.name.getText());
    else if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
      names.unshift(node.name.text);
  }
  return names.join(".");
}

/** What becomes of a node: another text, or nothing at all. */
export type Changes = ReadonlyMap<ts.Node, string | undefined>;

/**
 * The schema without some declarations and whatever refers to them, or with other
 * changes. A member of a union, a base and a property go alone; what has nothing left
 * goes with them, and what refers to that.
 */
export function without(
  tree: SchemaTree,
  gone: ReadonlySet<string>,
  changes: Changes = new Map(),
): string {
  const missing = new Set(gone);
  for (;;) {
    const before = missing.size;
    const text = print(tree, missing, changes);
    if (missing.size === before) return text;
  }
}

/** Prints once; what has nothing left joins what is missing. */
function print(
  tree: SchemaTree,
  missing: Set<string>,
  changes: Changes,
): string {
  const { source, text } = tree;
  const printer = createPrinter(tree, missing, changes);
  const statements = source.statements.map((statement) => {
    const printed = printer(statement);
    if (printed === undefined && isDeclared(statement))
      missing.add(nameOf(statement));
    return printed ?? "";
  });
  return statements.join("") + text.slice(source.statements.end);
}

function isDeclared(statement: ts.Statement): statement is Declared {
  return (
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isVariableStatement(statement)
  );
}

type Printer = (node: ts.Node) => string | undefined;

function createPrinter(
  { text }: SchemaTree,
  missing: ReadonlySet<string>,
  changes: Changes,
): Printer {
  const lead = (node: ts.Node): string =>
    text.slice(node.getFullStart(), node.getStart());

  function printNode(node: ts.Node): string | undefined {
    if (changes.has(node)) {
      const changed = changes.get(node);
      return changed === undefined ? undefined : lead(node) + changed;
    }
    if (isMissing(node, missing)) return undefined;
    if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) {
      const sign = ts.isUnionTypeNode(node) ? " | " : " & ";
      const kept = node.types.flatMap((type) => printNode(type)?.trim() ?? []);
      return kept.length === 0 ? undefined : ` ${kept.join(sign)}`;
    }
    if (ts.isHeritageClause(node)) {
      const kept = node.types.flatMap((type) => printNode(type)?.trim() ?? []);
      return kept.length === 0 ? "" : ` extends ${kept.join(", ")}`;
    }
    return printChildren(node);
  }

  /** The text of a node with its children as they are printed; members and heritage may go. */
  function printChildren(node: ts.Node): string | undefined {
    let printed = "";
    let end = node.getFullStart();
    let isWhole = true;
    ts.forEachChild(node, (child) => {
      if (!isWhole) return;
      const one = printNode(child);
      if (one === undefined && !ts.isTypeElement(child)) isWhole = false;
      printed += text.slice(end, child.getFullStart()) + (one ?? "");
      end = child.end;
    });
    return isWhole ? printed + text.slice(end, node.end) : undefined;
  }

  return printNode;
}

function isMissing(node: ts.Node, missing: ReadonlySet<string>): boolean {
  if (ts.isTypeReferenceNode(node))
    return missing.has(firstName(node.typeName));
  if (ts.isTypeQueryNode(node)) return missing.has(firstName(node.exprName));
  if (ts.isExpressionWithTypeArguments(node))
    return missing.has(node.expression.getText());
  return ts.isStatement(node) && isDeclared(node) && missing.has(nameOf(node));
}

function firstName(name: ts.EntityName): string {
  return ts.isIdentifier(name) ? name.text : firstName(name.left);
}

/** The schema with another name for what it declares, wherever it stands. */
export function renamed(tree: SchemaTree, from: string, to: string): string {
  const changes = new Map<ts.Node, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === from && isName(node))
      changes.set(node, to);
    ts.forEachChild(node, visit);
  };
  visit(tree.source);
  return without(tree, new Set(), changes);
}

/** Whether an identifier names a declaration, and no property. */
function isName({ parent }: ts.Identifier): boolean {
  return !ts.isPropertySignature(parent);
}

/** Only what is declared by the names goes: what refers to it stays as it is. */
export function withoutAlone(
  { text, source }: SchemaTree,
  gone: ReadonlySet<string>,
): string {
  return source.statements
    .filter(
      (statement) => !isDeclared(statement) || !gone.has(nameOf(statement)),
    )
    .map((statement) => text.slice(statement.pos, statement.end))
    .join("");
}
