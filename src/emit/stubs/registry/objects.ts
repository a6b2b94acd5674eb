import type { Protocol } from "../../../schema/model/index.ts";
import { both } from "../../crossing/both.ts";
import { createSchemaWithin, spread } from "../../crossing/within.ts";
import { guardedSchemas } from "../../guards/index.ts";
import { acceptsAnything } from "../../guards/scope/schemas.ts";
import type { JsonSchema } from "../../json-schema/index.ts";
import { remember } from "../../remember.ts";

/** Fields of an object, by their names. */
export type Fields = Readonly<Record<string, JsonSchema>>;

/** What a revision's objects take and hold, as its corrected JSON Schema has it. */
export interface Objects {
  /** The schema of a type by its name. */
  schemaOf(name: string): JsonSchema;
  /** The forms that an object may have: several of a union, none of what is no object. */
  formsOf(schema: JsonSchema): JsonSchema[] | undefined;
  /** Whether every value is an object. */
  isObject(schema: JsonSchema): boolean;
  isList(schema: JsonSchema | undefined): schema is JsonSchema;
  itemsOf(list: JsonSchema): JsonSchema;
  /** Whether an object of these fields, and of some of the others, is of the form; what every revision's runtime fills in counts for nothing. */
  takes(form: JsonSchema, fields: Fields, others: Fields): boolean;
  takesEmptyList(form: JsonSchema, field: string): boolean;
  /** The name of the first of the fields that holds anything else in the form; `needed` are in each object, too. */
  strange(
    form: JsonSchema,
    fields: Fields,
    needed: boolean,
  ): string | undefined;
}

/** Where a factory is at home: what its lists hold, and which forms of a result its handlers' answers become. */
export interface FactoryPlace {
  readonly item: JsonSchema;
  readonly results: readonly JsonSchema[];
  readonly objects: Objects;
}

/** What the runtime fills in wherever a revision has it. */
const filled: ReadonlySet<string> = new Set([
  "resultType",
  "ttlMs",
  "cacheScope",
]);

/** What there is to know of a protocol's objects. */
export const objectsOf: (protocol: Protocol) => Objects =
  remember(createObjects);

function createObjects(protocol: Protocol): Objects {
  const definitions = guardedSchemas(protocol);
  const within = createSchemaWithin(definitions, definitions);

  function formsOf(schema: JsonSchema): JsonSchema[] | undefined {
    const { anyOf, allOf, ...rest } = spread(schema, definitions);
    if (anyOf !== undefined) {
      const forms = anyOf.map(formsOf);
      return forms.some((one) => one === undefined)
        ? undefined
        : forms.flatMap((one) => one ?? []);
    }
    if (allOf !== undefined) {
      const whole = allOf
        .map((part) => spread(part, definitions))
        .reduce(both, rest);
      return whole.allOf === undefined ? formsOf(whole) : undefined;
    }
    if (acceptsAnything(rest)) return [{ type: "object" }];
    return rest.type === "object" ? [rest] : undefined;
  }

  function isList(schema: JsonSchema | undefined): schema is JsonSchema {
    if (schema === undefined) return false;
    const { type, items } = spread(schema, definitions);
    return type === "array" && items !== undefined;
  }

  function takesField(
    form: JsonSchema,
    name: string,
    value: JsonSchema,
  ): boolean {
    const { properties = {}, additionalProperties } = form;
    const wanted = Object.hasOwn(properties, name)
      ? properties[name]
      : additionalProperties;
    return typeof wanted !== "object" || within(value, wanted);
  }

  return {
    schemaOf: (name) => definitions.get(name) ?? {},
    formsOf,
    isObject: (schema) => within(schema, { type: "object" }),
    isList,
    itemsOf(list) {
      const { items = {} } = spread(list, definitions);
      return Array.isArray(items) ? {} : items;
    },
    takes: (form, fields, others) =>
      (form.required ?? []).every(
        (name) => filled.has(name) || Object.hasOwn(fields, name),
      ) &&
      Object.entries({ ...others, ...fields }).every(([name, value]) =>
        takesField(form, name, value),
      ),
    takesEmptyList(form, field) {
      const { properties = {} } = form;
      const wanted = Object.hasOwn(properties, field)
        ? properties[field]
        : undefined;
      if (wanted === undefined)
        return takesField(form, field, { type: "array" });
      return (
        isList(wanted) && (spread(wanted, definitions).minItems ?? 0) === 0
      );
    },
    strange: (form, fields, needed) =>
      Object.entries(fields).find(([name, value]) => {
        const { properties = {}, required = [] } = form;
        if (!Object.hasOwn(properties, name)) return needed;
        return (
          (needed && !required.includes(name)) ||
          !within(properties[name] ?? {}, value)
        );
      })?.[0],
  };
}
