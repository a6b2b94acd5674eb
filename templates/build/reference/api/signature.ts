import { Node } from "ts-morph";
import { format } from "prettier";
import { signaturePieces } from "./members.ts";
import {
  declarationOf,
  piecesOf,
  textOf,
  type Given,
  type Piece,
} from "./type-text.ts";

const plain = (): undefined => undefined;

/** The declaration of a name as a reader wants it: what it takes and gives, and no more. */
export async function signatureOf(
  name: string,
  nodes: readonly Node[],
): Promise<string> {
  const texts = nodes
    .filter((node) => !isImplementation(node))
    .map((node) => declared(name, node));
  return formatted(texts.join("\n"));
}

/** Formats code; what is no statement of its own is left as it is. */
export async function formatted(text: string): Promise<string> {
  try {
    return (await format(text, { parser: "typescript" })).trim();
  } catch (cause) {
    throw new Error(`this is no code: ${text}`, { cause });
  }
}

/** Formats signatures of methods, whose names can be any word. */
export async function formattedMembers(
  signatures: readonly string[],
): Promise<string> {
  const lines = (await formatted(`interface Of { ${signatures.join(" ")} }`))
    .split("\n")
    .slice(1, -1);
  return lines.map((line) => line.slice(2)).join("\n");
}

/** Callers of an overloaded function do not see what it is made of. */
function isImplementation(node: Node): boolean {
  return (
    Node.isFunctionDeclaration(node) &&
    node.hasBody() &&
    node.getOverloads().length > 0
  );
}

function declared(name: string, node: Node): string {
  if (Node.isFunctionDeclaration(node))
    return `function ${name}${textOf(signaturePieces(node, plain))};`;
  if (Node.isTypeAliasDeclaration(node)) {
    const type = node.getTypeNodeOrThrow();
    return `type ${name}${parametersOf(node)} = ${textOf(piecesOf(type, plain))};`;
  }
  if (Node.isInterfaceDeclaration(node) || Node.isClassDeclaration(node)) {
    const kind = Node.isClassDeclaration(node) ? "class" : "interface";
    const clauses = node
      .getHeritageClauses()
      .map((one) => ` ${textOf(piecesOf(one, plain))}`);
    return `${kind} ${name}${parametersOf(node)}${clauses.join("")} {}`;
  }
  if (Node.isVariableDeclaration(node)) return variable(name, node);
  throw new Error(`${name} is a ${node.getKindName()}, which no page shows`);
}

function parametersOf(node: Node): string {
  const parameters = Node.isTypeParametered(node)
    ? node.getTypeParameters().map((one) => textOf(piecesOf(one, plain)))
    : [];
  return parameters.length > 0 ? `<${parameters.join(", ")}>` : "";
}

/** A value whose type is an alias of a function's is a function to a reader. */
function variable(name: string, node: Node): string {
  if (!Node.isVariableDeclaration(node)) return "";
  const type = node.getTypeNode();
  const alias = Node.isTypeReference(type)
    ? declarationOf(type.getTypeName().getSymbol())
    : undefined;
  if (Node.isTypeReference(type) && Node.isTypeAliasDeclaration(alias)) {
    const given = new Map<Node, readonly Piece[]>();
    const values = type.getTypeArguments();
    alias.getTypeParameters().forEach((parameter, at) => {
      const value = values[at];
      if (value) given.set(parameter, piecesOf(value, plain));
    });
    const made = alias.getTypeNode();
    if (Node.isFunctionTypeNode(made))
      return `function ${name}${calledAs(made, given)};`;
  }
  const shown = type ? textOf(piecesOf(type, plain)) : valueText(node);
  return `const ${name}: ${shown};`;
}

/** The type of a value that states none: that of its elements is enough. */
function valueText(node: Node): string {
  const text = node.getType().getText(node);
  return text.replace(/import\("[^"]*"\)\./g, "");
}

/**
 * A function type whose handler's result is inferred, so that errors in it are told where
 * they are: to a reader, the handler returns what it may return.
 */
function calledAs(made: Node, given: Given): string {
  if (!Node.isFunctionTypeNode(made)) return "";
  const returned = made
    .getTypeParameters()
    .find((one) => one.getName() === "Returned");
  const substituted = new Map(given);
  const byDefault = returned?.getDefault();
  if (returned && byDefault)
    substituted.set(returned, piecesOf(byDefault, plain, given));
  const own = made
    .getTypeParameters()
    .filter((one) => one !== returned)
    .map((one) => textOf(piecesOf(one, plain, substituted)));
  const parameters = made.getParameters().map((one) => {
    const type = one.getTypeNodeOrThrow();
    const shown = Node.isIntersectionTypeNode(type)
      ? (type
          .getTypeNodes()
          .map((part) =>
            Node.isParenthesizedTypeNode(part) ? part.getTypeNode() : part,
          )
          .find((part) => Node.isFunctionTypeNode(part)) ?? type)
      : type;
    return `${one.getName()}: ${textOf(piecesOf(shown, plain, substituted))}`;
  });
  const result = made.getReturnTypeNodeOrThrow();
  return `${own.length > 0 ? `<${own.join(", ")}>` : ""}(${parameters.join(", ")}): ${textOf(piecesOf(result, plain))}`;
}
