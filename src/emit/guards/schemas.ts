import type { NamedSchema, NormalSchema } from "../../model/json-schema.ts";
import { nameOfReference } from "../../json-schema/index.ts";
import { named, type Doc } from "../print/layout.ts";
import type { Item } from "../print/module.ts";
import { freeName, pascalCase } from "../print/names.ts";
import { printChecks } from "./checks.ts";
import { lowerSchema } from "./normal/lower.ts";
import type { Lowering } from "./normal/lowering.ts";
import { everyType } from "./normal/types.ts";
import type { GuardSchema } from "./scope/guard-schema.ts";
import { issueType } from "./scope/helpers.ts";

/** How guards of schemas are printed. */
export interface SchemaGuardOptions {
  /** Whether what is exported says what it does. */
  readonly docs: boolean;
  /** The name by which the module knows a type; its own name, unless it is given. */
  typeName?(name: string): Doc;
}

/**
 * A guard and a validator for each schema, `isForecast` and `validateForecast`, with
 * all that they need: checks, patterns, helpers and the type `Issue`. They accept what
 * the schema accepts, apart from values that nest deeper than `maxDepth`.
 */
export function printSchemaGuards(
  schemas: readonly NamedSchema[],
  { docs, typeName = (name) => named(name) }: SchemaGuardOptions,
): Item[] {
  const definitions = new Map<string, GuardSchema>();
  const used = new Set(schemas.map(({ name }) => name));
  for (const schema of schemas) lowerDocument(schema, used, definitions);
  const guarded = schemas.map(({ name }) => name);
  return [issueType, ...printChecks({ guarded, definitions, typeName, docs })];
}

/** A schema and what it refers to, by names that no other of the module has. */
function lowerDocument(
  { name, document }: NamedSchema,
  used: Set<string>,
  definitions: Map<string, GuardSchema>,
): void {
  const names = new Map<string, string>();
  const lowering: Lowering = {
    lower: (schema, given = everyType) => lowerSchema(schema, given, lowering),
    referTo: ($ref) => ({ $ref: `#/$defs/${nameOf(nameOfReference($ref))}` }),
    resolve: ($ref) => definitionOf(nameOfReference($ref)),
  };
  definitions.set(name, lowering.lower(document.root));
  // A map also visits what is added on the way.
  for (const [definition, own] of names)
    definitions.set(own, lowering.lower(definitionOf(definition)));

  function nameOf(definition: string): string {
    const known = names.get(definition);
    if (known !== undefined) return known;
    const own = freeName(name + pascalCase(definition), used);
    names.set(definition, own);
    return own;
  }

  function definitionOf(definition: string): NormalSchema {
    const found = document.definitions.get(definition);
    if (found === undefined) throw new Error(`no definition: ${definition}`);
    return found;
  }
}
