import { renderModule } from "../../../src/emit/print/render.ts";
import {
  printSchemaTypes,
  type SchemaTypes,
} from "../../../src/emit/schema-types/index.ts";
import type {
  NormalSchema,
  SchemaDocument,
} from "../../../src/schema/model/json-schema.ts";

/** A document of a schema in normal form. */
export function documentOf(
  root: NormalSchema,
  definitions: Record<string, NormalSchema> = {},
): SchemaDocument {
  return {
    root,
    definitions: new Map(Object.entries(definitions)),
    unchecked: [],
  };
}

/** The types of schemas, and what is said of them. */
export interface Printed extends Omit<SchemaTypes, "items"> {
  readonly text: string;
}

export function printTypes(
  documents: Readonly<Record<string, SchemaDocument>>,
  docs = true,
): Printed {
  const schemas = Object.entries(documents).map(([name, document]) => ({
    name,
    document,
  }));
  const { items, ...rest } = printSchemaTypes(schemas, { docs });
  const module = { path: "types", header: [], items };
  const [file] = renderModule(module, { target: "ts", importExtension: ".js" });
  return { text: file?.text.trim() ?? "", ...rest };
}

/** The type of one schema, and of what it refers to. */
export function printType(
  root: NormalSchema,
  definitions: Record<string, NormalSchema> = {},
): string {
  return printTypes({ T: documentOf(root, definitions) }).text;
}
