import type { Protocol, Type } from "../../schema/model/index.ts";
import { declaredNames } from "../lookup/declared-names.ts";
import { comment } from "../print/comment.ts";
import { fileHeader } from "../print/header.ts";
import { inlinePaths, inlineTypes } from "../lookup/inline-types.ts";
import { createSchemas, type JsonSchema } from "../json-schema/index.ts";
import { named, type Name } from "../print/layout.ts";
import type { Item, Module } from "../print/module.ts";
import { importTypes, typeReference } from "../lookup/references.ts";
import { messageText } from "../summaries/index.ts";
import type { TypePrinting } from "../types/printing.ts";
import { printAssignedType } from "../types/type.ts";
import { remember } from "../remember.ts";
import { printChecks } from "./checks.ts";
import { references } from "./scope/recursion.ts";
import { issueType } from "./scope/helpers.ts";
import { withoutBare } from "./without-bare.ts";

/** A guard and a validator for every type: the JSON Schema's rules as statements. */
export function guardsModule(protocol: Protocol, docs: boolean): Module {
  const inline = inlineTypes(protocol);
  const declared = declaredTypes(protocol);
  const names = [...declared, ...inline.keys()];
  const schemas = guardedSchemas(protocol);
  const printing = {
    docs,
    descriptions: protocol.descriptions,
    localName: (name: string) => typeReference({ name }),
  };
  return {
    path: `${protocol.revision}/guards`,
    header: fileHeader(protocol, "Guards"),
    items: [
      ...importTypes(declared.map((name) => ({ name }))),
      issueType,
      ...[...inline].map(([name, type]) =>
        inlineType(name, type, protocol, { ...printing, path: name }),
      ),
      ...printChecks({
        guarded: names,
        definitions: reachable(names, schemas),
        typeName: (name) =>
          inline.has(name) ? named(name) : named(name, "types"),
        docs,
      }),
    ],
  };
}

/** The types that have guards, and what these refer to. */
function reachable(
  names: readonly string[],
  schemas: ReadonlyMap<string, JsonSchema>,
): ReadonlyMap<string, JsonSchema> {
  const wanted = new Set(names);
  // A set also visits what is added on the way.
  for (const name of wanted)
    for (const referred of references(schemas.get(name) ?? {}))
      wanted.add(referred);
  return new Map([...schemas].filter(([name]) => wanted.has(name)));
}

/** The types that have guards, in the order of the schema. */
export function declaredTypes(protocol: Protocol): string[] {
  return protocol.declarations
    .filter(({ kind }) => kind !== "constant")
    .map(({ name }) => name);
}

/** What each guard is compiled from, by type. */
export const guardedSchemas: (
  protocol: Protocol,
) => ReadonlyMap<string, JsonSchema> = remember((protocol: Protocol) => {
  const inline = inlineTypes(protocol);
  const schemas = createSchemas(protocol, { flavor: "corrected", docs: false });
  const paths = inlinePaths(protocol);
  const inlined = [...inline].map(
    ([name, type]) => [name, schemas.schemaOf(type, paths.get(name))] as const,
  );
  const renamed = protocol.declarations.flatMap((declaration) =>
    declaration.kind === "alias" && declaration.type.kind === "reference"
      ? [[declaration.name, schemas.schemaOf(declaration.type)] as const]
      : [],
  );
  const all = new Map([...schemas.definitions, ...inlined, ...renamed]);
  return new Map(
    [...all].map(([name, schema]) => [name, withoutBare(schema, all)]),
  );
});

/** A type that stands inline in the schema, declared beside its guard. */
export function inlineType(
  name: string,
  type: Type,
  protocol: Protocol,
  printing: TypePrinting,
): Item {
  const text = [`type ${name} =`, printAssignedType(type, printing), ";"];
  const said = printing.docs ? messageText(name, protocol) : undefined;
  const note = said === undefined ? {} : { comment: comment(said) };
  const refersTo = declaredNames([type]).map((declared): Name => {
    const [from = ""] = printing.localName(declared).split(".");
    return { kind: "name", name: declared, from };
  });
  return { kind: "type", exported: true, name, text, refersTo, ...note };
}
