import { printSchemaGuards } from "../emit/guards/schemas.ts";
import { renderModule } from "../emit/print/render.ts";
import type { SchemaDocument } from "../schema/model/json-schema.ts";

/** The text of a module of JavaScript that exports `validateValue`, and imports nothing. */
export function guardModule(document: SchemaDocument): string {
  const items = printSchemaGuards([{ name: "Value", document }], {
    docs: false,
  });
  const [module] = renderModule(
    { path: "guard", header: [], items },
    { target: "js", importExtension: ".js" },
  );
  return module?.text ?? "";
}
