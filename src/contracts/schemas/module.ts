import { printSchemaGuards } from "../../emit/guards/schemas.ts";
import { generatedMark } from "../../emit/print/marks.ts";
import type { Item, Module } from "../../emit/print/module.ts";
import { freeName } from "../../emit/print/names.ts";
import {
  printSchemaTypes,
  type UnknownPosition,
} from "../../emit/schema-types/index.ts";
import type { NamedSchema } from "../../schema/model/json-schema.ts";
import { camelName } from "../names.ts";
import {
  printSchemaConstants,
  printSchemaValidator,
  type SchemaConstant,
} from "./constants.ts";
import type { ReadNamedSchema } from "./documents.ts";
import { schemasModuleNames } from "./module-names.ts";
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
  const named = schemas.map(({ type, document }): NamedSchema => {
    return { name: type, document };
  });
  const types = printSchemaTypes(named, { docs, taken: schemasModuleNames });
  const guards = printSchemaGuards(named, { docs });
  const used = new Set([
    ...schemasModuleNames,
    ...[...types.items, ...guards].flatMap(declaredName),
    validator,
  ]);
  const constants = schemas.map(
    ({ type, schema, document: { unchecked } }): SchemaConstant => {
      const name = freeName(camelName(type), used);
      return { name, type, schema, unchecked };
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
