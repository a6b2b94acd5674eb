import { code as compiledCode } from "../../emit/fixed/compiled-schema.ts";
import { code as guardCode } from "../../emit/fixed/guards.ts";
import { printSchemaGuards } from "../../emit/guards/schemas.ts";
import { generatedMark } from "../../emit/print/marks.ts";
import type { Item, Module } from "../../emit/print/module.ts";
import { freeName } from "../../emit/print/names.ts";
import {
  printSchemaTypes,
  type UnknownPosition,
} from "../../emit/schema-types/index.ts";
import type { NamedSchema } from "../../model/json-schema.ts";
import { camelName, typeNames } from "../names.ts";
import {
  printSchemaConstants,
  printSchemaValidator,
  type SchemaConstant,
} from "./constants.ts";
import type { ReadNamedSchema } from "./documents.ts";
import { sealLine } from "./seal.ts";

/** What is in a module of schemas. */
export interface SchemasModule {
  readonly module: Module;
  readonly constants: readonly SchemaConstant[];
  /** Where a type does not say what its schema does. */
  readonly unknowns: readonly UnknownPosition[];
}

/** The name of what checks all schemas of a module. */
const validator = "validator";

/** Types, guards and constants of schemas, in one module that imports nothing. */
export function schemasModule(
  path: string,
  schemas: readonly ReadNamedSchema[],
  docs: boolean,
): SchemasModule {
  const fixed = new Set([
    ...Object.keys(guardCode),
    ...Object.keys(compiledCode),
  ]);
  const names = typeNames(
    schemas.map(({ name }) => name),
    fixed,
  );
  const named = schemas.map(({ name, document }): NamedSchema => {
    return { name: names.get(name) ?? name, document };
  });
  const types = printSchemaTypes(named, { docs, taken: fixed });
  const guards = printSchemaGuards(named, { docs });
  const used = new Set([
    ...fixed,
    ...[...types.items, ...guards].flatMap(declaredName),
    validator,
  ]);
  const constants = schemas.map(
    ({ schema, document }, index): SchemaConstant => {
      const type = named[index]?.name ?? "";
      return {
        name: freeName(camelName(type), used),
        type,
        schema,
        unchecked: document.unchecked,
      };
    },
  );
  const items = [
    ...types.items,
    ...guards,
    ...printSchemaConstants(constants),
    ...printSchemaValidator(validator, constants),
  ];
  return {
    module: { path, header, items },
    constants,
    unknowns: types.unknowns,
  };
}

const header = [
  "Types, guards and checks of JSON Schemas.",
  "",
  generatedMark,
  sealLine,
];

function declaredName(item: Item): string[] {
  return "name" in item ? [item.name] : [];
}
