import type { Type } from "../../schema/model/index.ts";
import { indent, join, line, softline, type Doc } from "../print/layout.ts";
import { hugsUnion } from "./combined.ts";
import { groupAround } from "./spans-lines.ts";
import type { TypePrinter } from "./printing.ts";

/** `Name<A, B>`; after the types may come what is not a type of the model. */
export function printTypeArguments(
  name: string,
  types: readonly Type[],
  printer: TypePrinter,
  ...others: Doc[]
): Doc {
  const printed = types.map((type) => printer.print(type));
  const [only, second] = types;
  const isAlone = second === undefined && others.length === 0;
  if (isAlone && only !== undefined && hugs(only))
    return [`${name}<`, ...printed, ">"];
  return groupAround(
    types,
    printer,
    `${name}<`,
    indent(softline, join([",", line], [...printed, ...others])),
    softline,
    ">",
  );
}

/** Whether the brackets of an only argument close around it without a break. */
function hugs(type: Type): boolean {
  switch (type.kind) {
    case "object":
    case "keyword":
    case "reference":
      return true;
    case "union":
      return hugsUnion(type);
    default:
      return false;
  }
}
