import { Node, ts, type Symbol } from "ts-morph";

/** A part of a type's text; with a target, a name that a page tells of. */
export interface Piece {
  readonly text: string;
  readonly target?: string | undefined;
}

/** What a declaration is called by who imports it, and where a page tells of it. */
export interface Target {
  readonly name?: string;
  readonly target: string;
}

/** Where a declaration is told of; undefined where no page does. */
export type Targets = (declaration: Node) => Target | undefined;

/** What stands for type parameters: by their declarations. */
export type Given = ReadonlyMap<Node, readonly Piece[]>;

export const nothingGiven: Given = new Map();

/** The text of a type as a reader wants it: on one line, without comments and namespaces. */
export function piecesOf(
  node: Node,
  targets: Targets,
  given: Given = nothingGiven,
): readonly Piece[] {
  const pieces = tokensOf(node)
    .filter(({ isComment }) => !isComment)
    .flatMap((token) => pieceOf(token, targets, given));
  return tidy(pieces);
}

/** The text of pieces. */
export function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join("");
}

interface Token {
  readonly text: string;
  readonly isComment: boolean;
  readonly node: Node | undefined;
}

/** The tokens of a node, with spaces as tokens. */
function tokensOf(node: Node): Token[] {
  const text = node.getText();
  const start = node.getStart();
  const identifiers = new Map<number, Node>();
  const add = (one: Node): void => void identifiers.set(one.getStart(), one);
  if (Node.isIdentifier(node)) add(node);
  node.forEachDescendant((one) => {
    if (Node.isIdentifier(one)) add(one);
  });
  const scanner = ts.createScanner(
    ts.ScriptTarget.Latest,
    false,
    ts.LanguageVariant.Standard,
    text,
  );
  const tokens: Token[] = [];
  let braces: number[] = [];
  for (
    let kind = scanner.scan();
    kind !== ts.SyntaxKind.EndOfFileToken;
    kind = scanner.scan()
  ) {
    // The parts of a template literal are known by its parser alone.
    if (kind === ts.SyntaxKind.TemplateHead) braces.push(0);
    else if (kind === ts.SyntaxKind.OpenBraceToken && braces.length > 0)
      braces = braces.with(-1, (braces.at(-1) ?? 0) + 1);
    else if (kind === ts.SyntaxKind.CloseBraceToken && braces.length > 0) {
      if (braces.at(-1) === 0) {
        kind = scanner.reScanTemplateToken(false);
        if (kind === ts.SyntaxKind.TemplateTail) braces.pop();
      } else braces = braces.with(-1, (braces.at(-1) ?? 0) - 1);
    }
    const isComment =
      kind === ts.SyntaxKind.MultiLineCommentTrivia ||
      kind === ts.SyntaxKind.SingleLineCommentTrivia;
    const identifier = identifiers.get(start + scanner.getTokenStart());
    tokens.push({
      text: scanner.getTokenText(),
      isComment,
      node: identifier,
    });
  }
  return tokens;
}

function pieceOf(
  { text, node }: Token,
  targets: Targets,
  given: Given,
): readonly Piece[] {
  if (!node) return [{ text: /^\s+$/.test(text) ? " " : text }];
  const parent = node.getParent();
  // `types.Tool` is `Tool` to a reader.
  if (Node.isQualifiedName(parent) && parent.getLeft() === node)
    return [{ text: "" }];
  const declaration = declarationOf(node.getSymbol());
  const value = declaration && given.get(declaration);
  if (value) return value;
  const known = declaration && isUse(parent) ? targets(declaration) : undefined;
  return [{ text: known?.name ?? text, target: known?.target }];
}

/** Whether a name in it is one that is used, and not given to something there. */
function isUse(parent: Node | undefined): boolean {
  return (
    Node.isTypeReference(parent) ||
    Node.isQualifiedName(parent) ||
    Node.isExpressionWithTypeArguments(parent) ||
    Node.isTypeQuery(parent)
  );
}

/** What a name means, wherever it is imported from. */
export function declarationOf(symbol: Symbol | undefined): Node | undefined {
  const meant = symbol?.isAlias() ? symbol.getAliasedSymbol() : symbol;
  return meant?.getDeclarations()[0];
}

const opening = new Set(["(", "<", "["]);
const closing = new Set([")", ">", "]", ",", ";"]);

/** Removes what only several lines need: spaces inside of brackets, last commas, first bars. */
function tidy(pieces: readonly Piece[]): Piece[] {
  const kept: Piece[] = [];
  const isSpace = (piece: Piece | undefined): boolean => piece?.text === " ";
  for (const piece of pieces) {
    const { text } = piece;
    if (text === "") {
      // The dot after a namespace goes with it.
      kept.push(piece);
      continue;
    }
    if (text === "." && kept.at(-1)?.text === "") {
      kept.pop();
      continue;
    }
    if (
      text === " " &&
      (isSpace(kept.at(-1)) || opening.has(kept.at(-1)?.text ?? ""))
    )
      continue;
    if (closing.has(text)) {
      while (isSpace(kept.at(-1))) kept.pop();
      if (text !== "," && text !== ";" && kept.at(-1)?.text === ",") kept.pop();
    }
    const isFirst = kept.length === 0 || opening.has(kept.at(-1)?.text ?? "");
    if (isFirst && (text === "|" || text === "&" || text === " ")) continue;
    kept.push(piece);
  }
  while (isSpace(kept.at(-1))) kept.pop();
  return withoutMeta(kept.filter(({ text }) => text !== ""));
}

/** `OptionalMeta<Params>` are the params to a reader: who leaves `_meta` out need not know of it. */
function withoutMeta(pieces: Piece[]): Piece[] {
  const at = pieces.findIndex(
    ({ text }, index) =>
      text === "OptionalMeta" && pieces[index + 1]?.text === "<",
  );
  if (at < 0) return pieces;
  let depth = 0;
  const end = pieces.findIndex(({ text }, index) => {
    if (index <= at) return false;
    if (text === "<") depth++;
    return text === ">" && --depth === 0;
  });
  return withoutMeta([
    ...pieces.slice(0, at),
    ...pieces.slice(at + 2, end),
    ...pieces.slice(end + 1),
  ]);
}
