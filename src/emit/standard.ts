import type { Protocol } from "../schema/model/index.ts";
import { code } from "./fixed/standard.ts";
import { fixedItem } from "./print/fixed-item.ts";
import { declaredTypes } from "./guards/index.ts";
import { fileHeader } from "./print/header.ts";
import { inlineTypes } from "./lookup/inline-types.ts";
import { call } from "./print/layout.ts";
import type { Item, Module } from "./print/module.ts";
import {
  importModule,
  importTypes,
  typeReference,
  type NamedType,
} from "./lookup/references.ts";

/** Each validator as a Standard Schema (https://standardschema.dev, version 1). */
export function standardModule(protocol: Protocol): Module {
  const declared = declaredTypes(protocol).map((name) => ({ name }));
  const inline = [...inlineTypes(protocol)].map(([name, type]) => ({
    name,
    type,
  }));
  const all = [...declared, ...inline];
  return {
    path: `${protocol.revision}/standard`,
    header: fileHeader(protocol, "Standard Schemas"),
    items: [
      importModule("guards", "values"),
      ...importTypes(declared),
      ...standardSchemas(all),
    ],
  };
}

/** The schemas of types whose guards the module imports as a whole. */
export function standardSchemas(all: readonly NamedType[]): Item[] {
  return [
    fixedItem(code.StandardSchema, true),
    ...all.map(schemaConstant),
    ...(all.length > 0 ? [fixedItem(code.standard, false)] : []),
  ];
}

function schemaConstant(named: NamedType): Item {
  const { name } = named;
  return {
    kind: "constant",
    exported: true,
    name: `${name}Schema`,
    type: `StandardSchema<${typeReference(named)}>`,
    value: call("/* @__PURE__ */ standard", [`guards.validate${name}`]),
    breaks: true,
  };
}
