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
