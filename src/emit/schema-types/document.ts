import { nameOfReference } from "../../schema/json-schema/index.ts";
import type {
  NamedSchema,
  NormalSchema,
  SchemaDocument,
} from "../../schema/model/json-schema.ts";
import { keyword, verbatim, type TypePlace } from "./type/types.ts";
import type { Annotated, Type } from "../../schema/model/index.ts";
import { isBounding, isReference } from "./bounding.ts";
import { annotations } from "./docs.ts";
import { definitionName } from "./names.ts";
import { createShapes, type ShapeOfAll } from "./shape/of-schema.ts";
import { typeOfShape } from "./type/shape.ts";

/** A type that a schema gives a module. */
export interface DeclaredType extends Annotated {
  readonly name: string;
  readonly type: Type;
}

/** A place that a schema bounds, and its type does not. */
export interface UnknownPosition {
  /** The name of the type. */
  readonly name: string;
  /** The properties and indexes that lead to it in a value; `*` stands for any. */
  readonly path: readonly (string | number)[];
  /** Why it is `unknown`. */
  readonly reason: string;
}

export interface DocumentTypes {
  readonly types: readonly DeclaredType[];
  readonly unknowns: readonly UnknownPosition[];
  /** How many places the schema bounds. */
  readonly positions: number;
}

/** Types without a name stand in each other no deeper. */
const deepest = 40;
/** A type is written out no more often. */
const mostRepeated = 8;
/** No schema has more places than these. */
const mostPositions = 20_000;

/** What the types of one schema are worked out with. */
interface Making {
  readonly document: SchemaDocument;
  /** The name of the schema's own type. */
  readonly name: string;
  /** The name of the type that is being worked out. */
  owner: string;
  /** All names of the module. */
  readonly used: Set<string>;
  /** Whether descriptions become comments. */
  readonly docs: boolean;
  readonly shapeOfAll: ShapeOfAll;
  readonly types: DeclaredType[];
  readonly unknowns: UnknownPosition[];
  positions: number;
  readonly ids: Map<NormalSchema, number>;
  /** The names of the definitions' types. */
  readonly names: Map<string, string>;
  /** The definitions whose types have a name and are not worked out. */
  readonly waiting: { name: string; schema: NormalSchema }[];
  /** How often a type without a name has been written out. */
  readonly counts: Map<string, number>;
  /** The names of types that were given one, because they hold themselves or come often. */
  readonly named: Map<string, string>;
  /** The types that are being worked out, with a name where they hold themselves. */
  readonly open: Map<string, { name?: string }>;
}

/** The types that a schema and what it refers to become, the schema's own first. */
export function documentTypes(
  { name, document }: NamedSchema,
  used: Set<string>,
  docs: boolean,
): DocumentTypes {
  const making: Making = {
    document,
    name,
    owner: name,
    used,
    docs,
    shapeOfAll: createShapes(document),
    types: [],
    unknowns: [],
    positions: 0,
    ids: new Map(),
    names: new Map(),
    waiting: [{ name, schema: document.root }],
    counts: new Map(),
    named: new Map(),
    open: new Map(),
  };
  const { types, waiting, unknowns } = making;
  for (const { name, schema } of waiting) {
    making.owner = name;
    const place = types.length;
    const type = typeOf([schema], { path: [], depth: 0 }, making);
    types.splice(place, 0, { name, type, ...annotations([schema], docs) });
  }
  return { types, unknowns, positions: making.positions };
}

function typeOf(
  schemas: readonly NormalSchema[],
  place: TypePlace,
  making: Making,
): Type {
  const bounding = schemas.filter(isBounding);
  const [only, second] = bounding;
  if (only === undefined) return keyword("unknown");
  making.positions++;
  // At the top, what it refers to may lead back here.
  const isInside = place.path.length > 0;
  if (isInside && second === undefined && isReference(only)) {
    const name = nameOfReference(only.$ref);
    return verbatim(definitionType(name, making));
  }
  if (making.positions > mostPositions)
    return unknownAt(place, "the schema is too large", making);
  if (place.depth > deepest)
    return unknownAt(place, "it is nested too deeply", making);
  return typeThatMayHoldItself(bounding, place, making);
}

function typeThatMayHoldItself(
  schemas: readonly NormalSchema[],
  place: TypePlace,
  making: Making,
): Type {
  const key = keyOf(schemas, making);
  const { open, types, named } = making;
  const known = named.get(key);
  if (known !== undefined) return verbatim(known);
  const inside = open.get(key);
  if (inside !== undefined) {
    inside.name ??= nameAt(place, making);
    return verbatim(inside.name);
  }
  const state: { name?: string } = {};
  open.set(key, state);
  const type = typeOfShape(making.shapeOfAll(schemas), place, {
    typeOf: (inner, where) => typeOf(inner, where, making),
    nameOf: (definition) => definitionType(definition, making),
    note: (where, reason) => unknownAt(where, reason, making),
    annotationsOf: (inner) => annotations(inner, making.docs),
  });
  open.delete(key);
  if (state.name === undefined && !isOften(key, type, making)) return type;
  const own = state.name ?? nameAt(place, making);
  named.set(key, own);
  types.push({ name: own, type });
  return verbatim(own);
}

/** The name of a type that stands at a place. */
function nameAt({ path }: TypePlace, { owner, used }: Making): string {
  return definitionName(owner, path.slice(-2).join(" "), used);
}

/** Whether a type has been written out so often that a name says more. */
function isOften(key: string, type: Type, { counts }: Making): boolean {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  const isLong = type.kind === "object" || type.kind === "union";
  return count > mostRepeated && isLong;
}

function unknownAt(
  { path }: TypePlace,
  reason: string,
  { unknowns, owner }: Making,
): Type {
  unknowns.push({ name: owner, path, reason });
  return keyword("unknown");
}

/** The name of a definition's type, which is worked out later. */
function definitionType(definition: string, making: Making): string {
  const { document, names, name, waiting, used } = making;
  const known = names.get(definition);
  if (known !== undefined) return known;
  const schema = document.definitions.get(definition);
  if (schema === document.root) return name;
  const own = definitionName(name, definition, used);
  names.set(definition, own);
  waiting.push({ name: own, schema: schema ?? {} });
  return own;
}

/** Schemas that are the same have the same key, in whatever order. */
function keyOf(schemas: readonly NormalSchema[], { ids }: Making): string {
  const numbers = schemas.map((schema) => {
    const id = ids.get(schema) ?? ids.size;
    ids.set(schema, id);
    return id;
  });
  return [...new Set(numbers)].sort((a, b) => a - b).join(" ");
}
