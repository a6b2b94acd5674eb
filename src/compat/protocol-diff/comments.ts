import type {
  Annotated,
  Declaration,
  Protocol,
} from "../../schema/model/index.ts";

/** Whether a protocol carries any prose: bundled ones carry none. */
export function hasComments({ declarations }: Protocol): boolean {
  return declarations.some((one) =>
    partsOf(one).some(({ comment }) => comment),
  );
}

/** A protocol without its prose, and with its positions. */
export function withoutComments(protocol: Protocol): Protocol {
  // What is taken away is optional wherever it stands, so the type stays the same.
  return copy(protocol) as Protocol;
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "comment")
      .map(([key, entry]) => [key, key === "default" ? entry : copy(entry)]),
  );
}

function partsOf(declaration: Declaration): Annotated[] {
  switch (declaration.kind) {
    case "interface":
      return [declaration, ...declaration.properties];
    case "enum":
      return [declaration, ...declaration.members];
    case "alias":
    case "constant":
      return [declaration];
    default:
      return declaration satisfies never;
  }
}
