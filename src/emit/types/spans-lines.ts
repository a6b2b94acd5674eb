import type { Type } from "../../schema/model/index.ts";
import { brokenGroup, group, type Doc } from "../print/layout.ts";
import { indexComment } from "./documentation.ts";
import type { TypePrinting } from "./printing.ts";

/** A group that breaks where one of the types inside cannot stand on one line. */
export function groupAround(
  inside: readonly Type[],
  printing: Pick<TypePrinting, "docs">,
  ...content: Doc[]
): Doc {
  return inside.some((type) => spansLines(type, printing))
    ? brokenGroup(...content)
    : group(...content);
}

/** Whether a type takes several lines however short it is: each property stands on its own. */
export function spansLines(
  type: Type,
  printing: Pick<TypePrinting, "docs">,
): boolean {
  const inner = (nested: Type): boolean => spansLines(nested, printing);
  switch (type.kind) {
    case "object": {
      const { properties, index } = type;
      if (properties.length > 0) return true;
      if (index === undefined) return false;
      const note = indexComment(index, printing.docs);
      return note !== undefined || inner(index.type);
    }
    case "array":
      return inner(type.element);
    case "tuple":
      return type.elements.some((element) => inner(element.type));
    case "record":
      return inner(type.key) || inner(type.value);
    case "union":
    case "intersection":
      return type.members.some(inner);
    case "wrap":
    case "select":
      return inner(type.type);
    case "keyword":
    case "literal":
    case "constant":
    case "enumMember":
    case "reference":
      return false;
    default:
      return type satisfies never;
  }
}
