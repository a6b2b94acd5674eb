import { Node, SyntaxKind, type Symbol, type Type } from "ts-morph";
import { saidOf, type Said } from "./comment.ts";
import type { Sources } from "./sources.ts";
import {
  declarationOf,
  nothingGiven,
  piecesOf,
  type Given,
  type Piece,
  type Targets,
} from "./type-text.ts";

/** A property or a method, as whoever has the value sees it. */
export interface Member {
  readonly name: string;
  readonly isOptional: boolean;
  readonly isMethod: boolean;
  /** Of a method, one for each overload: without its name. */
  readonly types: readonly (readonly Piece[])[];
  readonly said: Said;
  /** Where it is declared. */
  readonly node: Node;
}

/** The members of a type, its own first, then what it inherits from types of ours. */
export function membersOf(type: Type, owner: Node, targets: Targets): Member[] {
  const given = givenTo(owner, targets);
  const found = type.getProperties().flatMap((symbol) => {
    const member = memberOf(symbol, targets, given);
    return member ? [member] : [];
  });
  return [...found, ...indexed(owner, targets)];
}

function memberOf(
  symbol: Symbol,
  targets: Targets,
  given: Given,
): Member | undefined {
  const nodes = symbol.getDeclarations().filter(isShown);
  const [node] = nodes;
  if (!node) return undefined;
  const methods = nodes.filter(
    (one) => Node.isMethodSignature(one) || Node.isMethodDeclaration(one),
  );
  const said = nodes.map(saidOf).find(({ text }) => text !== "");
  return {
    name: symbol.getName(),
    isOptional: symbol.isOptional() || isOptional(node),
    isMethod: methods.length > 0,
    types:
      methods.length > 0
        ? methods
            .filter(
              (one) =>
                !Node.isMethodDeclaration(one) ||
                one.isOverload() ||
                one.getOverloads().length === 0,
            )
            .map((one) => signaturePieces(one, targets, given))
        : [typePieces(node, targets, given)],
    said: said ?? saidOf(node),
    node,
  };
}

/** What is ours, and nobody's secret. */
function isShown(node: Node): boolean {
  const file = node.getSourceFile().getFilePath();
  if (file.includes("/node_modules/") || file.startsWith("/node_modules"))
    return false;
  const name = Node.hasName(node) ? node.getName() : "";
  return !name.startsWith("#") && !name.startsWith("[Symbol");
}

function isOptional(node: Node): boolean {
  return Node.isQuestionTokenable(node) && node.hasQuestionToken();
}

function typePieces(
  node: Node,
  targets: Targets,
  given: Given,
): readonly Piece[] {
  const typed =
    Node.isPropertySignature(node) ||
    Node.isPropertyDeclaration(node) ||
    Node.isParameterDeclaration(node)
      ? node.getTypeNode()
      : Node.isGetAccessorDeclaration(node)
        ? node.getReturnTypeNode()
        : undefined;
  if (typed) return piecesOf(typed, targets, given);
  return [{ text: node.getType().getText(node) }];
}

/** `(params): Result` of a function or a method. */
export function signaturePieces(
  node: Node,
  targets: Targets,
  given: Given = nothingGiven,
): readonly Piece[] {
  const pieces: Piece[] = [];
  const parameters = Node.isParametered(node) ? node.getParameters() : [];
  const typeParameters = Node.isTypeParametered(node)
    ? node.getTypeParameters()
    : [];
  const list = (all: readonly (readonly Piece[])[]): Piece[] =>
    all.flatMap((one, at) => (at === 0 ? one : [{ text: ", " }, ...one]));
  if (typeParameters.length > 0)
    pieces.push(
      { text: "<" },
      ...list(typeParameters.map((one) => piecesOf(one, targets, given))),
      { text: ">" },
    );
  pieces.push(
    { text: "(" },
    ...list(parameters.map((one) => parameterPieces(one, targets, given))),
    { text: ")" },
  );
  const returned = Node.isReturnTyped(node)
    ? node.getReturnTypeNode()
    : undefined;
  if (!returned) return pieces;
  const arrow = Node.isFunctionTypeNode(node) ? " => " : ": ";
  return [...pieces, { text: arrow }, ...piecesOf(returned, targets, given)];
}

function parameterPieces(
  node: Node,
  targets: Targets,
  given: Given,
): readonly Piece[] {
  if (!Node.isParameterDeclaration(node)) return piecesOf(node, targets, given);
  const type = node.getTypeNode();
  const dots = node.isRestParameter() ? "..." : "";
  const mark = node.hasQuestionToken() || node.hasInitializer() ? "?" : "";
  return [
    { text: `${dots}${parameterName(node)}${mark}: ` },
    ...(type ? piecesOf(type, targets, given) : [{ text: "unknown" }]),
  ];
}

/** A parameter that is taken apart where it stands is called what it is. */
export function parameterName(node: Node): string {
  if (!Node.isParameterDeclaration(node)) return "";
  return Node.isIdentifier(node.getNameNode()) ? node.getName() : "options";
}

function indexed(owner: Node, targets: Targets): Member[] {
  if (!Node.isInterfaceDeclaration(owner)) return [];
  return owner.getIndexSignatures().map((node) => ({
    name: `[${node.getKeyName()}: ${node.getKeyTypeNode().getText()}]`,
    isOptional: false,
    isMethod: false,
    types: [piecesOf(node.getReturnTypeNodeOrThrow(), targets)],
    said: saidOf(node),
    node,
  }));
}

/** What stands for the type parameters of the types that one extends, and of theirs. */
function givenTo(owner: Node, targets: Targets): Given {
  const given = new Map<Node, readonly Piece[]>();
  const follow = (node: Node): void => {
    if (!Node.isInterfaceDeclaration(node) && !Node.isClassDeclaration(node))
      return;
    const clauses = node.getHeritageClauses();
    for (const base of clauses.flatMap((one) => one.getTypeNodes())) {
      const declared = declarationOf(base.getExpression().getSymbol());
      if (!declared || !Node.isTypeParametered(declared)) continue;
      const values = base.getTypeArguments();
      declared.getTypeParameters().forEach((parameter, at) => {
        const value = values[at] ?? parameter.getDefault();
        if (value) given.set(parameter, piecesOf(value, targets, given));
      });
      follow(declared);
    }
  };
  follow(owner);
  return given;
}

/** The signatures by which a value can be called itself. */
export function callsOf(node: Node, targets: Targets): (readonly Piece[])[] {
  if (!Node.isInterfaceDeclaration(node)) return [];
  return node
    .getCallSignatures()
    .map((one) => signaturePieces(one, targets, givenTo(node, targets)));
}

/** The types that a declaration extends, as they are written: of what is not exported, its own. */
export function basesOf(
  node: Node,
  targets: Targets,
  sources: Pick<Sources, "of">,
): (readonly Piece[])[] {
  if (!Node.isInterfaceDeclaration(node) && !Node.isClassDeclaration(node))
    return [];
  return node
    .getHeritageClauses()
    .filter((one) => one.getToken() === SyntaxKind.ExtendsKeyword)
    .flatMap((one) => one.getTypeNodes())
    .flatMap((one) => {
      const base = declarationOf(one.getExpression().getSymbol());
      return Node.isClassDeclaration(base) && !sources.of(base)
        ? basesOf(base, targets, sources)
        : [piecesOf(one, targets)];
    });
}
