import type { Type } from "../../model/index.ts";
import { SyntaxKind, type ts } from "../source/compiler.ts";
import { refuse, type Reader } from "../source/session.ts";
import { kindInWords } from "../source/source.ts";

/** The types that TypeScript has and a schema cannot use. */
export type UnsupportedTypeNode =
  | ts.KeywordTypeNode<
      | ts.SyntaxKind.UndefinedKeyword
      | ts.SyntaxKind.VoidKeyword
      | ts.SyntaxKind.BigIntKeyword
      | ts.SyntaxKind.SymbolKeyword
      | ts.SyntaxKind.IntrinsicKeyword
    >
  | ts.FunctionTypeNode
  | ts.ConstructorTypeNode
  | ts.MappedTypeNode
  | ts.ConditionalTypeNode
  | ts.InferTypeNode
  | ts.TemplateLiteralTypeNode
  | ts.TypePredicateNode
  | ts.ThisTypeNode;

interface Advice {
  message: string;
  hint: string;
}

const writeOut = "write out the type that it stands for";

const advice: Readonly<Record<UnsupportedTypeNode["kind"], Advice>> = {
  [SyntaxKind.UndefinedKeyword]: {
    message: "undefined is not a JSON value",
    hint: "mark the property optional with ?",
  },
  [SyntaxKind.VoidKeyword]: {
    message: "void is not a JSON value",
    hint: "write null, or leave the property out",
  },
  [SyntaxKind.BigIntKeyword]: {
    message: "bigint is not a JSON value",
    hint: "write number, or string for integers of any size",
  },
  [SyntaxKind.SymbolKeyword]: {
    message: "a symbol is not a JSON value",
    hint: "use a string literal",
  },
  [SyntaxKind.IntrinsicKeyword]: {
    message: "intrinsic types belong to the compiler",
    hint: writeOut,
  },
  [SyntaxKind.FunctionType]: {
    message: "a function is not a JSON value",
    hint: "describe what is sent instead",
  },
  [SyntaxKind.ConstructorType]: {
    message: "a constructor is not a JSON value",
    hint: "describe what is sent instead",
  },
  [SyntaxKind.MappedType]: {
    message: "a mapped type is computed",
    hint: "write out its properties, or Record<string, T>",
  },
  [SyntaxKind.ConditionalType]: {
    message: "a conditional type is computed",
    hint: writeOut,
  },
  [SyntaxKind.InferType]: {
    message: "infer belongs to a conditional type, which is computed",
    hint: writeOut,
  },
  [SyntaxKind.TemplateLiteralType]: {
    message: "a template literal type cannot be read",
    hint: "write string, with a @pattern tag",
  },
  [SyntaxKind.TypePredicate]: {
    message: "a type predicate belongs to a function",
    hint: "write boolean",
  },
  [SyntaxKind.ThisType]: {
    message: "this is a different type in every interface",
    hint: "name the interface that is meant",
  },
};

/** Reports a type that cannot be read. */
export function refuseType(reader: Reader, node: UnsupportedTypeNode): Type {
  return refuse(
    reader,
    "unsupported-type",
    node,
    adviceFor(node) ?? {
      message: `this type cannot be read: ${kindInWords(node)}`,
      hint: writeOut,
    },
  );
}

/** The compiler has more kinds of nodes than its types admit: those of JSDoc, for instance. */
function adviceFor({ kind }: UnsupportedTypeNode): Advice | undefined {
  return advice[kind];
}
