import type { EmittedFile } from "../../emit/index.ts";
import { printSchemaGuards } from "../../emit/guards/schemas.ts";
import { named } from "../../emit/print/layout.ts";
import { generatedMark } from "../../emit/print/marks.ts";
import type {
  ImportExtension,
  Item,
  Module,
  Target,
} from "../../emit/print/module.ts";
import { renderModule } from "../../emit/print/render.ts";
import {
  printSchemaTypes,
  type UnknownPosition,
} from "../../emit/schema-types/index.ts";
import type { NamedSchema } from "../../schema/model/json-schema.ts";
import { printSchemaConstants } from "../schemas/constants.ts";
import type { ServedSchema, ServerPlan } from "./plan.ts";
import { serverModule } from "./server-module.ts";

/** How the files of a server are printed. */
export interface ServerFilesOptions {
  readonly target: Target;
  readonly importExtension: ImportExtension;
  /** Whether descriptions become comments. */
  readonly docs: boolean;
  /** The module that the runtime is imported from. */
  readonly runtime: string;
}

/** What is printed of a plan. */
export interface ServerFiles {
  readonly files: readonly EmittedFile[];
  /** Where a type is wider than its schema. */
  readonly unknowns: readonly UnknownPosition[];
}

/** The files of a server: all but the one that is its author's. */
export function serverFiles(
  plan: ServerPlan,
  options: ServerFilesOptions,
): ServerFiles {
  const { docs, runtime } = options;
  const schemas = plan.tools.flatMap(({ input, output }) =>
    output === undefined ? [input] : [input, output],
  );
  const namedSchemas = schemas.map(({ type, document }): NamedSchema => ({
    name: type,
    document,
  }));
  const types = printSchemaTypes(namedSchemas, { docs });
  const guards = printSchemaGuards(namedSchemas, {
    docs,
    typeName: (name) => named(name, "types"),
  });
  const areTools = schemas.length > 0;
  const modules: Module[] = [
    ...(areTools
      ? [
          moduleOf(
            "types",
            `What the tools of ${plan.name} take and give`,
            types.items,
          ),
          moduleOf(
            "guards",
            `What checks what the tools of ${plan.name} take and give`,
            [typesImport, ...guards],
          ),
          moduleOf("schemas", `The schemas of the tools of ${plan.name}`, [
            typesImport,
            {
              kind: "import",
              types: false,
              names: [],
              namespace: "guards",
              from: "./guards",
            },
            ...schemaConstants(schemas),
          ]),
        ]
      : []),
    serverModule(plan, headerOf(`The server ${plan.name}`), runtime),
    moduleOf("index", `The entry of ${plan.name}`, indexItems(areTools)),
  ];
  return {
    files: modules.flatMap((module) => renderModule(module, options)),
    unknowns: types.unknowns,
  };
}

const typesImport: Item = {
  kind: "import",
  types: true,
  names: [],
  namespace: "types",
  from: "./types",
};

function schemaConstants(schemas: readonly ServedSchema[]): Item[] {
  const constants = schemas.map(({ constant, type, schema, document }) => ({
    name: constant,
    type,
    schema,
    unchecked: document.unchecked,
  }));
  return printSchemaConstants(constants, { types: "types", guards: "guards" });
}

function moduleOf(
  path: string,
  content: string,
  items: readonly Item[],
): Module {
  return { path, header: headerOf(content), items };
}

function headerOf(content: string): string[] {
  return [`${content}.`, "", generatedMark];
}

function indexItems(areTools: boolean): Item[] {
  return [
    { kind: "reexport", types: false, from: "./server" },
    ...(areTools ? ofTools : []),
  ];
}

const ofTools: readonly Item[] = [
  { kind: "reexport", types: false, namespace: "schemas", from: "./schemas" },
  { kind: "reexport", types: true, namespace: "types", from: "./types" },
];
