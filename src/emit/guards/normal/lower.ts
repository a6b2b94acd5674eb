import type {
  NormalSchema,
  SchemaType,
} from "../../../schema/model/json-schema.ts";
import type { GuardSchema } from "../scope/guard-schema.ts";
import { acceptsAnything, acceptsNothing } from "../scope/schemas.ts";
import { composedSchemas } from "./composed.ts";
import type { Lowering } from "./lowering.ts";
import { ownKeywords } from "./own.ts";
import { unevaluatedKeywords } from "./speakers.ts";
import { allowedTypes, typeOf, type Types } from "./types.ts";
import { schemasOfValues, valuesListed } from "./values.ts";

/**
 * A schema in the form that is printed. It says only what concerns values of the types
 * that it allows, and not what is already known: that a value has one of the given
 * types. `$ref`, `anyOf`, `oneOf`, `not` and `if` stand alone, or as parts of `allOf`.
 */
export function lowerSchema(
  schema: NormalSchema,
  given: Types,
  lowering: Lowering,
): GuardSchema {
  if (Object.keys(schema).length === 0) return {};
  const allowed = allowedTypes(schema, given);
  const values = valuesListed(schema, allowed);
  if (allowed.size === 0 || values?.length === 0) return { not: {} };
  const types = values === undefined ? allowed : new Set(values.map(typeOf));
  const own = {
    ...ownKeywords(schema, types, lowering),
    ...unevaluatedKeywords(schema, types, lowering),
  };
  const listed = values === undefined ? [] : schemasOfValues(values);
  const [only] = listed.length === 1 ? listed : [];
  const isInline = only !== undefined && only.type === undefined;
  const hasOwn = Object.keys(own).length > 0;
  const head = isInline ? only : typeKeyword(types, given, hasOwn);
  const parts = [
    ...(listed.length === 0 || isInline ? [] : [only ?? { anyOf: listed }]),
    ...composedSchemas(schema, types, lowering),
  ];
  return together({ ...head, ...own }, parts);
}

/** The types where they are not known; or one that is, for what is said of its values. */
function typeKeyword(types: Types, given: Types, hasOwn: boolean): GuardSchema {
  const [first, ...others] = types;
  if (first !== undefined && others.length === 0 && hasOwn)
    return { type: first };
  if (isSame(types, given)) return {};
  return others.length === 0 && first !== undefined
    ? { type: first }
    : { type: [...types] };
}

function isSame(one: Types, other: Types): boolean {
  return (
    one.size === other.size &&
    [...one].every((type: SchemaType) => other.has(type))
  );
}

/** A schema with all of its parts, one that accepts nothing if one of them does. */
function together(
  own: GuardSchema,
  parts: readonly GuardSchema[],
): GuardSchema {
  if (parts.some(acceptsNothing)) return { not: {} };
  const needed = parts
    .filter((part) => !acceptsAnything(part))
    .flatMap(partsOf);
  const [only, ...others] = needed;
  if (only === undefined) return own;
  const hasOwn = Object.keys(own).length > 0;
  if (!hasOwn && others.length === 0) return only;
  return { ...own, allOf: needed };
}

function partsOf(schema: GuardSchema): GuardSchema[] {
  const { allOf, ...own } = schema;
  return allOf !== undefined && Object.keys(own).length === 0
    ? allOf
    : [schema];
}
