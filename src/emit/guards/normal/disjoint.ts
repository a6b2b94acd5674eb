import type {
  NormalSchema,
  SchemaType,
} from "../../../schema/model/json-schema.ts";
import { isSameValue } from "./same-value.ts";
import type { Lowering } from "./lowering.ts";
import { allowedTypes, everyType, type Types } from "./types.ts";
import { valuesListed } from "./values.ts";

type Resolve = Lowering["resolve"];

/** More members than this are not compared with each other: that takes its square. */
const mostMembers = 64;
/** How deep properties are compared, and references and `allOf` followed. */
const deepest = 6;

/** Whether surely no value fits two of the schemas. */
export function areDisjoint(
  schemas: readonly NormalSchema[],
  resolve: Resolve,
): boolean {
  if (schemas.length > mostMembers) return false;
  const facts = schemas.map((schema) => factsOf(schema, resolve));
  return facts.every((one, index) =>
    facts.slice(index + 1).every((other) => excludes(one, other, resolve, 0)),
  );
}

/** What holds of each value that fits a schema. */
interface Facts {
  readonly types: Types;
  readonly values: readonly unknown[] | undefined;
  readonly objects: readonly NormalSchema[];
}

function factsOf(schema: NormalSchema, resolve: Resolve): Facts {
  const said = conjuncts(schema, resolve, 0);
  const types = said.reduce((left, one) => allowedTypes(one, left), everyType);
  const values = said
    .map((one) => valuesListed(one, types))
    .find((list) => list !== undefined);
  return { types, values, objects: said };
}

/** The schemas that all hold where one does. */
function conjuncts(
  schema: NormalSchema,
  resolve: Resolve,
  depth: number,
): NormalSchema[] {
  if (depth > deepest) return [];
  const { $ref, allOf = [] } = schema;
  const parts = $ref === undefined ? allOf : [resolve($ref), ...allOf];
  return [
    schema,
    ...parts
      .slice(0, deepest)
      .flatMap((part) => conjuncts(part, resolve, depth + 1)),
  ];
}

function excludes(
  one: Facts,
  other: Facts,
  resolve: Resolve,
  depth: number,
): boolean {
  const shared = commonTypes(one.types, other.types);
  if (shared.length === 0) return true;
  const { values } = one;
  if (values !== undefined && other.values !== undefined)
    return !values.some((value) =>
      other.values?.some((another) => isSameValue(value, another)),
    );
  if (depth > deepest || shared.some((type) => type !== "object")) return false;
  return (
    tellsApart(one, other, resolve, depth) ||
    lacksRequired(one, other) ||
    lacksRequired(other, one)
  );
}

function commonTypes(one: Types, other: Types): SchemaType[] {
  return [...one].filter(
    (type) =>
      other.has(type) ||
      (type === "integer" && other.has("number")) ||
      (type === "number" && other.has("integer")),
  );
}

/** Whether a property has to be there, and cannot be what both say of it. */
function tellsApart(
  one: Facts,
  other: Facts,
  resolve: Resolve,
  depth: number,
): boolean {
  const required = new Set(
    [...one.objects, ...other.objects].flatMap(({ required = [] }) => required),
  );
  return [...required].some((name) => {
    const first = propertyFacts(one, name, resolve);
    const second = propertyFacts(other, name, resolve);
    return first.some((here) =>
      second.some((there) => excludes(here, there, resolve, depth + 1)),
    );
  });
}

function propertyFacts(
  { objects }: Facts,
  name: string,
  resolve: Resolve,
): Facts[] {
  return objects.flatMap(({ properties = {} }) => {
    const schema = Object.hasOwn(properties, name)
      ? properties[name]
      : undefined;
    return schema === undefined ? [] : [factsOf(schema, resolve)];
  });
}

/** Whether one requires a property that the other has none of. */
function lacksRequired(one: Facts, other: Facts): boolean {
  const required = one.objects.flatMap(({ required = [] }) => required);
  return other.objects.some(
    ({ additionalProperties, properties = {}, patternProperties = {} }) =>
      isNothing(additionalProperties) &&
      Object.keys(patternProperties).length === 0 &&
      required.some((name) => !Object.hasOwn(properties, name)),
  );
}

function isNothing(schema: NormalSchema | undefined): boolean {
  return schema?.not !== undefined && Object.keys(schema.not).length === 0;
}
