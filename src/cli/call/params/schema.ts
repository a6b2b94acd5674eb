import { isJsonObject } from "../../../base/json-object.ts";

/** A JSON Schema as it came: it may be a server's, so nothing is taken for granted. */
export type Schema = Readonly<Record<string, unknown>>;

/** The schema of one place, and the whole document that its references lead into. */
export interface Place {
  readonly schema: unknown;
  readonly root: Schema;
}

/** How many alternatives of one place are looked at: a server could name any number. */
const maxShapes = 64;

/** How deep references and combinations are followed. */
const maxDepth = 16;

/** How many schemas are looked at for one place: they may refer to each other. */
const maxVisits = 1_000;

/**
 * The alternatives that a schema leaves, each without references and combinations:
 * `anyOf` and `oneOf` are several, `allOf` is one. A schema that says nothing is one
 * alternative without keywords, and so is what is left of one that has no end; `false`
 * is none.
 */
export function shapesOf(
  { schema, root }: Place,
  depth = 0,
  visits: { count: number } = { count: 0 },
): Schema[] {
  if (schema === false) return [];
  if (!isJsonObject(schema) || depth > maxDepth) return [{}];
  if (++visits.count > maxVisits) return [{}];
  const { $ref, anyOf, oneOf, allOf, ...own } = schema;
  const at = (inner: unknown): Schema[] =>
    shapesOf({ schema: inner, root }, depth + 1, visits);
  const choices: Schema[][] = [];
  if (typeof $ref === "string") choices.push(at(referred($ref, root)));
  if (Array.isArray(allOf)) choices.push(...allOf.map(at));
  for (const some of [anyOf, oneOf])
    if (Array.isArray(some)) choices.push(some.flatMap(at).slice(0, maxShapes));
  return choices.reduce<Schema[]>(
    (shapes, more) =>
      shapes
        .flatMap((one) => more.map((other) => merged(one, other)))
        .slice(0, maxShapes),
    [own],
  );
}

/** Two schemas that both hold, where what they say of properties is put together. */
function merged(one: Schema, other: Schema): Schema {
  const both = { ...one, ...other };
  const properties = { ...objectAt(one), ...objectAt(other) };
  const required = [...listAt(one), ...listAt(other)];
  return {
    ...both,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

function objectAt({ properties }: Schema): Schema {
  return isJsonObject(properties) ? properties : {};
}

function listAt({ required }: Schema): unknown[] {
  return Array.isArray(required) ? required : [];
}

/** What a reference within the document leads to; nothing is fetched. */
function referred(reference: string, root: Schema): unknown {
  if (!reference.startsWith("#")) return {};
  const steps = reference
    .slice(1)
    .split("/")
    .slice(1)
    .map((step) => decoded(step).replaceAll("~1", "/").replaceAll("~0", "~"));
  let at: unknown = root;
  for (const step of steps) {
    const list = Array.isArray(at) ? at[Number(step)] : undefined;
    at = isJsonObject(at) && Object.hasOwn(at, step) ? at[step] : list;
  }
  return at ?? {};
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** The types that a shape allows, as far as it says; an empty list is any. */
export function typesOf(shape: Schema): string[] {
  const { type } = shape;
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type.filter((one) => typeof one === "string");
  if (isJsonObject(shape["properties"])) return ["object"];
  return shape["items"] === undefined ? [] : ["array"];
}

/** The values that a shape allows, where it lists them. */
export function choicesOf(shape: Schema): unknown[] | undefined {
  if ("const" in shape) return [shape["const"]];
  return Array.isArray(shape["enum"]) ? shape["enum"] : undefined;
}

/** The properties that a shape names. */
export function propertiesOf(shape: Schema): Schema {
  return objectAt(shape);
}

/** The properties that a shape cannot be without. */
export function requiredOf(shape: Schema): string[] {
  return listAt(shape).filter((one) => typeof one === "string");
}

/** The place of a property, under its own name or among those that have none. */
export function placeOfProperty(place: Place, name: string): Place {
  const found = shapesOf(place).flatMap((shape) => {
    const properties = propertiesOf(shape);
    if (Object.hasOwn(properties, name)) return [properties[name]];
    const others = shape["additionalProperties"];
    return isJsonObject(others) ? [others] : [];
  });
  return { schema: oneOf(found), root: place.root };
}

/** The place of an item of a list. */
export function placeOfItem(place: Place): Place {
  const found = shapesOf(place).flatMap(({ items }) =>
    isJsonObject(items) ? [items] : [],
  );
  return { schema: oneOf(found), root: place.root };
}

function oneOf(schemas: readonly unknown[]): unknown {
  if (schemas.length === 0) return {};
  return schemas.length === 1 ? schemas[0] : { anyOf: schemas };
}

/** How a place is told in a line: `number`, `"C" | "F"`, `string[]`. */
export function describePlace(place: Place, depth = 0): string {
  const texts = shapesOf(place).flatMap((shape) =>
    describeShape(shape, place, depth),
  );
  const all = [...new Set(texts)];
  return all.length > 8
    ? `${all.slice(0, 8).join(" | ")} | …`
    : all.join(" | ");
}

function describeShape(shape: Schema, place: Place, depth: number): string[] {
  const choices = choicesOf(shape);
  if (choices) return choices.map((one) => JSON.stringify(one) ?? "undefined");
  const types = typesOf(shape);
  if (types.length === 0) return ["any"];
  return types.map((type) => {
    if (type === "array" && depth < 3) {
      const item = describePlace(placeOfItem({ ...place, schema: shape }), 3);
      return item.includes(" ") ? `(${item})[]` : `${item}[]`;
    }
    return type;
  });
}
