import type {
  NamedSchema,
  NormalSchema,
} from "../../schema/model/json-schema.ts";
import { nameOfReference, resolve } from "../../schema/json-schema/index.ts";
import { named, type Doc } from "../print/layout.ts";
import type { Item } from "../print/module.ts";
import { freeName, pascalCase } from "../print/names.ts";
import { printChecks } from "./checks.ts";
import { conditionsOf } from "./normal/conditions.ts";
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
  const guardNote = "Whether it fits its schema.";
  const shared = { guarded, definitions, typeName, docs, guardNote };
  return [issueType, ...printChecks({ ...shared, remembers: true })];
}

/** A schema and what it refers to, by names that no other of the module has. */
function lowerDocument(
  { name, document }: NamedSchema,
  used: Set<string>,
  definitions: Map<string, GuardSchema>,
): void {
  /** What stands as a definition of its own, by that one's name. */
  const queue: [name: string, schema: NormalSchema][] = [];
  const names = new Map<NormalSchema, string>();
  const conditions = conditionsOf(document);
  const lowering: Lowering = {
    lower: (schema, given = everyType) =>
      conditions.has(schema)
        ? referTo(schema, "Case")
        : lowerSchema(schema, given, lowering),
    referTo: ($ref) => referTo(resolve(document, $ref), nameOfReference($ref)),
    resolve: ($ref) => resolve(document, $ref),
  };
  definitions.set(name, lowerSchema(document.root, everyType, lowering));
  // A list also visits what is added on the way.
  for (const [own, schema] of queue)
    definitions.set(own, lowerSchema(schema, everyType, lowering));

  function referTo(schema: NormalSchema, wish: string): GuardSchema {
    let own = names.get(schema);
    if (own === undefined) {
      own = freeName(name + pascalCase(wish).slice(0, 40), used);
      names.set(schema, own);
      queue.push([own, schema]);
    }
    return { $ref: `#/$defs/${own}` };
  }
}
