import type { NormalSchema, SchemaDocument } from "../model/json-schema.ts";

const prefix = "#/$defs/";

/** The name of the definition that a reference of the normal form leads to. */
export function nameOfReference($ref: string): string {
  return decodeURIComponent($ref.slice(prefix.length));
}

/** The reference that leads to a definition. */
export function referenceTo(name: string): string {
  return `${prefix}${encodeURIComponent(name)}`;
}

/** What a reference of the normal form leads to. Throws for one of another document. */
export function resolve(document: SchemaDocument, $ref: string): NormalSchema {
  const found = document.definitions.get(nameOfReference($ref));
  if (found === undefined) throw new Error(`no definition: ${$ref}`);
  return found;
}
