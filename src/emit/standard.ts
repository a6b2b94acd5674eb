import type { Protocol } from "../model/index.ts";
import { comment } from "./print/comment.ts";
import { declaredTypes } from "./guards/index.ts";
import { fileHeader } from "./print/header.ts";
import { inlineTypes } from "./lookup/inline-types.ts";
import { block, call, lines, types } from "./print/layout.ts";
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
      standardSchemaType,
      ...all.map(schemaConstant),
      ...(all.length > 0 ? [standardFunction] : []),
    ],
  };
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

const standardSchemaType: Item = {
  kind: "type",
  exported: true,
  name: "StandardSchema",
  comment: comment("A schema of the Standard Schema specification, version 1."),
  text: [
    "interface StandardSchema<T> ",
    block([
      'readonly "~standard": ',
      block(
        "readonly version: 1;",
        'readonly vendor: "mcp-gen";',
        "readonly types?: { readonly input: T; readonly output: T } | undefined;",
        "readonly validate: (",
        "  value: unknown,",
        ") => { readonly value: T } | { readonly issues: readonly guards.Issue[] };",
      ),
      ";",
    ]),
  ],
};

const standardFunction: Item = {
  kind: "function",
  exported: false,
  name: "standard",
  typeParameters: "<T>",
  parameters: [
    { name: "check", type: "(value: unknown) => guards.Issue | undefined" },
  ],
  returns: "StandardSchema<T>",
  body: [
    lines(
      "return {",
      '  "~standard": {',
      "    version: 1,",
      '    vendor: "mcp-gen",',
      "    validate: (value) => {",
      "      const issue = check(value);",
      "      if (issue !== undefined) return { issues: [issue] };",
      ["      return { value: value", types(" as T"), " };"],
      "    },",
      "  },",
      "};",
    ),
  ],
};
