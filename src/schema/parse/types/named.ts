import type { ts } from "../source/compiler.ts";

/** A name with its type arguments, in a type or in an extends clause. */
export interface NamedSyntax {
  node: ts.Node;
  name: string;
  typeArguments: readonly ts.TypeNode[];
}
