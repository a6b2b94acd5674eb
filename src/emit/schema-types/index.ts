import type { NamedSchema } from "../../schema/model/json-schema.ts";
import { comment } from "../print/comment.ts";
import { after } from "../print/layout.ts";
import type { Item } from "../print/module.ts";
import { printAssignedType } from "../types/type.ts";
import { documentation } from "../types/documentation.ts";
import {
  documentTypes,
  type DeclaredType,
  type UnknownPosition,
} from "./document.ts";

export type { UnknownPosition } from "./document.ts";

export interface SchemaTypesOptions {
  /** Whether descriptions become comments. */
  readonly docs: boolean;
  /** Names that the module has already. */
  readonly taken?: Iterable<string>;
}

export interface SchemaTypes {
  readonly items: Item[];
  /** The places that a schema bounds, and its type does not. */
  readonly unknowns: readonly UnknownPosition[];
  /** How many places the schemas bound. */
  readonly positions: number;
}

/** The types of some schemas, each under its name, with those of what they refer to. */
export function printSchemaTypes(
  schemas: readonly NamedSchema[],
  options: SchemaTypesOptions,
): SchemaTypes {
  const used = new Set([
    ...(options.taken ?? []),
    ...schemas.map(({ name }) => name),
  ]);
  const items: Item[] = [];
  const unknowns: UnknownPosition[] = [];
  let positions = 0;
  for (const schema of schemas) {
    const found = documentTypes(schema, used, options.docs);
    for (const type of found.types) items.push(typeItem(type));
    for (const unknown of found.unknowns) unknowns.push(unknown);
    positions += found.positions;
  }
  return { items, unknowns, positions };
}

function typeItem(declared: DeclaredType): Item {
  const { name } = declared;
  const text = documentation(declared, true, {});
  const type = printAssignedType(declared.type, {
    // What is left out of comments is left out already.
    docs: true,
    path: name,
    descriptions: {},
    localName: (own) => own,
  });
  return {
    kind: "type",
    exported: true,
    name,
    text:
      declared.type.kind === "reference"
        ? [`type ${name} =`, after(declared.type.name, ";")]
        : [`type ${name} =`, type, ";"],
    ...(text !== undefined && { comment: comment(text) }),
  };
}
